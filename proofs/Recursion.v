(* Quantiles by recursion, of records and of rows of users: (e, 0)-DP.

   docs/guarantees/users.md Theorem 9; docs/guarantees/quantiles.md, Theorem (records are users of one row).

   In words. There are groups, and in each a number of released points, none at first. A part is what lies strictly
   between two released points. In each of d levels one key is drawn in every part, in proportion to
   mu(z) exp(r s(z)): mu >= 0 is public, s is the score of the part's rows for the part's own quantile a/b, and
   "none" may compete with a score c - y n, 0 <= y <= max(a, b - a), n what the part's rows weigh. Released
   points, fractions, mu and c of a level may be any function of what was released before. A user's rows weigh
   at most W over all groups, and the rate of a draw is e/(2 d max(a, b - a) W).

   `parts_apart`: the parts of a level are disjoint, so what a user's rows weigh in them adds up to at most W.
   `one_level`: all draws of a level cost e/d.
   `recursion_add_remove`: all levels cost e where a user comes or leaves.
   `recursion_replace`: and where a user changes, 2 e; half the rate has e.
   `recursion_bits`: the same where keys are followed by random bits, drawn once for each row.

   Not covered: that the scores are those of whole numbers rounded, cut off at 2^61; that bits drawn anew
   in each part are too few; accuracy. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive Exponential UserRanks Ledger.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* ---------- one draw, weights that may be 0 ---------- *)
Section Draw.
Variables (X : finType) (some : X) (mu : X -> R).
Hypothesis mu0 : forall z, 0 <= mu z.
Hypothesis mu_some : 0 < mu some.

Lemma mz_gt0 r s : 0 < \S_y (mu y * exp (r * s y)).
Proof.
have h y : 0 <= mu y * exp (r * s y) by apply: Rmult_le_pos => //; left; apply: exp_pos.
have := @S_term _ (fun y => mu y * exp (r * s y)) some h.
by have := Rmult_lt_0_compat _ _ mu_some (exp_pos (r * s some)); lra.
Qed.

Lemma mdraw_ge0 r s z : 0 <= mdraw r mu s z.
Proof.
apply: Rmult_le_pos; first by apply: Rmult_le_pos => //; left; apply: exp_pos.
by left; apply: Rinv_0_lt_compat; apply: mz_gt0.
Qed.

Lemma mdraw_law r s : law (mdraw r mu s).
Proof.
split=> [z|]; first exact: mdraw_ge0.
by rewrite S_div; apply: Rinv_r; have := mz_gt0 r s; lra.
Qed.

(* scores that move by at most m either way *)
Lemma mdraw_le r s s' m z : 0 <= r -> (forall y, - m <= s' y - s y <= m) ->
  mdraw r mu s' z <= exp (r * (2 * m)) * mdraw r mu s z.
Proof.
move=> r0 h; have z0 := mz_gt0 r s; have z0' := mz_gt0 r s'.
have A : exp (r * s' z) <= exp (r * m) * exp (r * s z).
  by rewrite -exp_plus; apply: exp_le; have := h z; nra.
have B : \S_y (mu y * exp (r * s y)) <= exp (r * m) * \S_y (mu y * exp (r * s' y)).
  rewrite -S_mull; apply: S_le => y _.
  have : exp (r * s y) <= exp (r * m) * exp (r * s' y).
    by rewrite -exp_plus; apply: exp_le; have := h y; nra.
  by have := mu0 y; nra.
have C : exp (r * (2 * m)) = exp (r * m) * exp (r * m) by rewrite -exp_plus; congr exp; lra.
rewrite /mdraw C; set Z := \S_y _ in z0 B *; set Z' := \S_y _ in z0' B *; set k := exp (r * m) in A B *.
have k0 : 0 < k by apply: exp_pos.
have e0 := exp_pos (r * s z); have m0 := mu0 z.
have -> : mu z * exp (r * s' z) / Z' = (mu z * exp (r * s' z) * Z) / (Z * Z') by field; lra.
have -> : k * k * (mu z * exp (r * s z) / Z) = (k * (mu z * exp (r * s z)) * (k * Z')) / (Z * Z') by field; lra.
apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat; nra.
apply: Rmult_le_compat; [|lra| |exact: B].
- by apply: Rmult_le_pos => //; left; apply: exp_pos.
- have : mu z * exp (r * s' z) <= mu z * (k * exp (r * s z)) by apply: Rmult_le_compat_l.
  lra.
Qed.
End Draw.

(* ---------- parts ---------- *)
Section Recursion.
Variables (G : finType) (n' k : nat).   (* groups; points 0..n'; parts of a level in a group, at most *)
Let point := 'I_n'.+1.
Let slot := [finType of (G * 'I_k)%type].
Let answer := [finType of {ffun slot -> option point}].
Implicit Types (D u : G -> data n').

(* What is known before a level: released points of each group in order, of which 0 and S n' + 1 may be the ends
   beyond the domain (a point z lies between b and c if b < z + 1 < c), and what each part is asked for. *)
Record level := Level {
  bound : G -> nat -> nat;
  rising : forall g, {homo bound g : i j / leq i j};
  a : slot -> R; b : slot -> R; ab : forall p, 0 < a p < b p;
  mu : slot -> option point -> R;
  mu_ge0 : forall p z, 0 <= mu p z;
  wanted : slot -> option point; mu_wanted : forall p, 0 < mu p (wanted p);
  c : slot -> R; y : slot -> R; y_le : forall p, 0 <= y p <= Rmax (a p) (b p - a p) }.

Definition within (l : level) (p : slot) (z : point) : bool :=
  leq (S (bound l p.1 p.2)) (S z) && leq (S (S z)) (bound l p.1 (S p.2)).
Definition rows l D (p : slot) : data n' := fun z => if within l p z then D p.1 z else 0.
Definition score l D p : option point -> R :=
  with_none (c l p - y l p * total (rows l D p)) (qscore (a l p) (b l p) (rows l D p)).
Definition s l p := Rmax (a l p) (b l p - a l p).

Lemma s_pos l p : 0 < s l p.
Proof. by have := ab l p; have := Rmax_l (a l p) (b l p - a l p); rewrite -/(s l p); lra. Qed.

Lemma rows_plus l D u p z : rows l (fun g => plus (D g) (u g)) p z = plus (rows l D p) (rows l u p) z.
Proof. by rewrite /rows /plus; case: ifP => _; lra. Qed.

Lemma qscore_ext q r' (D D' : data n') z : D =1 D' -> qscore q r' D z = qscore q r' D' z.
Proof.
move=> E; rewrite /qscore /less /total /at_most.
by congr (- Rmax 0 (Rmax (_ * _ - _ * _) (_ * _ - _ * _))); apply: eq_bigr => i _; rewrite E.
Qed.

Lemma parts_one l g z (i j : 'I_k) : within l (g, i) z -> within l (g, j) z -> i = j.
Proof.
rewrite /within /= => /andP[i1 i2] /andP[j1 j2]; apply: val_inj => /=.
have up := @rising l g; apply/eqP; rewrite eqn_leq.
apply/andP; split; rewrite leqNgt; apply/negP => lt.
- by have := up _ _ lt; lia.
- by have := up _ _ lt; lia.
Qed.

(* the parts of a level share no row *)
Lemma parts_apart l u : (forall g z, 0 <= u g z) -> \S_p total (rows l u p) <= \S_g total (u g).
Proof.
move=> u0; rewrite -(pair_bigA _ (fun g i => total (rows l u (g, i)))) /=.
apply: S_le => g _; rewrite /total exchange_big /=; apply: S_le => z _.
case: (pickP (fun i => within l (g, i) z)) => [i wi|none].
  rewrite (bigD1 i) //= big1 /rows /= ?wi; first by rewrite Rplus0r; apply: Rle_refl.
  by move=> j ne; case: ifP => // wj; move: ne; rewrite (parts_one wj wi) eqxx.
by rewrite big1 //= => i _; rewrite /rows none.
Qed.

Lemma score_moves l D u p z : (forall g y, 0 <= u g y) ->
  - (s l p * total (rows l u p)) <= score l (fun g => plus (D g) (u g)) p z - score l D p z <= s l p * total (rows l u p).
Proof.
move=> u0.
have r0 x : 0 <= rows l u p x by rewrite /rows; case: ifP => _; [apply: u0 | lra].
have t0 : 0 <= total (rows l u p) by apply: S_ge0.
case: z => [z|] /=.
- rewrite (@qscore_ext _ _ (rows l (fun g => plus (D g) (u g)) p) (plus (rows l D p) (rows l u p))); last exact: rows_plus.
  exact: (qscore_moves (ab l p) (rows l D p) z r0).
- have -> : total (rows l (fun g => plus (D g) (u g)) p) = total (rows l D p) + total (rows l u p).
    by rewrite /total -S_add; apply: eq_bigr => x _; rewrite rows_plus.
  by have := y_le l p; rewrite -/(s l p) => hy; nra.
Qed.

Variables (W e : R) (d : nat).
Hypothesis W0 : 0 < W.
Hypothesis e0 : 0 < e.
Hypothesis d0 : leq 1 d.

Let d_pos : 0 < INR d. Proof. by apply: lt_0_INR; apply/leP. Qed.

Definition rate l p := e / (2 * INR d * s l p * W).
Definition draw_level D l : answer -> R := draws (fun p => mdraw (rate l p) (mu l p) (score l D p)).

Lemma rate_pos l p : 0 < rate l p.
Proof.
apply: Rdiv_lt_0_compat => //; have := s_pos l p => sp.
by repeat apply: Rmult_lt_0_compat => //; lra.
Qed.

Lemma draw_level_law D l : law (draw_level D l).
Proof. by apply: draws_law => p; apply: (mdraw_law (mu_ge0 l p) (mu_wanted l p)). Qed.

Lemma one_level D u l : (forall g z, 0 <= u g z) -> \S_g total (u g) <= W ->
  indist (e / INR d) 0 (draw_level D l) (draw_level (fun g => plus (D g) (u g)) l) /\
  indist (e / INR d) 0 (draw_level (fun g => plus (D g) (u g)) l) (draw_level D l).
Proof.
move=> u0 uW; pose x p := total (rows l u p).
have cost p : rate l p * (2 * (s l p * x p)) = e / (INR d * W) * x p.
  by rewrite /rate; field; have := s_pos l p; split; [|split]; lra.
have x0 p : 0 <= x p.
  by apply: S_ge0 => z _; rewrite /rows; case: ifP => _; [apply: u0 | lra].
have sum : \S_p (rate l p * (2 * (s l p * x p))) <= e / INR d.
  rewrite (eq_bigr (fun p => e / (INR d * W) * x p)) => [|p _]; last exact: cost.
  rewrite S_mull; have h := Rle_trans _ _ _ (parts_apart l u0) uW.
  have -> : e / INR d = e / (INR d * W) * W by field; lra.
  by apply: Rmult_le_compat_l => //; left; apply: Rdiv_lt_0_compat => //; apply: Rmult_lt_0_compat.
have L Q : forall t, 0 <= draw_level Q l t by case: (draw_level_law Q l).
split.
- apply: (indist_weak (L _) sum (Rle_refl 0)).
  apply: groups_pure => p z; split; first exact: (mdraw_ge0 (mu_ge0 l p) (mu_wanted l p)).
  apply: (mdraw_le (mu_ge0 l p) (mu_wanted l p)); first by left; apply: rate_pos.
  by move=> t; have := score_moves l D p t u0; rewrite -/(x p); lra.
- apply: (indist_weak (L _) sum (Rle_refl 0)).
  apply: groups_pure => p z; split; first exact: (mdraw_ge0 (mu_ge0 l p) (mu_wanted l p)).
  apply: (mdraw_le (mu_ge0 l p) (mu_wanted l p)); first by left; apply: rate_pos.
  by move=> t; have := score_moves l D p t u0; rewrite -/(x p); lra.
Qed.

(* ---------- d levels, each chosen by all answers before it ---------- *)
Inductive plan : Type := Done | Next (l : level) (then_ : answer -> plan).
Fixpoint levels_at_most (m : nat) (q : plan) : Prop := match q, m with
  | Done, _ => True
  | Next _ _, 0 => False
  | Next _ th, S m' => forall t, levels_at_most m' (th t)
  end.

Fixpoint run_of (D D' : G -> data n') (q : plan) : strategy answer := match q with
  | Done => Stop answer
  | Next l th => Run (e / INR d) 0 (draw_level D l) (draw_level D' l) (fun t => run_of D D' (th t))
  end.
(* the law of all answers *)
Definition released D q : transcript answer d -> R := run answer true d (run_of D D q).

Lemma run_left D D' n : forall q t, run answer true n (run_of D D' q) t = run answer true n (run_of D D q) t.
Proof.
elim: n => [|n ih] [|l th] t //=; rewrite /joint /=; congr (_ * _).
case: t.1 => [o|] //=; exact: ih.
Qed.
Lemma run_right D D' n : forall q t, run answer false n (run_of D D' q) t = run answer true n (run_of D' D' q) t.
Proof.
elim: n => [|n ih] [|l th] t //=.
- by rewrite /joint; congr (_ * _); exact: (ih Done).
- rewrite /joint; congr (_ * _).
  by case: t.1 => [o|] //=; exact: (ih Done).
Qed.

Lemma granted_levels D u m q : (forall g z, 0 <= u g z) -> \S_g total (u g) <= W -> levels_at_most m q ->
  granted (run_of D (fun g => plus (D g) (u g)) q) (INR m * (e / INR d)) 0 /\
  granted (run_of (fun g => plus (D g) (u g)) D q) (INR m * (e / INR d)) 0.
Proof.
move=> u0 uW; have ed : 0 < e / INR d by apply: Rdiv_lt_0_compat.
elim: m q => [|m ih] [|l th] h //.
- by rewrite /= Rmult_0_l; split; split; lra.
- have : 0 <= INR m.+1 * (e / INR d) by apply: Rmult_le_pos; [apply: pos_INR | lra].
  by split; split; lra.
have [A B] := one_level D l u0 uW.
have m0 : 0 <= INR m * (e / INR d) by apply: Rmult_le_pos; [apply: pos_INR | lra].
have E : INR m.+1 * (e / INR d) - e / INR d = INR m * (e / INR d) by rewrite S_INR; lra.
have F : INR m.+1 * (e / INR d) = INR m * (e / INR d) + e / INR d by rewrite S_INR; lra.
have Z : 0 - 0 = 0 by lra.
split; split; rewrite ?E ?Z //; try lra; try (by split; apply: draw_level_law).
- by move=> t; case: (ih _ (h t)).
- by move=> t; case: (ih _ (h t)).
Qed.

Lemma Pr_ext (T : finType) (p p' : T -> R) (F : {set T}) : (forall t, p t = p' t) -> Pr p F = Pr p' F.
Proof. by move=> E; apply: eq_bigr => t _. Qed.

(* THEOREM 9, add-remove *)
Theorem recursion_add_remove D u q : (forall g z, 0 <= u g z) -> \S_g total (u g) <= W -> levels_at_most d q ->
  indist e 0 (released D q) (released (fun g => plus (D g) (u g)) q) /\
  indist e 0 (released (fun g => plus (D g) (u g)) q) (released D q).
Proof.
move=> u0 uW h; have [A B] := granted_levels D u0 uW h.
have ed : INR d * (e / INR d) = e by field; lra.
rewrite ed in A B; split=> F.
- by have := filter (n := d) A F; rewrite (Pr_ext F (run_left _ _ q)) (Pr_ext F (run_right _ _ q)).
- by have := filter (n := d) B F; rewrite (Pr_ext F (run_left _ _ q)) (Pr_ext F (run_right _ _ q)).
Qed.

(* THEOREM 9, replace: a user's rows u become v *)
Theorem recursion_replace D u v q : (forall g z, 0 <= u g z) -> \S_g total (u g) <= W ->
  (forall g z, 0 <= v g z) -> \S_g total (v g) <= W -> levels_at_most d q ->
  indist (2 * e) 0 (released (fun g => plus (D g) (u g)) q) (released (fun g => plus (D g) (v g)) q).
Proof.
move=> u0 uW v0 vW h.
have [_ A] := recursion_add_remove D u0 uW h; have [B _] := recursion_add_remove D v0 vW h.
by have := add_remove_twice A B; rewrite Rmult_0_r.
Qed.
End Recursion.

(* ---------- bits drawn once for each row ---------- *)
(* w: the law of the bits of all rows that both data sets have; v: of the user's rows *)
Theorem recursion_bits (T B C : finType) e (w : B -> R) (v : C -> R) (p : B -> T -> R) (p' : B -> C -> T -> R) :
  law w -> law v -> (forall i j, indist e 0 (p i) (p' i j) /\ indist e 0 (p' i j) (p i)) ->
  let P t := \S_i (w i * p i t) in
  let P' t := \S_i (w i * \S_j (v j * p' i j t)) in
  indist e 0 P P' /\ indist e 0 P' P.
Proof.
move=> [w0 w1] [v0 v1] h P P'.
have sum F : Pr P F = \S_i (w i * Pr (p i) F).
  by rewrite /Pr /P exchange_big /=; apply: eq_bigr => i _; rewrite S_mull.
have sum' F : Pr P' F = \S_i (w i * \S_j (v j * Pr (p' i j) F)).
  rewrite /Pr /P' exchange_big /=; apply: eq_bigr => i _; rewrite S_mull; congr (_ * _).
  by rewrite exchange_big /=; apply: eq_bigr => j _; rewrite S_mull.
have same F i : Pr (p i) F = \S_j (v j * Pr (p i) F) by rewrite -big_distrl /= v1; lra.
split=> F; rewrite sum sum' Rplus_0_r -S_mull; apply: S_le => i _; rewrite (same F i).
- have : \S_j (v j * Pr (p i) F) <= exp e * \S_j (v j * Pr (p' i j) F).
    rewrite -S_mull; apply: S_le => j _.
    have [A _] := h i j; have := A F; rewrite Rplus_0_r => a; have := v0 j; nra.
  by move=> x; have := w0 i; nra.
- have : \S_j (v j * Pr (p' i j) F) <= exp e * \S_j (v j * Pr (p i) F).
    rewrite -S_mull; apply: S_le => j _.
    have [_ A] := h i j; have := A F; rewrite Rplus_0_r => a; have := v0 j; nra.
  by move=> x; have := w0 i; nra.
Qed.
