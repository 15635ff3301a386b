(* Finite sums and products of real numbers, which every other file uses.

   No page has a theorem here. Sums over a finite type are written \S_(i | P i) F i, products \P_i F i;
   0 <= F i <= H i for every i gives the same of the products, and a product of exponentials is the
   exponential of the sum. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* ---------- sums and products over finite types ---------- *)
Lemma RplusA : associative Rplus. Proof. by move=> *; lra. Qed.
Lemma Rplus0l : left_id 0 Rplus. Proof. by move=> *; lra. Qed.
Lemma Rplus0r : right_id 0 Rplus. Proof. by move=> *; lra. Qed.
Lemma RplusC : commutative Rplus. Proof. by move=> *; lra. Qed.
Lemma RmultA : associative Rmult. Proof. by move=> *; lra. Qed.
Lemma Rmult1l : left_id 1 Rmult. Proof. by move=> *; lra. Qed.
Lemma Rmult1r : right_id 1 Rmult. Proof. by move=> *; lra. Qed.
Lemma RmultC : commutative Rmult. Proof. by move=> *; lra. Qed.
Lemma Rmult0l : left_zero 0 Rmult. Proof. by move=> *; lra. Qed.
Lemma Rmult0r : right_zero 0 Rmult. Proof. by move=> *; lra. Qed.
Lemma RmultDl : left_distributive Rmult Rplus. Proof. by move=> *; lra. Qed.
Lemma RmultDr : right_distributive Rmult Rplus. Proof. by move=> *; lra. Qed.
Canonical Rplus_law := Monoid.Law RplusA Rplus0l Rplus0r.
Canonical Rplus_com := Monoid.ComLaw RplusC.
Canonical Rmult_law := Monoid.Law RmultA Rmult1l Rmult1r.
Canonical Rmult_com := Monoid.ComLaw RmultC.
Canonical Rmult_mul := Monoid.MulLaw Rmult0l Rmult0r.
Canonical Rplus_add := Monoid.AddLaw RmultDl RmultDr.

Notation "\S_ ( i | P ) F" := (\big[Rplus/0]_(i | P) F)
  (at level 36, F at level 36, i at level 50, format "\S_ ( i  |  P )  F") : R_scope.
Notation "\S_ ( i : T | P ) F" := (\big[Rplus/0]_(i : T | P) F)
  (at level 36, F at level 36, i at level 50, format "\S_ ( i  :  T  |  P )  F") : R_scope.
Notation "\S_ ( i 'in' A ) F" := (\big[Rplus/0]_(i in A) F)
  (at level 36, F at level 36, i, A at level 50, format "\S_ ( i  'in'  A )  F") : R_scope.
Notation "\S_ i F" := (\big[Rplus/0]_i F)
  (at level 36, F at level 36, i at level 0, format "\S_ i  F") : R_scope.
Notation "\P_ i F" := (\big[Rmult/1]_i F)
  (at level 36, F at level 36, i at level 0, format "\P_ i  F") : R_scope.

Section Sums.
Variable I : finType.
Implicit Types (P : pred I) (F H : I -> R).

Lemma S_le P F H : (forall i, P i -> F i <= H i) -> \S_(i | P i) F i <= \S_(i | P i) H i.
Proof. by move=> h; apply: (big_ind2 Rle) => //; [lra | move=> *; lra]. Qed.

Lemma S_ge0 P F : (forall i, P i -> 0 <= F i) -> 0 <= \S_(i | P i) F i.
Proof. by move=> h; apply: (big_ind (Rle 0)) => //; [lra | move=> *; lra]. Qed.

Lemma S_mull P F c : \S_(i | P i) (c * F i) = c * \S_(i | P i) F i.
Proof. by rewrite big_distrr. Qed.

Lemma S_add P F H : \S_(i | P i) (F i + H i) = \S_(i | P i) F i + \S_(i | P i) H i.
Proof. by rewrite big_split. Qed.

Lemma S_sub P F H : \S_(i | P i) (F i - H i) = \S_(i | P i) F i - \S_(i | P i) H i.
Proof.
have : \S_(i | P i) F i = \S_(i | P i) ((F i - H i) + H i).
  by apply: eq_bigr => i _; lra.
by rewrite S_add => ->; lra.
Qed.

Lemma S_div P F c : \S_(i | P i) (F i / c) = (\S_(i | P i) F i) / c.
Proof. by rewrite /Rdiv big_distrl. Qed.

Lemma S_sub_pred P F : (forall i, 0 <= F i) -> \S_(i | P i) F i <= \S_i F i.
Proof.
move=> h; rewrite [X in _ <= X](bigID P) /=.
have : 0 <= \S_(i | ~~ P i) F i by apply: S_ge0.
lra.
Qed.

Lemma S_term F j : (forall i, 0 <= F i) -> F j <= \S_i F i.
Proof. by move=> h; have := @S_sub_pred (pred1 j) F h; rewrite big_pred1_eq. Qed.

Lemma S_const c (A : {set I}) : \S_(i in A) c = INR #|A| * c.
Proof.
rewrite big_const; elim: #|A| => [|n ih]; first by rewrite /=; lra.
by rewrite iterS ih S_INR; lra.
Qed.

Lemma P_ge0 F : (forall i, 0 <= F i) -> 0 <= \P_i F i.
Proof. by move=> h; apply: (big_ind (Rle 0)) => //; [lra | move=> *; nra]. Qed.

Lemma P_le F H : (forall i, 0 <= F i <= H i) -> 0 <= \P_i F i <= \P_i H i.
Proof.
move=> h; apply: (big_ind2 (fun a b => 0 <= a <= b)) => //; first lra.
move=> *; nra.
Qed.

Lemma P_exp F : \P_i exp (F i) = exp (\S_i F i).
Proof. by rewrite (big_morph exp exp_plus exp_0). Qed.

Lemma P_mul F H : \P_i (F i * H i) = (\P_i F i) * (\P_i H i).
Proof. by rewrite big_split. Qed.
End Sums.

Lemma S_option (T : finType) (F : option T -> R) :
  \S_o F o = F None + \S_i F (Some i).
Proof.
rewrite (bigD1 None) //=; congr (_ + _).
rewrite (reindex_omap Some (fun x => x)) /=; last by case.
by apply: eq_bigl => i; rewrite eqxx.
Qed.
