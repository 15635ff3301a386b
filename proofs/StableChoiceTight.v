(* Theorem 1 of docs/guarantees/cut-choice.md is tight: all of delta is attained.

   In words. Let one user add K candidates, one in each family, of score and weight 1, to data without
   rows, and let bottom have exactly the weight of Theorem 1.

   `delta_attained`: an answer other than bottom has probability 0 without the user, and delta with them.
   So a smaller bottom, or a smaller delta, would not do for the mechanism of Theorem 1 in general.

   Not covered: that cut choice itself offers such candidates (it does where one record falls below L + 1
   prefixes that were empty). *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy StableChoice.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* one group, no rows; a user adds K candidates, one in each family, w = s = 1 *)
Section Tight.
Variables (K : nat) (e delta : R).
Hypotheses (K0 : (0 < K)%nat) (e0 : 0 < e) (d0 : 0 < delta) (cap : delta <= 1 - exp (- e)).
Let b := INR K * (exp e - 1) * (1 / delta - 1).
Let zero (i : 'I_K) := 0.
Let one (i : 'I_K) := 1.

Lemma tight_adds : adds (fun i : 'I_K => i) 1 zero zero one one.
Proof.
split; rewrite /zero /one; try (by move=> *; lra).
by move=> k; rewrite big_pred1_eq; lra.
Qed.

(* what is not bottom: nothing in D, delta exactly in D' *)
Theorem delta_attained :
  \S_i draw e b zero zero (Some i) = 0 /\ \S_i draw e b one one (Some i) = delta.
Proof.
have K1 : 1 <= INR K by rewrite -[1]/(INR 1); apply: le_INR; apply/leP.
have ee1 : 1 < exp e by rewrite -exp_0; apply: exp_increasing.
have d1 : delta < 1 by have := exp_pos (- e); lra.
have b0 : 0 < b.
  apply: Rmult_lt_0_compat; first by apply: Rmult_lt_0_compat; lra.
  by have -> : 1 / delta - 1 = (1 - delta) / delta by [field; lra]; apply: Rdiv_lt_0_compat; lra.
split.
- by rewrite big1 // => i _; rewrite /= /psi /zero !Rmult_0_r Ropp_0 exp_0; lra.
- have E : exp e * exp (- e) = 1 by rewrite Rmult_comm exp_opp.
  have P : psi e 1 1 = exp e - 1 by rewrite /psi !Rmult_1_r; lra.
  have S : \S_(i in [set: 'I_K]) (exp e - 1) = INR K * (exp e - 1) by rewrite S_const cardsT card_ord.
  have S' : \S_(i : 'I_K | true) psi e (one i) (one i) = INR K * (exp e - 1).
    by rewrite -S; apply: eq_big => [i|i _]; rewrite ?inE // /one P.
  rewrite /= S_div /Z S' /b; field; split; first lra.
  have -> : INR K * (exp e - 1) * (1 - delta) + INR K * (exp e - 1) * delta = INR K * (exp e - 1) by lra.
  by apply: Rgt_not_eq; apply: Rmult_lt_0_compat; lra.
Qed.
End Tight.
