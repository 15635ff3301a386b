(* Without d(u) <= 1 Theorem 3 of docs/guarantees/counts.md would be false: a counterexample.

   In words. Let q = 1/2, t = 0, u = 2, T = 4 and delta = 3/4. Then d(u) = 3/2, and
   (1 - d(u))^(T/u) = 1/4 >= 1 - delta. Yet a user who gives 2 to each of two groups of their own is
   withheld from both with probability 1/16; without the user both are withheld surely. So delta = 15/16 is
   needed. (The code computes t from d(u) <= delta' < 1 and is not concerned.)

   Not covered: the mechanism's whole law; the lemmas compute the condition and the two probabilities. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra.
From Logstar Require Import Sums NoiseBelowThreshold.
Local Open Scope R_scope.
Definition q := / 2.
Lemma d_is : d q 0 2 = 3 / 2. Proof. by rewrite /d /q /=; lra. Qed.
Lemma condition_holds : pow (1 - 3 / 4) 2 <= pow (1 - d q 0 2) 4.
Proof. by rewrite d_is /=; lra. Qed.
Lemma unnamed_in_D' : (F q 0 2 / Zn q 0) * (F q 0 2 / Zn q 0) = / 16.
Proof. by rewrite /F /Zn /q /=; field; lra. Qed.
Lemma unnamed_in_D : F q 0 0 / Zn q 0 = 1.
Proof. by rewrite /F /Zn /q /=; field; lra. Qed.
