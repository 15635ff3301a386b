(* Draws whose weights fall at one rate and rise at another, without bottom.

   docs/guarantees/cut-choice.md Theorems 6, 8 and 9a, as far as they are about weights;
   docs/guarantees/users.md Theorem 8, one inequality of it.

   In words. One candidate is drawn in proportion to its weight.
   `choice_replaced` (Theorem 6): where either side exceeds exp(e') times the other by at most N in all, and
   every total is at least N/delta, the draw is (e' + ln(exp(e') + delta), delta)-indistinguishable.
   `two_rates_records` (Theorem 8): where a record makes at most K new candidates of weight at most 1 each,
   moves every other weight within a factor of [exp(-e_d), exp(e_w)], and every total is at least K/delta,
   the draw is (e_d + ln(exp(e_w) + delta), delta)-indistinguishable, from the data to the data and one
   record even with delta = 0.
   `two_rates_pure` (Theorem 9a): where every weight moves within [exp(-e_d), exp(e_w)], it is
   (e_d + e_w, 0)-indistinguishable in both directions.
   `two_rates_users_slope`: (1 + k) exp(z) - k <= exp((1 + k) z), on which Theorem 8 of users.md rests.

   Not covered: that the weights of cut choice move so, and that totals are as large as assumed; K = 0,
   which the page allows for keys of one bit; several groups (TwoRatesUsers.v). *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Choice.
Variable C : finType.
(* one of C in proportion to weights a >= 0; bottom is one of C, if there is one *)
Definition tot (a : C -> R) := \S_i a i.
Definition choose (a : C -> R) i := a i / tot a.

(* the core of Theorem 8: weights fall by at most f1 and, but for an excess
   of N <= N0 in all, rise by at most f2; totals are at least N0/delta *)
Theorem choice_two_rates (a a' : C -> R) (f1 f2 N0 delta : R) :
  (forall i, 0 <= a i) -> (forall i, 0 <= a' i) -> 1 <= f1 -> 1 <= f2 -> 0 < delta ->
  (forall i, a i <= f1 * a' i) ->
  \S_i Rmax 0 (a' i - f2 * a i) <= N0 ->
  0 < tot a -> 0 < tot a' -> N0 <= delta * tot a -> N0 <= delta * tot a' ->
  indist (ln (f1 * (f2 + delta))) 0 (choose a) (choose a') /\
  indist (ln (f1 * f2)) delta (choose a') (choose a).
Proof.
move=> a0 a0' f11 f21 d0 hf hN t0 t0' n1 n2.
have Zup : tot a' <= f2 * tot a + N0.
  apply: (@Rle_trans _ (\S_i (f2 * a i + Rmax 0 (a' i - f2 * a i)))).
    by apply: S_le => i _; have := Rmax_r 0 (a' i - f2 * a i); lra.
  by rewrite S_add S_mull /tot; lra.
have Zdown : tot a <= f1 * tot a' by rewrite /tot -S_mull; apply: S_le.
split.
- apply: indist_pure => i; rewrite exp_ln; last by apply: Rmult_lt_0_compat; lra.
  have -> : choose a i = (a i * tot a') / (tot a * tot a') by rewrite /choose; field; lra.
  have -> : f1 * (f2 + delta) * choose a' i = (f1 * a' i * ((f2 + delta) * tot a)) / (tot a * tot a').
    by rewrite /choose; field; lra.
  apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat; apply: Rmult_lt_0_compat.
  by apply: Rmult_le_compat => //; lra.
- apply: (@indist_mix _ _ _ _ _ (fun i => Rmax 0 (a' i - f2 * a i) / tot a')).
  + by move=> i; apply: Rmult_le_pos; [apply: Rmax_l | left; apply: Rinv_0_lt_compat].
  + move=> i; rewrite exp_ln; last by apply: Rmult_lt_0_compat; lra.
    have h := Rmax_r 0 (a' i - f2 * a i).
    have A : f2 * a i / tot a' <= f1 * f2 * choose a i.
      have -> : f2 * a i / tot a' = (f2 * a i) * tot a / (tot a * tot a') by field; lra.
      have -> : f1 * f2 * choose a i = (f2 * a i) * (f1 * tot a') / (tot a * tot a').
        by rewrite /choose; field; lra.
      apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat; apply: Rmult_lt_0_compat.
      by apply: Rmult_le_compat_l => //; apply: Rmult_le_pos; [lra | apply: a0].
    have B : choose a' i <= f2 * a i / tot a' + Rmax 0 (a' i - f2 * a i) / tot a'.
      rewrite /choose -Rdiv_plus_distr; apply: Rmult_le_compat_r; last lra.
      by left; apply: Rinv_0_lt_compat.
    lra.
  + rewrite S_div; apply: (Rmult_le_reg_r (tot a')) => //.
    by rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.
(* the core of Theorem 6: replace, where weights may rise from 0 on either side *)
Theorem choice_replaced (a a' : C -> R) (f N0 delta : R) :
  (forall i, 0 <= a i) -> (forall i, 0 <= a' i) -> 1 <= f -> 0 < delta ->
  \S_i Rmax 0 (a' i - f * a i) <= N0 -> \S_i Rmax 0 (a i - f * a' i) <= N0 ->
  0 < tot a -> 0 < tot a' -> N0 <= delta * tot a -> N0 <= delta * tot a' ->
  indist (ln f + ln (f + delta)) delta (choose a') (choose a).
Proof.
move=> a0 a0' f1 d0 hN hN' t0 t0' n1 n2.
have Zdown : tot a <= (f + delta) * tot a'.
  have : tot a <= \S_i (f * a' i + Rmax 0 (a i - f * a' i)).
    by apply: S_le => i _; have := Rmax_r 0 (a i - f * a' i); lra.
  by rewrite S_add S_mull -/(tot a'); lra.
have -> : ln f + ln (f + delta) = ln (f * (f + delta)) by rewrite ln_mult //; lra.
apply: (@indist_mix _ _ _ _ _ (fun i => Rmax 0 (a' i - f * a i) / tot a')).
- by move=> i; apply: Rmult_le_pos; [apply: Rmax_l | left; apply: Rinv_0_lt_compat].
- move=> i; rewrite exp_ln; last by apply: Rmult_lt_0_compat; lra.
  have h := Rmax_r 0 (a' i - f * a i).
  have A : f * a i / tot a' <= f * (f + delta) * choose a i.
    have -> : f * a i / tot a' = (f * a i) * tot a / (tot a * tot a') by field; lra.
    have -> : f * (f + delta) * choose a i = (f * a i) * ((f + delta) * tot a') / (tot a * tot a').
      by rewrite /choose; field; lra.
    apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat; apply: Rmult_lt_0_compat.
    by apply: Rmult_le_compat_l => //; apply: Rmult_le_pos; [lra | apply: a0].
  have B : choose a' i <= f * a i / tot a' + Rmax 0 (a' i - f * a i) / tot a'.
    rewrite /choose -Rdiv_plus_distr; apply: Rmult_le_compat_r; last lra.
    by left; apply: Rinv_0_lt_compat.
  lra.
- rewrite S_div; apply: (Rmult_le_reg_r (tot a')) => //.
  by rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.

(* the core of Theorem 9a: no excess at all *)
Theorem two_rates_pure (a a' : C -> R) (ed ew : R) :
  (forall i, 0 <= a i) -> 0 < tot a -> 0 < tot a' ->
  (forall i, exp (- ed) * a i <= a' i <= exp ew * a i) ->
  indist (ed + ew) 0 (choose a) (choose a') /\ indist (ed + ew) 0 (choose a') (choose a).
Proof.
move=> a0 t0 t0' h; have pd := exp_pos ed; have pw := exp_pos ew; have E := exp_opp ed.
have down i : a i <= exp ed * a' i.
  have := Rmult_le_compat_l (exp ed) _ _ (Rlt_le _ _ pd) (proj1 (h i)).
  by rewrite -Rmult_assoc [exp ed * _]Rmult_comm E; lra.
have Zd : tot a <= exp ed * tot a' by rewrite /tot -S_mull; apply: S_le.
have Zu : tot a' <= exp ew * tot a by rewrite /tot -S_mull; apply: S_le => i _; case: (h i).
have q0 : 0 < tot a * tot a' by apply: Rmult_lt_0_compat.
have a0' i : 0 <= a' i by have := h i; have := exp_pos (- ed); have := a0 i; nra.
split; apply: indist_pure => i; rewrite exp_plus.
- have -> : choose a i = (a i * tot a') / (tot a * tot a') by rewrite /choose; field; lra.
  have -> : exp ed * exp ew * choose a' i = ((exp ed * a' i) * (exp ew * tot a)) / (tot a * tot a').
    by rewrite /choose; field; lra.
  by apply: Rmult_le_compat_r; [left; apply: Rinv_0_lt_compat | apply: Rmult_le_compat => //; lra].
- have -> : choose a' i = (a' i * tot a) / (tot a * tot a') by rewrite /choose; field; lra.
  have -> : exp ed * exp ew * choose a i = ((exp ew * a i) * (exp ed * tot a')) / (tot a * tot a').
    by rewrite /choose; field; lra.
  by apply: Rmult_le_compat_r; [left; apply: Rinv_0_lt_compat | apply: Rmult_le_compat => //; try lra; case: (h i)].
Qed.
End Choice.

(* THEOREM 8 of cut-choice.md: records, two rates.  What a record does to the
   weights: each old one moves within [e^-e_d, e^e_w]; candidates that are new
   (weight 0 before) weigh at most 1, and there are K of them at most; totals are
   at least K/delta for every data set.  Then e = e_d + ln(e^e_w + delta). *)
Theorem two_rates_records (C : finType) (a a' : C -> R) (new : {set C}) (K : nat) (ed ew delta : R) :
  0 <= ed -> 0 <= ew -> 0 < delta ->
  (forall i, 0 <= a i) -> (forall i, 0 <= a' i) ->
  (forall i, i \in new -> a i = 0 /\ a' i <= 1) -> (#|new| <= K)%nat -> (0 < K)%nat ->
  (forall i, i \notin new -> exp (- ed) * a i <= a' i <= exp ew * a i) ->
  INR K / delta <= tot a -> INR K / delta <= tot a' ->
  let e := ed + ln (exp ew + delta) in
  indist e 0 (choose a) (choose a') /\ indist e delta (choose a') (choose a).
Proof.
move=> ed0 ew0 d0 a0 a0' hnew hK K0 hold t t' e.
have f1 := exp_ge1 ed0; have f2 := exp_ge1 ew0.
have K1 : 1 <= INR K by rewrite -[1]/(INR 1); apply: le_INR; apply/leP.
have Kd : 0 < INR K / delta by apply: Rdiv_lt_0_compat; lra.
have KK x : INR K / delta <= x -> INR K <= delta * x.
  move=> h; have := Rmult_le_compat_l delta _ _ (Rlt_le _ _ d0) h.
  by have -> : delta * (INR K / delta) = INR K by field; lra.
have E : e = ln (exp ed * (exp ew + delta)) by rewrite ln_mult ?ln_exp //; lra.
have [||||||A B] := @choice_two_rates C a a' (exp ed) (exp ew) (INR K) delta a0 a0' f1 f2 d0.
- move=> i; case: (boolP (i \in new)) => [/hnew [-> _]|/hold [h _]].
    by apply: Rmult_le_pos; [lra | apply: a0'].
  have := Rmult_le_compat_l (exp ed) _ _ (Rlt_le _ _ (exp_pos ed)) h.
  by rewrite -Rmult_assoc [exp ed * _]Rmult_comm exp_opp; lra.
- apply: (@Rle_trans _ (\S_(i in new) 1)); last by rewrite S_const Rmult_1_r; apply: le_INR; apply/leP.
  rewrite [X in _ <= X]big_mkcond /=; apply: S_le => i _; case: ifP => hi.
    by have [-> h] := hnew i hi; apply: Rmax_lub; lra.
  by have [_ h] := hold i (negbT hi); apply: Rmax_lub; lra.
- lra.
- lra.
- exact: KK.
- exact: KK.
split; first by rewrite E.
apply: (@indist_weak _ (ln (exp ed * exp ew)) delta) => //.
- by move=> i; apply: Rmult_le_pos => //; left; apply: Rinv_0_lt_compat; lra.
- rewrite E; apply: Rlt_le; apply: ln_increasing; first by apply: Rmult_lt_0_compat; lra.
  by apply: Rmult_lt_compat_l; lra.
- lra.
Qed.

(* ln h(x) <= e_w (1 + k) x for h(x) = (1 + k) e^(e_w x) - k: without calculus *)
Lemma two_rates_users_slope (z k : R) : 0 <= z -> 0 <= k -> (1 + k) * exp z - k <= exp ((1 + k) * z).
Proof.
move=> z0 k0; have -> : (1 + k) * z = z + k * z by lra.
rewrite exp_plus; have p := exp_pos z.
have A : 1 + k * z <= exp (k * z) by apply: exp_ineq1_le.
have B : 1 + - z <= exp (- z) by apply: exp_ineq1_le.
have C := exp_opp z.
have D : exp z * (1 + - z) <= 1 by rewrite -C [exp (- z) * _]Rmult_comm; apply: Rmult_le_compat_l; lra.
have E : exp z * (1 + k * z) <= exp z * exp (k * z) by apply: Rmult_le_compat_l; lra.
have F : k * (exp z * (1 + - z)) <= k * 1 by apply: Rmult_le_compat_l.
lra.
Qed.
