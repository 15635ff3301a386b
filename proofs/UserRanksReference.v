(* An executable law of medians and quantiles of users, which the proofs and the C++ code share.

   `r_rank` is the probability that a key is returned, `r_abstain` that "none" is, for one group of n keys with
   weighted rows. Both are written over any numbers with an exponential of whole units; "none" comes with its
   weight, which is 0 if it does not take part.

   `depth_reference`, `quantile_reference`: over the real numbers these are the probabilities that UserRanks.v
   proves private, with "none". `depth_reference_alone`, `quantile_reference_alone`: the same without.

   tests/proofs extracts these functions to OCaml and compares them with the law of the C++ draw.
   Not covered: that OCaml runs what was extracted, and that its floating-point numbers are near the reals. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import ZArith Reals Lra Psatz.
From Logstar Require Import Privacy Exponential UserRanks CutChoiceReference.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Reference.
Variable T : Type.
Variables (zero : T) (add div : T -> T -> T) (ex : BinInt.Z -> T).
Variables (n : nat) (none : T) (score : nat -> BinInt.Z).
Definition r_all : T := add none (sumT zero add n (fun z => ex (score z))).
Definition r_rank (z : nat) : T := div (ex (score z)) r_all.
Definition r_abstain : T := div none r_all.
End Reference.

Section Scores.
Variables (n : nat) (D : nat -> BinInt.Z).
Definition r_part (Q : nat -> bool) : BinInt.Z := sumZ n (fun y => if Q y then D y else 0%Z).
Definition r_depth_score (z : nat) : BinInt.Z :=
  Z.min (r_part (fun y => leq y z)) (r_part (fun y => leq z y)).
Definition r_quantile_score (a b : BinInt.Z) (z : nat) : BinInt.Z :=
  Z.opp (Z.max 0 (Z.max (b * r_part (fun y => leq (S y) z) - a * r_part (fun _ => true))
                        (a * r_part (fun _ => true) - b * r_part (fun y => leq y z)))).
End Scores.

Local Open Scope R_scope.
Section Same.
Variables (n' : nat) (D : nat -> BinInt.Z) (r : R).
Let n := n'.+1.
Let exR (k : BinInt.Z) := exp (r * IZR k).
Definition rows : data n' := fun z => IZR (D z).

Lemma part_same (Q : nat -> bool) : IZR (r_part n D Q) = \S_(y : 'I_n | Q y) IZR (D y).
Proof.
rewrite /r_part sumZ_S [RHS]big_mkcond; apply: eq_bigr => y _.
by case: (Q y).
Qed.
Lemma depth_score_same (z : 'I_n) : IZR (r_depth_score n D z) = depth rows z.
Proof. by rewrite /r_depth_score IZR_min !part_same. Qed.
Lemma IZR_max x y : IZR (Z.max x y) = Rmax (IZR x) (IZR y).
Proof.
rewrite /Rmax; case: Rle_dec => h; first by rewrite Z.max_r //; apply: le_IZR.
by rewrite Z.max_l //; apply: le_IZR; lra.
Qed.
Lemma quantile_score_same a b (z : 'I_n) :
  IZR (r_quantile_score n D a b z) = qscore (IZR a) (IZR b) rows z.
Proof. by rewrite /r_quantile_score opp_IZR !IZR_max !minus_IZR !mult_IZR !part_same. Qed.

Section AnyScore.
Variables (sZ : nat -> BinInt.Z) (s : 'I_n -> R).
Hypothesis same : forall z : 'I_n, IZR (sZ z) = s z.
Let sum_same : sumT 0 Rplus n (fun z => exR (sZ z)) = \S_z exp (r * s z).
Proof. by rewrite sumT_S; apply: eq_bigr => z _; rewrite /exR same. Qed.

Lemma with_none_same (t : R) (z : 'I_n) :
  r_rank 0 Rplus Rdiv exR n (exp (r * t)) sZ z = edraw r (with_none t s) (Some z) /\
  r_abstain 0 Rplus Rdiv exR n (exp (r * t)) sZ = edraw r (with_none t s) None.
Proof. by rewrite /r_rank /r_abstain /r_all /edraw /ez S_option /= sum_same /exR same. Qed.
Lemma alone_same (z : 'I_n) : r_rank 0 Rplus Rdiv exR n 0 sZ z = edraw r s z.
Proof. by rewrite /r_rank /r_all /edraw /ez sum_same Rplus_0_l /exR same. Qed.
End AnyScore.

Theorem depth_reference (t : R) (z : 'I_n) :
  r_rank 0 Rplus Rdiv exR n (exp (r * t)) (r_depth_score n D) z = edraw r (with_none t (depth rows)) (Some z) /\
  r_abstain 0 Rplus Rdiv exR n (exp (r * t)) (r_depth_score n D) = edraw r (with_none t (depth rows)) None.
Proof. exact: with_none_same depth_score_same t z. Qed.
Theorem quantile_reference (a b : BinInt.Z) (t : R) (z : 'I_n) :
  let s := r_quantile_score n D a b in let q := qscore (IZR a) (IZR b) rows in
  r_rank 0 Rplus Rdiv exR n (exp (r * t)) s z = edraw r (with_none t q) (Some z) /\
  r_abstain 0 Rplus Rdiv exR n (exp (r * t)) s = edraw r (with_none t q) None.
Proof. exact: with_none_same (quantile_score_same a b) t z. Qed.
Theorem depth_reference_alone (z : 'I_n) :
  r_rank 0 Rplus Rdiv exR n 0 (r_depth_score n D) z = edraw r (depth rows) z.
Proof. exact: alone_same depth_score_same z. Qed.
Theorem quantile_reference_alone (a b : BinInt.Z) (z : 'I_n) :
  r_rank 0 Rplus Rdiv exR n 0 (r_quantile_score n D a b) z = edraw r (qscore (IZR a) (IZR b) rows) z.
Proof. exact: alone_same (quantile_score_same a b) z. Qed.
End Same.
