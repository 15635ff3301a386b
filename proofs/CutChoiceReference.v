(* An executable law of cut choice, which the proofs, exact fractions and the C++ code share.

   `r_key` is the probability that a key is returned, `r_none` that the draw abstains, for one group of
   weighted rows. Both are written over any numbers with an exponential of whole units.

   `ref_is_draw`: over the real numbers each candidate, and bottom, has the probability that CutChoice.v
   proves private.

   tests/proofs extracts these functions to OCaml and compares them with the law of the C++ draw, and runs
   them on exact fractions over all small tables.

   Not covered: that OCaml runs what was extracted, and that its floating-point numbers are near the reals;
   the comparison is a test of both. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import ZArith Reals Lra Lia Psatz.
From Logstar Require Import Privacy StableChoice CutChoice.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Ref.
Variable T : Type.
Variables (zero one : T) (add sub mul div : T -> T -> T) (ex : BinInt.Z -> T).
Definition sumT (n : nat) (f : nat -> T) : T := foldr add zero (map f (iota 0 n)).
Definition sumZ (n : nat) (f : nat -> BinInt.Z) : BinInt.Z := foldr BinInt.Z.add 0%Z (map f (iota 0 n)).

Variables (L : nat) (D : nat -> BinInt.Z) (c : BinInt.Z) (b : T).
Definition r_size : nat := expn 2 L.
Definition r_width (l : nat) : nat := expn 2 (subn L l).
Definition r_w (l a : nat) : BinInt.Z := sumZ r_size (fun x => if divn x (r_width l) == a then D x else 0%Z).
Definition r_cut (l a : nat) : nat := predn (addn (muln a (r_width l)) (divn (r_width l) 2)).
Definition r_depth (z : nat) : BinInt.Z :=
  Z.min (sumZ r_size (fun x => if leq x z then D x else 0%Z))
        (sumZ r_size (fun x => if leq z x then D x else 0%Z)).
Definition r_score (l a : nat) : BinInt.Z :=
  if leq (S l) L then Z.min (r_w l a) (r_depth (r_cut l a) + c)%Z else r_w l a.
Definition r_psi (l a : nat) : T := mul (ex (r_score l a)) (sub one (ex (Z.opp (r_w l a)))).
Definition r_total : T := add b (sumT L.+1 (fun l => sumT r_size (r_psi l))).
Definition r_cand (l a : nat) : T := div (r_psi l a) r_total.
Definition r_none : T := div b r_total.
(* the key that is told, whichever candidate offered it *)
Definition r_key (z : nat) : T :=
  sumT L.+1 (fun l => sumT r_size (fun a =>
    if (if leq (S l) L then r_cut l a else a) == z then r_cand l a else zero)).
End Ref.

Local Open Scope R_scope.
Section Same.
Variables (L W : nat) (D : nat -> BinInt.Z) (c : BinInt.Z) (e b : R).
Hypothesis W0 : (0 < W)%nat.
Let Wr : 0 < INR W. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Let exR (n : BinInt.Z) := exp (e * (IZR n / INR W)).
(* the data in users, as in CutChoice.v *)
Definition in_users : rows L := fun x => IZR (D x) / INR W.

Lemma sumT_S n (f : nat -> R) : sumT 0 Rplus n f = \S_(i : 'I_n | true) f i.
Proof.
rewrite -(big_mkord xpredT f) /index_iota subn0 unlock /sumT.
by elim: (iota 0 n) => [|x s ih] //=; rewrite ih.
Qed.
Lemma sumZ_S n (f : nat -> BinInt.Z) : IZR (sumZ n f) = \S_(i : 'I_n | true) IZR (f i).
Proof.
rewrite -(big_mkord xpredT (fun i => IZR (f i))) /index_iota subn0 unlock /sumZ.
by elim: (iota 0 n) => [|x s ih] //=; rewrite plus_IZR ih.
Qed.
Lemma IZR_min x y : IZR (Z.min x y) = Rmin (IZR x) (IZR y).
Proof.
rewrite /Rmin; case: Rle_dec => h; first by rewrite Z.min_l //; apply: le_IZR.
by rewrite Z.min_r //; apply: le_IZR; lra.
Qed.
Lemma Rmin_div x y : Rmin x y / INR W = Rmin (x / INR W) (y / INR W).
Proof.
have i : 0 < / INR W by apply: Rinv_0_lt_compat.
by rewrite /Rmin /Rdiv; case: Rle_dec => h; case: Rle_dec => h' //; nra.
Qed.
Lemma sum_if (n : nat) (Q : nat -> bool) :
  IZR (sumZ n (fun x => if Q x then D x else 0%Z)) / INR W = \S_(x : 'I_n | Q x) (IZR (D x) / INR W).
Proof.
rewrite sumZ_S -S_div [RHS]big_mkcond; apply: eq_bigr => x _; case: (Q x) => //.
by rewrite /Rdiv Rmult_0_l.
Qed.

Lemma w_same (l : 'I_L.+1) (a : 'I_(expn 2 L)) :
  IZR (r_w L D l a) / INR W = w in_users (l, a).
Proof. exact: sum_if. Qed.
Lemma depth_same z : IZR (r_depth L D z) / INR W = depth in_users z.
Proof. by rewrite /r_depth IZR_min Rmin_div !sum_if. Qed.
Lemma score_same (l : 'I_L.+1) (a : 'I_(expn 2 L)) :
  IZR (r_score L D c l a) / INR W = score (IZR c / INR W) in_users (l, a).
Proof.
rewrite /r_score /score /=; case: ifP => _; last exact: w_same.
by rewrite IZR_min Rmin_div plus_IZR Rdiv_plus_distr w_same depth_same.
Qed.
Lemma psi_same (l : 'I_L.+1) (a : 'I_(expn 2 L)) :
  r_psi 1 Rminus Rmult exR L D c l a =
  StableChoice.psi e (score (IZR c / INR W) in_users (l, a)) (w in_users (l, a)).
Proof.
rewrite /r_psi /psi /exR score_same opp_IZR -w_same; congr (_ * (1 - exp _)).
by rewrite /Rdiv; ring.
Qed.
Lemma total_same : r_total 0 1 Rplus Rminus Rmult exR L D c b =
  StableChoice.Z e b (score (IZR c / INR W) in_users) (w in_users).
Proof.
rewrite /r_total /Z sumT_S; congr (_ + _).
rewrite (eq_bigr (fun l : 'I_L.+1 => \S_(a : 'I_(expn 2 L) | true) r_psi 1 Rminus Rmult exR L D c l a)); last first.
  by move=> l _; rewrite sumT_S.
by rewrite pair_bigA /=; apply: eq_bigr => -[l a] _; apply: psi_same.
Qed.

(* the reference over R is the law of which CutChoice.v proves (e, delta)-DP *)
Theorem ref_is_draw (l : 'I_L.+1) (a : 'I_(expn 2 L)) :
  r_cand 0 1 Rplus Rminus Rmult Rdiv exR L D c b l a
    = draw e b (score (IZR c / INR W) in_users) (w in_users) (Some (l, a)) /\
  r_none 0 1 Rplus Rminus Rmult Rdiv exR L D c b
    = draw e b (score (IZR c / INR W) in_users) (w in_users) None.
Proof. by rewrite /r_cand /r_none total_same psi_same. Qed.
End Same.
