(* Two inequalities that make a user pay once, however many groups or candidates they are in.

   For e >= 0 and weights a_i >= 0: the sum of exp(e a_i) - 1 is at most exp(e sum a_i) - 1.
   For 0 <= k <= 1: the product of 1 + k (exp(e x_i) - 1) is at most 1 + k (exp(e sum x_i) - 1). *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Sums.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma exp_ge1 x : 0 <= x -> 1 <= exp x.
Proof. by case=> [h|<-]; [rewrite -exp_0; left; apply: exp_increasing | rewrite exp_0; lra]. Qed.
Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. by case=> [h|->]; [left; apply: exp_increasing | right]. Qed.
Lemma exp_opp x : exp (- x) * exp x = 1.
Proof. by rewrite -exp_plus (_ : - x + x = 0) ?exp_0 //; lra. Qed.

(* (2): e^(e a) - 1 is superadditive on a >= 0 *)
Lemma superadditive (I : finType) (P : pred I) (e : R) (a : I -> R) :
  0 <= e -> (forall i, 0 <= a i) ->
  \S_(i | P i) (exp (e * a i) - 1) <= exp (e * \S_(i | P i) a i) - 1.
Proof.
move=> e0 a0.
suff : 0 <= \S_(i | P i) a i /\
  0 <= \S_(i | P i) (exp (e * a i) - 1) <= exp (e * \S_(i | P i) a i) - 1 by lra.
apply: (big_ind2 (fun y z => 0 <= z /\ 0 <= y <= exp (e * z) - 1)).
- by rewrite Rmult_0_r exp_0; lra.
- move=> y1 z1 y2 z2 [z10 [y10 h1]] [z20 [y20 h2]].
  have := exp_ge1 (Rmult_le_pos _ _ e0 z10); have := exp_ge1 (Rmult_le_pos _ _ e0 z20).
  rewrite Rmult_plus_distr_l exp_plus => *; split; first lra; split; [lra | nra].
- move=> i _; split; first exact: a0; split; last lra.
  by have := exp_ge1 (Rmult_le_pos _ _ e0 (a0 i)); lra.
Qed.

(* (5): with k <= 1 the logarithm of 1 - k + k e^(e x) is superadditive, algebraically *)
Lemma log_superadditive (I : finType) (e k : R) (x : I -> R) :
  0 <= e -> 0 <= k <= 1 -> (forall i, 0 <= x i) ->
  1 <= \P_i (1 + k * (exp (e * x i) - 1)) <= 1 + k * (exp (e * \S_i x i) - 1).
Proof.
move=> e0 k01 x0.
suff : 0 <= \S_i x i /\
  1 <= \P_i (1 + k * (exp (e * x i) - 1)) <= 1 + k * (exp (e * \S_i x i) - 1) by case.
apply: (big_ind2 (fun y z => 0 <= z /\ 1 <= y <= 1 + k * (exp (e * z) - 1))).
- rewrite Rmult_0_r exp_0 (_ : 1 - 1 = 0); last lra.
  by rewrite Rmult_0_r; lra.
- move=> y1 z1 y2 z2 [z10 [y10 h1]] [z20 [y20 h2]].
  have := exp_ge1 (Rmult_le_pos _ _ e0 z10); have := exp_ge1 (Rmult_le_pos _ _ e0 z20).
  rewrite Rmult_plus_distr_l exp_plus; set u := exp (e * z1) in h1 *; set v := exp (e * z2) in h2 * => v1 u1.
  split; first lra; split; first nra.
  have A : 0 <= k * (1 - k) * ((u - 1) * (v - 1)).
    by apply: Rmult_le_pos; apply: Rmult_le_pos; lra.
  have B : y1 * y2 <= (1 + k * (u - 1)) * (1 + k * (v - 1)).
    by apply: Rmult_le_compat; lra.
  lra.
- move=> i _; split; first exact: x0.
  by have := exp_ge1 (Rmult_le_pos _ _ e0 (x0 i)) => *; split; [nra | lra].
Qed.
