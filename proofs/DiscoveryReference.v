(* An executable law of private groups, which the proofs and the C++ code share.

   `r_released` is the probability that a group of weight x is released with the noisy weight y, `r_withheld`
   that it is withheld, for a threshold t and q = exp(-rate), over any numbers.

   `discovery_reference`: over the real numbers these are the probabilities that Discovery.v proves private.

   tests/proofs extracts these functions to OCaml and compares them with the law of the C++ draw.
   Not covered: that OCaml runs what was extracted, and that its floating-point numbers are near the reals. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy NoiseBelowThreshold Discovery.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Reference.
Variable T : Type.
Variables (zero one : T) (add sub mul div : T -> T -> T) (q : T) (t : nat).
Fixpoint powT (k : nat) : T := match k with 0 => one | S k' => mul q (powT k') end.
Definition r_F (x : nat) : T :=
  if leq x t then div (sub (add one q) (powT (S (subn t x)))) (sub one q)
  else div (powT (subn x t)) (sub one q).
Definition r_Z : T := div (sub (add one q) (powT (S t))) (sub one q).
Definition r_released (x y : nat) : T :=
  if leq (S t) y && leq y (addn x t) then div (powT (dist y x)) r_Z else zero.
Definition r_withheld (x : nat) : T := div (r_F x) r_Z.
End Reference.

Local Open Scope R_scope.
Lemma powT_R (q : R) k : powT 1 Rmult q k = pow q k.
Proof. by elim: k => //= k ->. Qed.

Theorem discovery_reference (r : R) (t M x : nat) (y : 'I_M) :
  let q := exp (- r) in
  r_released 0 1 Rplus Rminus Rmult Rdiv q t x y = named r t x (Some y) /\
  r_withheld 1 Rplus Rminus Rmult Rdiv q t x = named r t (M := M) x None.
Proof.
rewrite /= /r_released /r_withheld /r_Z /r_F /F /Zn !powT_R.
by split=> //; congr (_ / _); case: ifP => _; rewrite !powT_R.
Qed.
