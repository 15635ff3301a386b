(* Stable choice with psi weights: (e, delta)-DP over any number of groups, delta paid once.

   docs/guarantees/cut-choice.md Theorem 1; docs/guarantees/users.md Theorem 6.

   In words. In each group one candidate is drawn in proportion to psi_i = exp(e s_i) (1 - exp(-e w_i)), or
   bottom in proportion to b. Each candidate belongs to one of K >= 1 families. A user of weight x_g >= 0 in
   group g raises each score by 0..x_g and each weight by 0 or more, in each family by at most x_g together;
   afterwards no score is above its weight. The x_g add up to at most 1. Let e > 0,
   0 < delta <= 1 - exp(-e) and b >= K (exp(e) - 1)(1/delta - 1).

   `stable_choice_add_remove`: the answers of all groups, bottom included, are (e, 0)-indistinguishable from
   the data to the data and one user, and (e, delta)-indistinguishable back.
   `stable_choice_replace`: where one user takes the place of another, (2 e, delta).

   Not covered: plain weights (cut-choice.md, after Theorem 1), and any accuracy. That cut choice meets the
   conditions is in CutChoice.v. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
From Logstar Require Export Superadditive.
Local Open Scope R_scope.

Section Stable.
Variables (G C : finType).       (* groups; candidates *)
Variables (K : nat) (fam : C -> 'I_K).  (* K families, each candidate in one *)
Variables (e delta b : R).
Hypothesis e_pos : 0 < e.
Hypothesis delta_pos : 0 < delta.
Hypothesis cap : delta <= 1 - exp (- e).
Hypothesis K_pos : (0 < K)%nat.
(* b = K (e^e - 1)(1/delta - 1); more is allowed *)
Hypothesis bottom : INR K * (exp e - 1) * (1 / delta - 1) <= b.

Definition psi (s w : R) := exp (e * s) * (1 - exp (- (e * w))).
Definition Z (s w : C -> R) := b + \S_i psi (s i) (w i).
(* the draw: a candidate, or bottom *)
Definition draw (s w : C -> R) (o : option C) : R :=
  match o with Some i => psi (s i) (w i) / Z s w | None => b / Z s w end.

Let ee1 : 1 < exp e. Proof. by rewrite -exp_0; apply: exp_increasing. Qed.
Let K1 : 1 <= INR K. Proof. by rewrite -[1]/(INR 1); apply: le_INR; apply/leP. Qed.
Let delta1 : delta < 1. Proof. by have := exp_pos (- e); lra. Qed.

(* the cap on delta says e^e - 1 >= delta/(1 - delta) *)
Let rho := delta / (1 - delta).
Let rho0 : 0 < rho. Proof. by apply: Rdiv_lt_0_compat; lra. Qed.
Let rho_cap : rho <= exp e - 1.
Proof.
have h := exp_opp e; have := exp_pos (- e) => q0.
have A : delta <= (exp e - 1) * (1 - delta) by nra.
rewrite /rho; apply: (Rmult_le_reg_r (1 - delta)); first lra.
by rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.
Let inv_rho : 1 / delta - 1 = / rho. Proof. by rewrite /rho; field; lra. Qed.
Let bK : INR K <= b.
Proof.
apply: Rle_trans bottom; rewrite inv_rho.
have A : 1 <= (exp e - 1) * / rho.
  rewrite -[X in X <= _](Rinv_r rho); last (have := rho0; lra).
  apply: Rmult_le_compat_r; last exact: rho_cap.
  by left; apply: Rinv_0_lt_compat; exact: rho0.
by rewrite Rmult_assoc; have := K1; nra.
Qed.
Let b0 : 0 < b. Proof. lra. Qed.

Lemma psi_ge0 s w : 0 <= w -> 0 <= psi s w.
Proof.
move=> w0; apply: Rmult_le_pos; first by left; apply: exp_pos.
have := exp_opp (e * w); have := exp_ge1 (Rmult_le_pos _ _ (Rlt_le _ _ e_pos) w0).
by have := exp_pos (- (e * w)); nra.
Qed.

Lemma psi_mono s w s' w' : 0 <= w -> s <= s' -> w <= w' -> psi s w <= psi s' w'.
Proof.
move=> w0 hs hw; have := @psi_ge0 s w w0; rewrite /psi => h.
have a : exp (e * s) <= exp (e * s') by apply: exp_le; nra.
have c : exp (- (e * w')) <= exp (- (e * w)) by apply: exp_le; nra.
have := exp_pos (e * s) => p.
by apply: Rmult_le_compat; [lra | nra | lra | lra].
Qed.

(* (1) the excess of one candidate, a = w' - w what the user adds to w *)
Lemma excess x s w s' w' : w <= w' -> s' <= s + x -> s' <= w' -> 0 <= w ->
  psi s' w' - exp (e * x) * psi s w <= exp (e * (w' - w)) - 1.
Proof.
move=> hw hs hsw w0; rewrite /psi.
have h : exp (e * s') <= exp (e * x) * exp (e * s).
  by rewrite -exp_plus; apply: exp_le; nra.
have a : 0 <= 1 - exp (- (e * w)).
  have := exp_opp (e * w); have := exp_ge1 (Rmult_le_pos _ _ (Rlt_le _ _ e_pos) w0).
  by have := exp_pos (- (e * w)); nra.
have c : exp (- (e * w')) <= exp (- (e * w)) by apply: exp_le; nra.
have d : exp (e * s') <= exp (e * w') by apply: exp_le; nra.
have f : exp (e * (w' - w)) = exp (e * w') * exp (- (e * w)).
  by rewrite -exp_plus; congr exp; lra.
have g := exp_opp (e * w').
have A : exp (e * s') * (1 - exp (- (e * w))) <= exp (e * x) * exp (e * s) * (1 - exp (- (e * w))).
  exact: Rmult_le_compat_r.
have B : exp (e * s') * (exp (- (e * w)) - exp (- (e * w'))) <=
         exp (e * w') * (exp (- (e * w)) - exp (- (e * w'))).
  by apply: Rmult_le_compat_r => //; lra.
lra.
Qed.

(* what a user of weight x does to the candidates of one group *)
Record adds (x : R) (s w s' w' : C -> R) : Prop := Adds {
  add_x  : 0 <= x;
  add_w0 : forall i, 0 <= w i;
  add_w  : forall i, w i <= w' i;
  add_s  : forall i, s i <= s' i <= s i + x;             (* raises each score by 0..x *)
  add_sw : forall i, s' i <= w' i;                       (* scores are at most weights *)
  add_fam : forall k, \S_(i | fam i == k) (w' i - w i) <= x  (* in each family by at most x *)
}.

(* the total excess N over c psi, for scores that rise by at most y *)
Definition N y (s w s' w' : C -> R) :=
  \S_i Rmax 0 (psi (s' i) (w' i) - exp (e * y) * psi (s i) (w i)).

Lemma N_ge0 y s w s' w' : 0 <= N y s w s' w'.
Proof. by apply: S_ge0 => i _; apply: Rmax_l. Qed.

(* (2) N <= K (e^(ex) - 1) *)
Lemma N_le x s w s' w' : adds x s w s' w' -> N x s w s' w' <= INR K * (exp (e * x) - 1).
Proof.
move=> [x0 w0 hw hs hsw hf]; rewrite /N.
have a0 i : 0 <= w' i - w i by have := hw i; lra.
have e0 : 0 <= e by lra.
apply: (@Rle_trans _ (\S_i (exp (e * (w' i - w i)) - 1))).
  apply: S_le => i _; apply: Rmax_lub; first by have := exp_ge1 (Rmult_le_pos _ _ e0 (a0 i)); lra.
  by apply: excess => //; case: (hs i).
rewrite (partition_big fam xpredT) //=.
have -> : INR K * (exp (e * x) - 1) = \S_(k in [set: 'I_K]) (exp (e * x) - 1).
  by rewrite S_const cardsT card_ord.
rewrite [X in _ <= X](eq_bigl xpredT); last by move=> k; rewrite inE.
apply: S_le => k _; apply: Rle_trans (superadditive _ e0 a0) _.
apply: Rplus_le_compat_r; apply: exp_le; apply: Rmult_le_compat_l => //.
Qed.

Lemma Z_gt0 s w : (forall i, 0 <= w i) -> b <= Z s w.
Proof.
move=> w0; rewrite /Z; have : 0 <= \S_i psi (s i) (w i) by apply: S_ge0 => i _; apply: psi_ge0.
lra.
Qed.

Lemma draw_law s w : (forall i, 0 <= w i) -> law (draw s w).
Proof.
move=> w0; have z0 := @Z_gt0 s w w0; split.
- case=> [i|] /=; apply: Rmult_le_pos; try (by left; apply: Rinv_0_lt_compat; lra).
  + exact: psi_ge0.
  + lra.
- rewrite S_option /= S_div -Rdiv_plus_distr -/(Z s w); field; lra.
Qed.

Lemma w'_ge0 x s w s' w' : adds x s w s' w' -> forall i, 0 <= w' i.
Proof. by move=> [_ w0 hw _ _ _] i; have := w0 i; have := hw i; lra. Qed.

(* the normaliser grows, by at most e^(ex) *)
Lemma Z_mono x s w s' w' : adds x s w s' w' -> Z s w <= Z s' w'.
Proof.
move=> [_ w0 hw hs _ _]; apply: Rplus_le_compat_l; apply: S_le => i _.
by apply: psi_mono => //; case: (hs i).
Qed.

Lemma Z_le x s w s' w' : adds x s w s' w' -> Z s' w' <= exp (e * x) * Z s w.
Proof.
move=> h; have x0 := add_x h; have hN := N_le h; rewrite /Z.
have A : \S_i psi (s' i) (w' i) <= \S_i (exp (e * x) * psi (s i) (w i) +
           Rmax 0 (psi (s' i) (w' i) - exp (e * x) * psi (s i) (w i))).
  by apply: S_le => i _; have := Rmax_r 0 (psi (s' i) (w' i) - exp (e * x) * psi (s i) (w i)); lra.
move: A; rewrite S_add S_mull -/(N x s w s' w') => A.
have e1 : 1 <= exp (e * x) by apply: exp_ge1; nra.
have B : INR K * (exp (e * x) - 1) <= b * (exp (e * x) - 1) by apply: Rmult_le_compat_r; lra.
lra.
Qed.

(* (3) one group, from D to D': pure *)
Lemma up x s w s' w' o : adds x s w s' w' -> 0 <= draw s w o <= exp (e * x) * draw s' w' o.
Proof.
move=> h; have w0 := add_w0 h; have zb := @Z_gt0 s w w0; have zb' := @Z_gt0 s' w' (w'_ge0 h).
have hz := Z_le h.
have key p p' : 0 <= p <= p' -> 0 <= p / Z s w <= exp (e * x) * (p' / Z s' w').
  move=> hp; split; first by apply: Rmult_le_pos; [lra | left; apply: Rinv_0_lt_compat; lra].
  have -> : p / Z s w = (p * Z s' w') / (Z s w * Z s' w') by field; lra.
  have -> : exp (e * x) * (p' / Z s' w') = (p' * (exp (e * x) * Z s w)) / (Z s w * Z s' w') by field; lra.
  apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat; nra.
  by apply: Rmult_le_compat; lra.
case: o => [i|] /=; apply: key; last lra.
split; first by apply: psi_ge0.
by apply: psi_mono => //; [case: (add_s h i) | exact: (add_w h i)].
Qed.

(* (4) one group, from D' to D: all but the excess *)
Definition common y s w s' w' (o : option C) : R := match o with
  | Some i => Rmin (psi (s' i) (w' i)) (exp (e * y) * psi (s i) (w i)) / Z s' w'
  | None => b / Z s' w' end.

Lemma common_mass x s w s' w' : adds x s w s' w' ->
  / (1 + rho / (exp e - 1) * (exp (e * x) - 1)) <= \S_o common x s w s' w' o.
Proof.
move=> h; have w0 := add_w0 h; have w0' := w'_ge0 h; have zb' := @Z_gt0 s' w' w0'.
have x0 := add_x h; have hN := N_le h; have N0 := N_ge0 x s w s' w'.
have e1 : 1 <= exp (e * x) by apply: exp_ge1; nra.
have E : \S_o common x s w s' w' o = 1 - N x s w s' w' / Z s' w'.
  rewrite S_option /= S_div /N -Rdiv_plus_distr.
  have -> : \S_i Rmin (psi (s' i) (w' i)) (exp (e * x) * psi (s i) (w i)) =
     \S_i psi (s' i) (w' i) - \S_i Rmax 0 (psi (s' i) (w' i) - exp (e * x) * psi (s i) (w i)).
    rewrite -S_sub; apply: eq_bigr => i _.
    by rewrite /Rmin /Rmax; case: Rle_dec => *; case: Rle_dec => *; lra.
  by move: zb'; rewrite /Z => *; field; lra.
have zN : b + N x s w s' w' <= Z s' w'.
  rewrite /Z /N; apply: Rplus_le_compat_l; apply: S_le => i _; apply: Rmax_lub; first exact: psi_ge0.
  by have := psi_ge0 (s i) (w0 i); have := exp_pos (e * x); nra.
rewrite E.
set n := N x s w s' w' in N0 hN zN *; set k := rho / (exp e - 1).
have kb : n <= b * (k * (exp (e * x) - 1)).
  apply: Rle_trans hN _; rewrite -Rmult_assoc; apply: Rmult_le_compat_r; first lra.
  have -> : INR K = (INR K * (exp e - 1) * (1 / delta - 1)) * k.
    by rewrite inv_rho /k; field; lra.
  by apply: Rmult_le_compat_r => //; apply: Rmult_le_pos; [lra | left; apply: Rinv_0_lt_compat; lra].
set f := k * (exp (e * x) - 1) in kb *.
have f0 : 0 <= f by nra.
have A : n / Z s' w' <= n / (b + n).
  by apply: Rmult_le_compat_l => //; apply: Rinv_le_contravar; lra.
suff : / (1 + f) <= 1 - n / (b + n) by lra.
have -> : 1 - n / (b + n) = / ((b + n) / b) by field; lra.
apply: Rinv_le_contravar; first by apply: Rdiv_lt_0_compat; lra.
have -> : (b + n) / b = 1 + n / b by field; lra.
by apply: Rplus_le_compat_l; apply: (Rmult_le_reg_r b) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.

Lemma common_le x s w s' w' o : adds x s w s' w' -> 0 <= common x s w s' w' o <= draw s' w' o.
Proof.
move=> h; have w0 := add_w0 h; have w0' := w'_ge0 h; have zb' := @Z_gt0 s' w' w0'.
have iz : 0 < / Z s' w' by apply: Rinv_0_lt_compat; lra.
have ex := exp_pos (e * x).
case: o => [i|] /=; last by have := Rmult_le_pos b (/ Z s' w'); rewrite /Rdiv; lra.
have p0 := psi_ge0 (s i) (w0 i); have p0' := psi_ge0 (s' i) (w0' i).
split; first by apply: Rmult_le_pos; [apply: Rmin_glb; nra | lra].
by apply: Rmult_le_compat_r; [lra | apply: Rmin_l].
Qed.

(* G <= e^(e y) P, P any law whose weights are at least psi(s, w) and whose
   normaliser is at most e^(e z) Z' *)
Lemma common_low y z s w s' w' s1 w1 o :
  (forall i, 0 <= w i) -> (forall i, 0 <= w1 i) -> (forall i, 0 <= w' i) -> 0 <= y ->
  (forall i, psi (s i) (w i) <= psi (s1 i) (w1 i)) -> Z s1 w1 <= exp (e * z) * Z s' w' ->
  common y s w s' w' o <= exp (e * (y + z)) * draw s1 w1 o.
Proof.
move=> w0 w01 w0' y0 hp hz.
have zb := @Z_gt0 s1 w1 w01; have zb' := @Z_gt0 s' w' w0'.
have key p q : 0 <= q -> p <= exp (e * y) * q -> p / Z s' w' <= exp (e * (y + z)) * (q / Z s1 w1).
  move=> q0 hpq; rewrite Rmult_plus_distr_l exp_plus.
  have -> : p / Z s' w' = (p * Z s1 w1) / (Z s1 w1 * Z s' w') by field; lra.
  have -> : exp (e * y) * exp (e * z) * (q / Z s1 w1)
     = ((exp (e * y) * q) * (exp (e * z) * Z s' w')) / (Z s1 w1 * Z s' w') by field; lra.
  apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat; nra.
  have := exp_pos (e * y) => ey.
  apply: (@Rle_trans _ (exp (e * y) * q * Z s1 w1)).
    by apply: Rmult_le_compat_r; lra.
  by apply: Rmult_le_compat_l => //; nra.
have ey : 1 <= exp (e * y) by apply: exp_ge1; nra.
case: o => [i|] /=; apply: key; try lra.
- exact: psi_ge0.
- apply: Rle_trans (Rmin_r _ _) _; have := hp i; nra.
- by have := Rmult_le_compat_r b _ _ (Rlt_le _ _ b0) ey; lra.
Qed.

(* the product over groups of what is common lacks at most delta *)
Lemma delta_once (x : G -> R) (s w s' w' : G -> C -> R) :
  (forall g, adds (x g) (s g) (w g) (s' g) (w' g)) -> \S_g x g <= 1 ->
  1 - \P_g \S_o common (x g) (s g) (w g) (s' g) (w' g) o <= delta.
Proof.
move=> h x1; pose k := rho / (exp e - 1).
have k01 : 0 <= k <= 1.
  split; first by apply: Rmult_le_pos; [lra | left; apply: Rinv_0_lt_compat; lra].
  by apply: (Rmult_le_reg_r (exp e - 1)); [lra | rewrite /k /Rdiv Rmult_assoc Rinv_l; lra].
have x0 g : 0 <= x g := add_x (h g).
have [L1 L2] := @log_superadditive G e k x (Rlt_le _ _ e_pos) k01 x0.
have pos g : 0 < 1 + k * (exp (e * x g) - 1).
  by have : 1 <= exp (e * x g) by [apply: exp_ge1; have := x0 g; nra]; nra.
have Q : / (\P_g (1 + k * (exp (e * x g) - 1))) <= \P_g \S_o common (x g) (s g) (w g) (s' g) (w' g) o.
  have -> : / (\P_g (1 + k * (exp (e * x g) - 1))) = \P_g (/ (1 + k * (exp (e * x g) - 1))).
    have inv1 : / 1 = 1 by lra.
    suff [] : 0 < \P_g (1 + k * (exp (e * x g) - 1)) /\
      / (\P_g (1 + k * (exp (e * x g) - 1))) = \P_g (/ (1 + k * (exp (e * x g) - 1))) by [].
    apply: (big_ind2 (fun y z => 0 < y /\ / y = z)); first lra.
    + move=> y1 z1 y2 z2 [a1 <-] [a2 <-]; split; first nra.
      by rewrite Rinv_mult.
    + by move=> g _; split.
  suff : 0 <= \P_g (/ (1 + k * (exp (e * x g) - 1))) <= \P_g \S_o common (x g) (s g) (w g) (s' g) (w' g) o by case.
  apply: P_le => g; split; first by left; apply: Rinv_0_lt_compat.
  exact: common_mass (h g).
have E : exp (e * \S_g x g) <= exp e.
  by apply: exp_le; have : e * \S_g x g <= e * 1 by [apply: Rmult_le_compat_l; lra]; lra.
have D : \P_g (1 + k * (exp (e * x g) - 1)) <= / (1 - delta).
  apply: Rle_trans L2 _.
  have -> : / (1 - delta) = 1 + k * (exp e - 1) by rewrite /k /rho; field; lra.
  by apply: Rplus_le_compat_l; apply: Rmult_le_compat_l; lra.
have F : 1 - delta <= / (\P_g (1 + k * (exp (e * x g) - 1))).
  by rewrite -[X in X <= _]Rinv_inv; apply: Rinv_le_contravar; lra.
lra.
Qed.

(* THEOREM 6 of users.md = THEOREM 1 of cut-choice.md, add-remove.
   s, w: scores and weights of all candidates in all groups on D; s', w' on D
   and one user, who weighs x g in group g, at most 1 over all groups.  One
   independent draw for each group; which of them were bottom is in the tuple. *)
Theorem stable_choice_add_remove (x : G -> R) (s w s' w' : G -> C -> R) :
  (forall g, adds (x g) (s g) (w g) (s' g) (w' g)) -> \S_g x g <= 1 ->
  let P  := draws (fun g => draw (s g) (w g)) in
  let P' := draws (fun g => draw (s' g) (w' g)) in
  indist e 0 P P' /\ indist e delta P' P.
Proof.
move=> h x1 P P'.
have E : \S_g (e * x g) <= e.
  by rewrite S_mull; have : e * \S_g x g <= e * 1 by [apply: Rmult_le_compat_l; lra]; lra.
have L : forall g, law (draw (s g) (w g)) by move=> g; apply: draw_law; apply: add_w0 (h g).
have L' : forall g, law (draw (s' g) (w' g)) by move=> g; apply: draw_law; apply: w'_ge0 (h g).
split.
- apply: (@indist_weak _ (\S_g (e * x g)) 0) => //.
  + by case: (draws_law L').
  + lra.
  + by apply: groups_pure => g o; apply: up.
- apply: (@indist_weak _ (\S_g (e * x g)) (1 - \P_g \S_o common (x g) (s g) (w g) (s' g) (w' g) o)) => //.
  + by case: (draws_law L).
  + exact: delta_once.
  + apply: groups_mixture => // g o; first exact: common_le.
    have -> : e * x g = e * (x g + 0) by lra.
    apply: common_low.
    * exact: (add_w0 (h g)).
    * exact: (add_w0 (h g)).
    * exact: w'_ge0 (h g).
    * exact: add_x (h g).
    * by move=> i; right.
    * by rewrite Rmult_0_r exp_0 Rmult_1_l; apply: Z_mono (h g).
Qed.

(* THEOREM 6, replace: A without the user, D = A and x, D' = A and y: (2 e, delta) *)
Theorem stable_choice_replace (x y : G -> R) (sA wA s w s' w' : G -> C -> R) :
  (forall g, adds (x g) (sA g) (wA g) (s g) (w g)) -> \S_g x g <= 1 ->
  (forall g, adds (y g) (sA g) (wA g) (s' g) (w' g)) -> \S_g y g <= 1 ->
  let P  := draws (fun g => draw (s g) (w g)) in
  let P' := draws (fun g => draw (s' g) (w' g)) in
  indist (2 * e) delta P' P.
Proof.
move=> h x1 h' y1 P P'.
have E : \S_g (e * (y g + x g)) <= 2 * e.
  rewrite S_mull S_add.
  have : e * (\S_g y g + \S_g x g) <= e * 2 by [apply: Rmult_le_compat_l; lra]; lra.
have L : forall g, law (draw (s g) (w g)) by move=> g; apply: draw_law; apply: w'_ge0 (h g).
have L' : forall g, law (draw (s' g) (w' g)) by move=> g; apply: draw_law; apply: w'_ge0 (h' g).
apply: (@indist_weak _ (\S_g (e * (y g + x g)))
  (1 - \P_g \S_o common (y g) (sA g) (wA g) (s' g) (w' g) o)) => //.
- by case: (draws_law L).
- exact: delta_once.
- apply: groups_mixture => // g o; first exact: common_le.
  apply: common_low.
  + exact: (add_w0 (h g)).
  + exact: w'_ge0 (h g).
  + exact: w'_ge0 (h' g).
  + exact: add_x (h' g).
  + by move=> i; apply: psi_mono; [exact: (add_w0 (h g) i) | case: (add_s (h g) i) | exact: (add_w (h g) i)].
  + apply: Rle_trans (Z_le (h g)) _; apply: Rmult_le_compat_l; first by left; apply: exp_pos.
    exact: Z_mono (h' g).
Qed.
End Stable.
