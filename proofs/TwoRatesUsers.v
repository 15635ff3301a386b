(* Draws at two rates over groups of users, without bottom.

   docs/guarantees/users.md Theorem 8.

   In words. In each group one candidate i is drawn in proportion to S_i (1 - exp(-e_w w_i)). Each candidate belongs
   to one of K families. A user of weight x_g >= 0 in group g moves each S_i within [exp(-e_d x_g), exp(e_w x_g)] of
   what it was, and raises each w_i by 0 or more, in each family by at most x_g together; before and afterwards S_i
   > 0, and afterwards S_i <= exp(e_w w_i). The x_g add up to at most 1. In each group the candidates weigh at least
   K (exp(e_w) - 1)/delta together, on either side. Let k = delta/(exp(e_w) - 1).

   `two_rates_users`: the answers of all groups are (e_d + e_w (1 + k), 0)-indistinguishable from the data to the
   data and one user, and (e_d + e_w, delta)-indistinguishable back.

   Not covered: that S = min(exp(e_w w), ...) of ranks moves so; that totals are as large as assumed. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive TwoRates.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* the product of m_g in 0..1 is at least 1 less what they lack *)
Lemma P_lacks (I : finType) (m : I -> R) : (forall i, 0 <= m i <= 1) -> 1 - \S_i (1 - m i) <= \P_i m i.
Proof.
move=> h; suff : 1 - \S_i (1 - m i) <= \P_i m i /\ 0 <= \P_i m i <= 1 /\ 0 <= \S_i (1 - m i) by case.
apply: (big_ind2 (fun s p => 1 - s <= p /\ 0 <= p <= 1 /\ 0 <= s)) => [|s1 p1 s2 p2 A B|i _]; first lra.
- by case: A => [a [b c]]; case: B => [a' [b' c']]; split; [nra | split; [split; nra | lra]].
- by have := h i; lra.
Qed.

Section One.
Variables (C : finType) (K : nat) (fam : C -> 'I_K) (ed ew delta : R).
Hypothesis ed0 : 0 <= ed.
Hypothesis ew0 : 0 < ew.
Hypothesis d0 : 0 < delta.
Definition weight (S w : C -> R) i := S i * (1 - exp (- (ew * w i))).
(* what a user of weight x does in one group *)
Record moves (x : R) (S w S' w' : C -> R) : Prop := Moves {
  mv_x : 0 <= x;
  mv_w0 : forall i, 0 <= w i;
  mv_w : forall i, w i <= w' i;
  mv_S0 : forall i, 0 < S i /\ 0 < S' i;
  mv_S : forall i, exp (- (ed * x)) * S i <= S' i <= exp (ew * x) * S i;
  mv_Sw : forall i, S' i <= exp (ew * w' i);
  mv_fam : forall k, \S_(i | fam i == k) (w' i - w i) <= x;
  mv_tot : INR K * (exp ew - 1) / delta <= tot (weight S w);
  mv_tot' : INR K * (exp ew - 1) / delta <= tot (weight S' w');
  mv_pos : 0 < tot (weight S w) /\ 0 < tot (weight S' w') }.

Let k := delta / (exp ew - 1).
Let ew1 : 1 < exp ew. Proof. by rewrite -exp_0; apply: exp_increasing. Qed.
Let k0 : 0 < k. Proof. by apply: Rdiv_lt_0_compat; lra. Qed.
(* what a user of weight x may lack *)
Definition share x := k * (exp (ew * x) - 1).
Lemma share0 x : 0 <= x -> 0 <= share x.
Proof.
move=> x0; apply: Rmult_le_pos; first by left; apply: k0.
by have := @exp_ge1 (ew * x); have : 0 <= ew * x by [apply: Rmult_le_pos; lra] => h /(_ h); lra.
Qed.

Variables (x : R) (S w S' w' : C -> R).
Hypothesis mv : moves x S w S' w'.
Let a := weight S w. Let a' := weight S' w'.
Let x0 : 0 <= x. Proof. exact: mv_x mv. Qed.
Let f1 := exp (ed * x). Let f2 := exp (ew * x).
Let f11 : 1 <= f1. Proof. by apply: exp_ge1; apply: Rmult_le_pos. Qed.
Let f21 : 1 <= f2. Proof. by apply: exp_ge1; apply: Rmult_le_pos => //; lra. Qed.

Lemma gap u v : 0 <= u -> u <= v -> 0 <= 1 - exp (- (ew * u)) <= 1 - exp (- (ew * v)).
Proof.
move=> u0 uv; have A : exp (- (ew * v)) <= exp (- (ew * u)) by apply: exp_le; nra.
have B : exp (- (ew * u)) <= 1 by rewrite -exp_0; apply: exp_le; nra.
lra.
Qed.
Lemma weights_ge0 i : 0 <= a i /\ 0 <= a' i.
Proof.
have [s0 s0'] := mv_S0 mv i; have [g g'] := gap (mv_w0 mv i) (mv_w mv i).
by split; apply: Rmult_le_pos; lra.
Qed.
Lemma falls i : a i <= f1 * a' i.
Proof.
have [s0 s0'] := mv_S0 mv i; have [g g'] := gap (mv_w0 mv i) (mv_w mv i); have [lo _] := mv_S mv i.
have A : S i <= f1 * S' i.
  have := Rmult_le_compat_l f1 _ _ ltac:(lra) lo.
  by rewrite -Rmult_assoc /f1 [exp (ed * x) * _]Rmult_comm exp_opp; lra.
rewrite /a /a' /weight -Rmult_assoc; apply: Rmult_le_compat; lra.
Qed.
Lemma rises i : Rmax 0 (a' i - f2 * a i) <= exp (ew * (w' i - w i)) - 1.
Proof.
have [s0 s0'] := mv_S0 mv i; have [g g'] := gap (mv_w0 mv i) (mv_w mv i); have [_ hi] := mv_S mv i.
have dw : 0 <= w' i - w i by have := mv_w mv i; lra.
apply: Rmax_lub.
  by have := @exp_ge1 (ew * (w' i - w i)); have : 0 <= ew * (w' i - w i) by [apply: Rmult_le_pos; lra] => h /(_ h); lra.
have A : S' i * (1 - exp (- (ew * w i))) <= f2 * S i * (1 - exp (- (ew * w i))) by apply: Rmult_le_compat_r.
have B : S' i * (exp (- (ew * w i)) - exp (- (ew * w' i))) <= exp (ew * w' i) * (exp (- (ew * w i)) - exp (- (ew * w' i))).
  by apply: Rmult_le_compat_r; [lra | exact: (mv_Sw mv)].
have E : exp (ew * (w' i - w i)) = exp (ew * w' i) * exp (- (ew * w i)) by rewrite -exp_plus; congr exp; lra.
have F : exp (ew * w' i) * exp (- (ew * w' i)) = 1 by rewrite Rmult_comm exp_opp.
by rewrite E /a /a' /weight; lra.
Qed.
Definition excess := \S_i Rmax 0 (a' i - f2 * a i).
Lemma excess_le : excess <= share x * tot a /\ excess <= share x * tot a'.
Proof.
have A : excess <= INR K * (exp (ew * x) - 1).
  have dw i : 0 <= w' i - w i by have := mv_w mv i; lra.
  have e0 : 0 <= ew by lra.
  apply: (@Rle_trans _ (\S_i (exp (ew * (w' i - w i)) - 1))); first by apply: S_le => i _; apply: rises.
  rewrite (partition_big fam xpredT) //=.
  have -> : INR K * (exp (ew * x) - 1) = \S_(k in [set: 'I_K]) (exp (ew * x) - 1) by rewrite S_const cardsT card_ord.
  rewrite [X in _ <= X](eq_bigl xpredT); last by move=> j; rewrite inE.
  apply: S_le => j _; apply: Rle_trans (superadditive _ e0 dw) _.
  by apply: Rplus_le_compat_r; apply: exp_le; apply: Rmult_le_compat_l => //; exact: (mv_fam mv).
have B t : INR K * (exp ew - 1) / delta <= t -> INR K * (exp (ew * x) - 1) <= share x * t.
  move=> h; have := Rmult_le_compat_l _ _ _ (share0 x0) h.
  by have -> : share x * (INR K * (exp ew - 1) / delta) = INR K * (exp (ew * x) - 1) by [rewrite /share /k; field; lra].
by split; apply: Rle_trans A _; apply: B; [apply: mv_tot mv | apply: mv_tot' mv].
Qed.

(* from the data to the data and the user *)
Lemma two_rates_up i : 0 <= choose a i <= exp ((ed + ew * (1 + k)) * x) * choose a' i.
Proof.
have [t0 t0'] := mv_pos mv; rewrite -/a -/a' in t0 t0'; have [p0 p0'] := weights_ge0 i.
split; first by apply: Rmult_le_pos => //; left; apply: Rinv_0_lt_compat.
have Z : tot a' <= (f2 + share x) * tot a.
  apply: (@Rle_trans _ (\S_i (f2 * a i + Rmax 0 (a' i - f2 * a i)))).
    by apply: S_le => j _; have := Rmax_r 0 (a' j - f2 * a j); lra.
  by rewrite S_add S_mull -/(tot a) -/excess; have := excess_le; lra.
have H : f2 + share x <= exp (ew * (1 + k) * x).
  have := @two_rates_users_slope (ew * x) k ltac:(nra) ltac:(lra); rewrite -/f2 /share -/f2.
  have -> : (1 + k) * (ew * x) = ew * (1 + k) * x by ring.
  lra.
have -> : exp ((ed + ew * (1 + k)) * x) = f1 * exp (ew * (1 + k) * x) by rewrite /f1 -exp_plus; congr exp; ring.
have -> : choose a i = (a i * tot a') / (tot a * tot a') by rewrite /choose; field; lra.
have -> : f1 * exp (ew * (1 + k) * x) * choose a' i = (f1 * a' i * (exp (ew * (1 + k) * x) * tot a)) / (tot a * tot a').
  by rewrite /choose; field; lra.
apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat; apply: Rmult_lt_0_compat.
apply: Rmult_le_compat => //; [lra | exact: falls | apply: Rle_trans Z _; apply: Rmult_le_compat_r; lra].
Qed.

(* and back: all but the excess *)
Definition common i := Rmin (a' i) (f2 * a i) / tot a'.
Lemma common_le i : 0 <= common i <= choose a' i.
Proof.
have [t0 t0'] := mv_pos mv; rewrite -/a -/a' in t0 t0'; have [p0 p0'] := weights_ge0 i.
have i0 : 0 < / tot a' by apply: Rinv_0_lt_compat.
split; first by apply: Rmult_le_pos; [apply: Rmin_glb => //; apply: Rmult_le_pos; lra | lra].
by apply: Rmult_le_compat_r; [lra | apply: Rmin_l].
Qed.
Lemma common_low i : common i <= exp ((ed + ew) * x) * choose a i.
Proof.
have [t0 t0'] := mv_pos mv; rewrite -/a -/a' in t0 t0'; have [p0 p0'] := weights_ge0 i.
have Z : tot a <= f1 * tot a' by rewrite /tot -S_mull; apply: S_le => j _; apply: falls.
have -> : exp ((ed + ew) * x) = f1 * f2 by rewrite /f1 /f2 -exp_plus; congr exp; ring.
have -> : common i = (Rmin (a' i) (f2 * a i) * tot a) / (tot a * tot a') by rewrite /common; field; lra.
have -> : f1 * f2 * choose a i = (f2 * a i * (f1 * tot a')) / (tot a * tot a') by rewrite /choose; field; lra.
apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat; apply: Rmult_lt_0_compat.
apply: Rmult_le_compat => //; [apply: Rmin_glb => //; apply: Rmult_le_pos; lra | lra | exact: Rmin_r].
Qed.
Lemma common_mass : 1 - share x <= \S_i common i <= 1.
Proof.
have [t0 t0'] := mv_pos mv; rewrite -/a -/a' in t0 t0'.
have E : \S_i common i = 1 - excess / tot a'.
  rewrite /common S_div.
  have -> : \S_i Rmin (a' i) (f2 * a i) = tot a' - excess.
    rewrite /tot /excess -S_sub; apply: eq_bigr => i _.
    by rewrite /Rmin /Rmax; case: Rle_dec => *; case: Rle_dec => * /=; lra.
  by field; lra.
have n0 : 0 <= excess by apply: S_ge0 => i _; apply: Rmax_l.
have i0 : 0 < / tot a' by apply: Rinv_0_lt_compat.
have A : excess / tot a' <= share x.
  by apply: (Rmult_le_reg_r (tot a')) => //; rewrite /Rdiv Rmult_assoc Rinv_l; [have := excess_le; lra | lra].
have : 0 <= excess / tot a' by apply: Rmult_le_pos; lra.
lra.
Qed.
End One.

(* THEOREM 8 of users.md *)
Theorem two_rates_users (G C : finType) (K : nat) (fam : C -> 'I_K) (ed ew delta : R) (x : G -> R)
  (S w S' w' : G -> C -> R) :
  0 <= ed -> 0 < ew -> 0 < delta ->
  (forall g, moves fam ed ew delta (x g) (S g) (w g) (S' g) (w' g)) -> \S_g x g <= 1 ->
  let k := delta / (exp ew - 1) in
  let P := draws (fun g => choose (weight ew (S g) (w g))) in
  let P' := draws (fun g => choose (weight ew (S' g) (w' g))) in
  indist (ed + ew * (1 + k)) 0 P P' /\ indist (ed + ew) delta P' P.
Proof.
move=> ed0 ew0 d0 mv x1 k P P'.
have ew1 : 1 < exp ew by rewrite -exp_0; apply: exp_increasing.
have k0 : 0 < k by apply: Rdiv_lt_0_compat; lra.
have x0 g : 0 <= x g by apply: mv_x (mv g).
have P_pos f : 0 <= P f by apply: Logstar.Sums.P_ge0 => g; have [] := two_rates_up ed0 ew0 d0 (mv g) (f g).
have P'_pos f : 0 <= P' f.
  by apply: Logstar.Sums.P_ge0 => g; have := common_le ew0 (mv g) (f g); lra.
split.
- apply: (@indist_weak _ (\S_g ((ed + ew * (1 + k)) * x g)) 0) => //; try lra.
    by rewrite S_mull; have : 0 <= ew * (1 + k) by [apply: Rmult_le_pos; lra]; nra.
  by apply: groups_pure => g i; apply: (two_rates_up ed0 ew0 d0 (mv g)).
- have L g : law (choose (weight ew (S' g) (w' g))).
    have [t0 t0'] := mv_pos (mv g); split=> [i|]; first by have := common_le ew0 (mv g) i; lra.
    by rewrite /choose S_div -/(tot (weight ew (S' g) (w' g))); field; lra.
  have := @groups_mixture G C _ _ (fun g => common ew (x g) (S g) (w g) (S' g) (w' g)) (fun g => (ed + ew) * x g) L
    (fun g i => common_le ew0 (mv g) i) (fun g i => common_low ed0 ew0 (mv g) i).
  apply: indist_weak => //.
  + by rewrite S_mull; nra.
  + have M g := common_mass ew0 d0 (mv g).
    have A : 1 - \S_g (1 - \S_i common ew (x g) (S g) (w g) (S' g) (w' g) i) <=
       \P_g \S_i common ew (x g) (S g) (w g) (S' g) (w' g) i.
      apply: P_lacks => g; split; last by case: (M g).
      by apply: S_ge0 => i _; case: (common_le ew0 (mv g) i).
    have B : \S_g (1 - \S_i common ew (x g) (S g) (w g) (S' g) (w' g) i) <= \S_g (k * (exp (ew * x g) - 1)).
      by apply: S_le => g _; have := M g; rewrite /share -/k; lra.
    have D : \S_g (k * (exp (ew * x g) - 1)) <= delta.
      rewrite S_mull; have := @superadditive G xpredT ew x ltac:(lra) x0 => sa.
      have : exp (ew * \S_g x g) <= exp ew by apply: exp_le; rewrite -[X in _ <= X]Rmult_1_r; apply: Rmult_le_compat_l; lra.
      move=> e1; have : k * \S_i (exp (ew * x i) - 1) <= k * (exp ew - 1) by apply: Rmult_le_compat_l; lra.
      by have -> : k * (exp ew - 1) = delta by [rewrite /k; field; lra].
    lra.
Qed.
