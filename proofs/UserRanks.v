(* Medians and quantiles of users by the exponential mechanism: (e, 0)-DP and e-bounded-range.

   docs/guarantees/users.md Theorem 3; docs/guarantees/exponential.md, Theorem (records are users of one
   row, W = 1, in one group).

   In words. Rows weigh 0 or more; those of one user weigh at most W over all groups. In each group a key
   is drawn by its depth or its quantile score for a/b, 0 < a < b, and "none" may compete, with a constant
   score under depth and s (n1 - n) under a quantile, s = max(a, b - a).

   `depth_add_remove` at the rate e/W, `depth_replace` at e/(2 W), `quantile_add_remove` at e/(2 s W),
   `quantile_replace_groups` at e/(4 s W), `quantile_replace_one_group` at e/(2 b W): for these neighbours
   all answers together are (e, 0)-DP and e-bounded-range.

   Not covered: a mechanism without "none" is not stated by itself (its proof is the same); scores cut off
   at 2^61; rates rounded to doubles; how a user's weight is spread over rows (UserWeights.v). *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive Exponential.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Ranks.
Variables (G : finType) (n' : nat).
Let n := n'.+1.                       (* the domain has n keys 0..n-1, at least one *)
Definition data := 'I_n'.+1 -> R.      (* what all rows at a key weigh *)
Implicit Types D A u v : data.

Definition le_key (y z : 'I_n'.+1) : bool := leq y z.
Definition lt_key (y z : 'I_n'.+1) : bool := leq (S y) z.
Definition total D := \S_z D z.
Definition at_most D (z : 'I_n'.+1) := \S_(y | le_key y z) D y.
Definition at_least D (z : 'I_n'.+1) := \S_(y | le_key z y) D y.
Definition less D (z : 'I_n'.+1) := \S_(y | lt_key y z) D y.
Definition depth D z := Rmin (at_most D z) (at_least D z).
(* quantile a/b *)
Definition qscore a b D z :=
  - Rmax 0 (Rmax (b * less D z - a * total D) (a * total D - b * at_most D z)).
Definition plus D u : data := fun z => D z + u z.

Lemma part_le (Q : pred 'I_n'.+1) u : (forall z, 0 <= u z) -> 0 <= \S_(y | Q y) u y <= total u.
Proof. by move=> u0; split; [apply: S_ge0 | apply: S_sub_pred]. Qed.

Lemma depth_moves D u z : (forall y, 0 <= u y) -> 0 <= depth (plus D u) z - depth D z <= total u.
Proof.
move=> u0; rewrite /depth /at_most /at_least /plus !S_add.
have := @part_le (fun y => le_key y z) u u0; have := @part_le (fun y => le_key z y) u u0.
set a := \S_(y | le_key y z) D y; set b := \S_(y | le_key z y) D y.
set c := \S_(y | le_key y z) u y; set d := \S_(y | le_key z y) u y.
by rewrite /Rmin; case: Rle_dec; case: Rle_dec => *; lra.
Qed.

Lemma less_at_most u z : (forall y, 0 <= u y) -> 0 <= less u z <= at_most u z /\ at_most u z <= total u.
Proof.
move=> u0; have h := @part_le (fun y => lt_key y z) u u0; have h' := @part_le (fun y => le_key y z) u u0.
split; last by case: h'.
split; first by case: h.
rewrite /less /at_most [X in X <= _]big_mkcond [X in _ <= X]big_mkcond /=.
apply: S_le => y _; rewrite /lt_key /le_key; case: ifP => [/ltnW -> | _]; first lra.
by case: ifP => _; [apply: u0 | lra].
Qed.

Lemma Rmax_lip x x' y y' m : 0 <= m -> - m <= x' - x <= m -> - m <= y' - y <= m ->
  - m <= Rmax x' y' - Rmax x y <= m.
Proof. by rewrite /Rmax; case: Rle_dec; case: Rle_dec => *; lra. Qed.

Section Quantile.
Variables a b : R.
Hypothesis ab : 0 < a < b.

(* a user who comes with weights u moves the score by at most s x, s = max(a, b - a) *)
Lemma qscore_moves D u z : (forall y, 0 <= u y) ->
  - (Rmax a (b - a) * total u) <= qscore a b (plus D u) z - qscore a b D z <= Rmax a (b - a) * total u.
Proof.
move=> u0; rewrite /qscore.
have [[l0 lm] mt] := less_at_most z u0.
have E : less (plus D u) z = less D z + less u z by rewrite /less /plus S_add.
have F : at_most (plus D u) z = at_most D z + at_most u z by rewrite /at_most /plus S_add.
have T : total (plus D u) = total D + total u by rewrite /total /plus S_add.
rewrite E F T.
have a1 := Rmax_l a (b - a); have a2 := Rmax_r a (b - a).
set s := Rmax a (b - a) in a1 a2 *; set x := total u in mt *.
have s0 : 0 <= s * x by nra.
have := @Rmax_lip 0 0 (Rmax (b * less D z - a * total D) (a * total D - b * at_most D z))
   (Rmax (b * (less D z + less u z) - a * (total D + x)) (a * (total D + x) - b * (at_most D z + at_most u z)))
   (s * x) s0.
suff h : - (s * x) <=
 Rmax (b * (less D z + less u z) - a * (total D + x)) (a * (total D + x) - b * (at_most D z + at_most u z)) -
 Rmax (b * less D z - a * total D) (a * total D - b * at_most D z) <= s * x by move=> /(_ _ h); lra.
apply: Rmax_lip => //.
- have : (b - a) * x <= s * x by apply: Rmult_le_compat_r; lra.
  have : a * x <= s * x by apply: Rmult_le_compat_r; lra.
  have : b * less u z <= b * x by apply: Rmult_le_compat_l; lra.
  have : 0 <= b * less u z by apply: Rmult_le_pos; lra.
  lra.
- have : (b - a) * x <= s * x by apply: Rmult_le_compat_r; lra.
  have : a * x <= s * x by apply: Rmult_le_compat_r; lra.
  have : b * at_most u z <= b * x by apply: Rmult_le_compat_l; lra.
  have : 0 <= b * at_most u z by apply: Rmult_le_pos; lra.
  lra.
Qed.

(* in one group: one user's rows u replaced by v, each at most W: at most b W *)
Lemma qscore_replaced A u v W z : (forall y, 0 <= u y) -> (forall y, 0 <= v y) -> total u <= W -> total v <= W ->
  - (b * W) <= qscore a b (plus A v) z - qscore a b (plus A u) z <= b * W.
Proof.
move=> u0 v0 uW vW; rewrite /qscore.
have [[l0 lm] mt] := less_at_most z u0; have [[l0' lm'] mt'] := less_at_most z v0.
have E w : less (plus A w) z = less A z + less w z by rewrite /less /plus S_add.
have F w : at_most (plus A w) z = at_most A z + at_most w z by rewrite /at_most /plus S_add.
have T w : total (plus A w) = total A + total w by rewrite /total /plus S_add.
rewrite !E !F !T; set x := total u in mt uW *; set y := total v in mt' vW *.
have s0 : 0 <= b * W by nra.
have part l t : 0 <= l <= t -> t <= W -> - (a * W) <= b * l - a * t <= (b - a) * W.
  move=> lt tW.
  have : a * t <= a * W by apply: Rmult_le_compat_l; lra.
  have : (b - a) * t <= (b - a) * W by apply: Rmult_le_compat_l; lra.
  have : b * l <= b * t by apply: Rmult_le_compat_l; lra.
  have : 0 <= b * l by apply: Rmult_le_pos; lra.
  lra.
have h1 := part (less u z) x; have h2 := part (less v z) y.
have h3 := part (at_most u z) x; have h4 := part (at_most v z) y.
have H : - (b * W) <=
  Rmax (b * (less A z + less v z) - a * (total A + y)) (a * (total A + y) - b * (at_most A z + at_most v z)) -
  Rmax (b * (less A z + less u z) - a * (total A + x)) (a * (total A + x) - b * (at_most A z + at_most u z)) <= b * W.
  by apply: Rmax_lip => //; lra.
have := @Rmax_lip 0 0 _ _ (b * W) s0 _ H; lra.
Qed.
End Quantile.

(* candidates with "none": None stands for it *)
Definition with_none (t : R) (s : 'I_n'.+1 -> R) (c : option 'I_n'.+1) := if c is Some z then s z else t.

Variables (W e : R).
Hypothesis W0 : 0 < W.
Hypothesis e0 : 0 < e.

Lemma rate_le c d : 0 < c -> 0 <= d <= c * W -> e / (c * W) * d <= e.
Proof.
move=> c0 hD; have cW : 0 < c * W by apply: Rmult_lt_0_compat.
have -> : e / (c * W) * d = e * (d / (c * W)) by field; lra.
have : d / (c * W) <= 1 by apply: (Rmult_le_reg_r (c * W)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
nra.
Qed.

(* (e, 0)-DP and e-bounded-range: log ratios of two answers differ by at most e *)
Definition dp_pure (T : finType) (p p' : T -> R) :=
  [/\ indist e 0 p p', indist e 0 p' p & forall f h, p' f * p h <= exp e * (p f * p' h)].

Lemma r_pos c : 0 < c -> 0 <= e / (c * W).
Proof. by move=> c0; left; apply: Rdiv_lt_0_compat => //; apply: Rmult_lt_0_compat. Qed.

Lemma conclude c (s s' : G -> option 'I_n'.+1 -> R) (lo hi : G -> R) : 0 < c ->
  (forall g z, lo g <= s' g z - s g z <= hi g) -> \S_g (hi g - lo g) <= c * W ->
  dp_pure (draws (fun g => edraw (e / (c * W)) (s g))) (draws (fun g => edraw (e / (c * W)) (s' g))).
Proof.
move=> c0 h hD; have [A B C] := exponential_groups None (r_pos c0) h.
have D0 : 0 <= \S_g (hi g - lo g) by apply: S_ge0 => g _; have := h g None; lra.
have L (q : G -> option 'I_n'.+1 -> R) f : 0 <= draws (fun g => edraw (e / (c * W)) (q g)) f.
  by apply: P_ge0 => g; left; apply: edraw_gt0; exact: None.
split; try (by apply: (indist_weak _ (rate_le c0 (conj D0 hD)) (Rle_refl 0)) => //; apply: L).
move=> f j; apply: Rle_trans (C f j) _; apply: Rmult_le_compat_r; first exact: Rmult_le_pos (L _ _) (L _ _).
exact: exp_le (rate_le c0 (conj D0 hD)).
Qed.

(* THEOREM 3, depth, add-remove: r = e/W.  D g: the rows of group g; u g: those
   of the user, W units at most over all groups; t: the constant score of none. *)
Theorem depth_add_remove (D u : G -> data) (t : R) :
  (forall g y, 0 <= u g y) -> \S_g total (u g) <= W ->
  let mech (D : G -> data) := draws (fun g => edraw (e / (1 * W)) (with_none t (depth (D g)))) in
  dp_pure (mech D) (mech (fun g => plus (D g) (u g))).
Proof.
move=> u0 uW mech; apply: (conclude (lo := fun _ => 0) (hi := fun g => total (u g))); first lra.
- move=> g [z|] /=; first exact: depth_moves.
  by have := @part_le xpredT _ (u0 g); rewrite -/(total (u g)); lra.
- by rewrite Rmult_1_l (eq_bigr (fun g => total (u g))) // => g _; lra.
Qed.

(* THEOREM 3, depth, replace (one group or groups): r = e/(2 W) *)
Theorem depth_replace (A u v : G -> data) (t : R) :
  (forall g y, 0 <= u g y) -> \S_g total (u g) <= W ->
  (forall g y, 0 <= v g y) -> \S_g total (v g) <= W ->
  let mech (D : G -> data) := draws (fun g => edraw (e / (2 * W)) (with_none t (depth (D g)))) in
  dp_pure (mech (fun g => plus (A g) (u g))) (mech (fun g => plus (A g) (v g))).
Proof.
move=> u0 uW v0 vW mech.
apply: (conclude (lo := fun g => - total (u g)) (hi := fun g => total (v g))); first lra.
- move=> g [z|] /=.
  + by have := depth_moves (A g) z (u0 g); have := depth_moves (A g) z (v0 g); lra.
  + have := @part_le xpredT _ (u0 g); have := @part_le xpredT _ (v0 g).
    by rewrite -/(total (u g)) -/(total (v g)); lra.
- by rewrite (eq_bigr (fun g => total (v g) + total (u g))) => [|g _]; [rewrite S_add; lra | lra].
Qed.

Variables a b : R.
Hypothesis ab : 0 < a < b.
Let sab := Rmax a (b - a).
Let s_pos : 0 < sab. Proof. by have := Rmax_l a (b - a); rewrite -/sab; lra. Qed.

(* THEOREM 3, quantile a/b, add-remove: r = e/(2 s W); none: s (n1 - n) *)
Theorem quantile_add_remove (D u : G -> data) (n1 : R) :
  (forall g y, 0 <= u g y) -> \S_g total (u g) <= W ->
  let mech (D : G -> data) := draws (fun g => edraw (e / (2 * sab * W))
       (with_none (sab * (n1 - total (D g))) (qscore a b (D g)))) in
  dp_pure (mech D) (mech (fun g => plus (D g) (u g))).
Proof.
move=> u0 uW mech.
apply: (conclude (lo := fun g => - (sab * total (u g))) (hi := fun g => sab * total (u g))); first lra.
- move=> g [z|] /=; first exact: qscore_moves.
  have := @part_le xpredT _ (u0 g); rewrite -/(total (u g)) => h.
  have -> : total (plus (D g) (u g)) = total (D g) + total (u g) by rewrite /total /plus S_add.
  by have : 0 <= sab * total (u g) by [apply: Rmult_le_pos; lra]; lra.
- rewrite (eq_bigr (fun g => (2 * sab) * total (u g))) => [|g _]; last lra.
  by rewrite S_mull; apply: Rmult_le_compat_l; lra.
Qed.

(* THEOREM 3, quantile a/b, replace over groups: r = e/(4 s W) *)
Theorem quantile_replace_groups (A u v : G -> data) (n1 : R) :
  (forall g y, 0 <= u g y) -> \S_g total (u g) <= W ->
  (forall g y, 0 <= v g y) -> \S_g total (v g) <= W ->
  let mech (D : G -> data) := draws (fun g => edraw (e / (4 * sab * W))
       (with_none (sab * (n1 - total (D g))) (qscore a b (D g)))) in
  dp_pure (mech (fun g => plus (A g) (u g))) (mech (fun g => plus (A g) (v g))).
Proof.
move=> u0 uW v0 vW mech.
apply: (conclude (lo := fun g => - (sab * (total (u g) + total (v g))))
                 (hi := fun g => sab * (total (u g) + total (v g)))); first lra.
- move=> g [z|] /=.
  + by have := qscore_moves ab (A g) z (u0 g); have := qscore_moves ab (A g) z (v0 g); rewrite -/sab; lra.
  + have := @part_le xpredT _ (u0 g); have := @part_le xpredT _ (v0 g).
    rewrite -/(total (u g)) -/(total (v g)) => h h'.
    have T w : total (plus (A g) w) = total (A g) + total w by rewrite /total /plus S_add.
    have : 0 <= sab * total (u g) by apply: Rmult_le_pos; lra.
    have : 0 <= sab * total (v g) by apply: Rmult_le_pos; lra.
    by rewrite !T; lra.
- rewrite (eq_bigr (fun g => (2 * sab) * total (u g) + (2 * sab) * total (v g))) => [|g _]; last lra.
  rewrite S_add !S_mull.
  have : 2 * sab * \S_g total (u g) <= 2 * sab * W by apply: Rmult_le_compat_l; lra.
  have : 2 * sab * \S_g total (v g) <= 2 * sab * W by apply: Rmult_le_compat_l; lra.
  lra.
Qed.

(* THEOREM 3, quantile a/b, replace in one group: r = e/(2 b W) *)
Theorem quantile_replace_one_group (g0 : G) (A u v : G -> data) (n1 : R) :
  (forall g, g = g0) ->
  (forall g y, 0 <= u g y) -> \S_g total (u g) <= W ->
  (forall g y, 0 <= v g y) -> \S_g total (v g) <= W ->
  let mech (D : G -> data) := draws (fun g => edraw (e / (2 * b * W))
       (with_none (sab * (n1 - total (D g))) (qscore a b (D g)))) in
  dp_pure (mech (fun g => plus (A g) (u g))) (mech (fun g => plus (A g) (v g))).
Proof.
move=> G1 u0 uW v0 vW mech.
have one (F : G -> R) : \S_g F g = F g0.
  by rewrite (bigD1 g0) //= big1 => [|g]; [lra | rewrite (G1 g) eqxx].
rewrite one in uW; rewrite one in vW.
apply: (conclude (lo := fun _ => - (b * W)) (hi := fun _ => b * W)); first lra.
- move=> g; rewrite (G1 g) => -[z|] /=; first exact: qscore_replaced.
  have := @part_le xpredT _ (u0 g0); have := @part_le xpredT _ (v0 g0).
  rewrite -/(total (u g0)) -/(total (v g0)) => h h'.
  have T w : total (plus (A g0) w) = total (A g0) + total w by rewrite /total /plus S_add.
  have sb : sab <= b by apply: Rmax_lub; lra.
  have : sab * total (u g0) <= b * W by apply: Rmult_le_compat; lra.
  have : sab * total (v g0) <= b * W by apply: Rmult_le_compat; lra.
  have : 0 <= sab * total (u g0) by apply: Rmult_le_pos; lra.
  have : 0 <= sab * total (v g0) by apply: Rmult_le_pos; lra.
  by rewrite !T; lra.
- by rewrite one; lra.
Qed.
End Ranks.
