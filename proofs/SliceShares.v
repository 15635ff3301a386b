(* Noisy slices, step (3): how often a vector of noise is reached.

   docs/guarantees/noisy-slices.md, proof, (3).

   In words. Between two consecutive noisy blocks their shares pass from one to the other in h equal steps.
   `shares_total`: at every place the shares are not negative and add up to 1.
   `reached`: a target is reached with total weight at most 1 + 1/h from D', at most 1 if there is one
   noisy block (`reached_one`), and at most 1 from D (`reached_up`).

   Not covered: the probabilities of noise and the edges of its range; NoisySlices.v adds them. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import ZArith Reals Lra Lia Psatz.
From Logstar Require Import Sums.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Notation Int := BinInt.Z.
Local Open Scope R_scope.

(* (3) D' to D.  f i is the share, at place p, of the noisy blocks behind the i-th
   threshold (0 before it, 1 behind it, in equal steps between); f 0 = 1, f M = 0.
   Noisy block i gets f i - f i.+1 with its starts; reached from it, N has the
   threshold in front where it is and that behind one place further. *)
Section Counting.
Local Open Scope R_scope.
Variables (M h : nat) (a : nat -> Int).
Hypothesis h1 : (0 < h)%nat.
(* a ramp of h steps from a, 0 up to a and 1 from a + h on *)
Definition ramp (b p : Int) : R :=
  Rmax 0 (Rmin 1 ((IZR p - IZR b) / INR h)).
Definition f (i : nat) (p : Int) : R :=
  if i == 0%nat then 1 else if (i == M)%nat then 0 else ramp (a i) p.
(* ramps are apart *)
Hypothesis apart : forall i, (0 < i)%nat -> (i.+1 < M)%nat -> (a i + Z.of_nat h <= a i.+1)%Z.

Let h0 : 0 < INR h. Proof. by apply: lt_0_INR; apply/ltP. Qed.

Lemma ramp01 b p : 0 <= ramp b p <= 1.
Proof.
split; first exact: Rmax_l.
by apply: Rmax_lub; [lra | apply: Rmin_l].
Qed.
Lemma ramp_step b p : 0 <= ramp b p - ramp b (p - 1) <= / INR h.
Proof.
have i0 : 0 < / INR h by apply: Rinv_0_lt_compat.
rewrite /ramp minus_IZR /Rdiv.
have -> : (IZR p - 1 - IZR b) * / INR h = (IZR p - IZR b) * / INR h - / INR h by ring.
set y := (IZR p - IZR b) * / INR h; move: i0; set z := / INR h => i0.
rewrite /Rmax /Rmin.
by case: (Rle_dec 1 y) => A1; case: (Rle_dec 1 (y - z)) => A2; repeat case: Rle_dec => *; lra.
Qed.
Lemma ramp_low b p : (p <= b)%Z -> ramp b p = 0.
Proof.
move=> /IZR_le pb; have i0 : 0 < / INR h by apply: Rinv_0_lt_compat.
rewrite /ramp Rmax_left //; apply: Rle_trans (Rmin_r _ _) _; rewrite /Rdiv; nra.
Qed.
Lemma ramp_high b p : (b + Z.of_nat h <= p)%Z -> ramp b p = 1.
Proof.
move=> /IZR_le; rewrite plus_IZR -INR_IZR_INZ => pb.
rewrite /ramp Rmin_left ?Rmax_right; try lra.
by apply: (Rmult_le_reg_r (INR h)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.
Lemma apart_far i j : (0 < i)%nat -> (i < j)%nat -> (j < M)%nat -> (a i + Z.of_nat h <= a j)%Z.
Proof.
move=> i0; elim: j => // j ih; rewrite ltnS leq_eqVlt => /orP[/eqP <-|ij] jM; first exact: apart.
have := ih ij (ltnW jM); have := apart (leq_ltn_trans (leq0n i) ij) jM; lia.
Qed.

(* shares are shares: not negative, and they add up to 1 *)
Lemma f_anti i p : (i < M)%nat -> f i.+1 p <= f i p.
Proof.
move=> iM; rewrite /f /=.
have -> : (i == M) = false by apply/eqP; lia.
have r1 := ramp01 (a i) p; have r2 := ramp01 (a i.+1) p.
case: eqP => i0; first by case: ifP => _; lra.
case: eqP => i1; first lra.
case: (Z.le_gt_cases p (a i.+1)) => hp; first by rewrite (ramp_low hp); lra.
have A : (a i + Z.of_nat h <= a i.+1)%Z by apply: apart; lia.
by rewrite (@ramp_high (a i)); [lra | lia].
Qed.

Lemma shares_total p : (0 < M)%nat -> \big[Rplus/0]_(0 <= i < M) (f i p - f i.+1 p) = 1.
Proof.
move=> M0; have E n : \big[Rplus/0]_(0 <= i < n) (f i p - f i.+1 p) = f 0 p - f n p.
  elim: n => [|n ih]; first by rewrite big_nil; lra.
  by rewrite big_nat_recr //= ih; lra.
rewrite E /f; have -> : (M == 0%nat) = false by apply/eqP; lia.
by rewrite !eqxx; lra.
Qed.

(* how much N is reached: the sum is 1 and the step of one ramp *)
Theorem reached p : (0 < M)%nat ->
  \big[Rplus/0]_(0 <= i < M) (f i p - f i.+1 (p - 1)%Z) <= 1 + / INR h.
Proof.
move=> M0; have i0 : 0 < / INR h by apply: Rinv_0_lt_compat.
pose dl i := f i p - f i (p - 1)%Z.
have E : \big[Rplus/0]_(0 <= i < M) (f i p - f i.+1 (p - 1)%Z)
  = \big[Rplus/0]_(0 <= i < M) (f i p - f i.+1 p) + \big[Rplus/0]_(0 <= i < M) dl i.+1.
  by rewrite -big_split; apply: eq_bigr => i _; rewrite /dl /=; lra.
rewrite E shares_total //; apply: Rplus_le_compat_l.
(* at most one ramp rises between p - 1 and p *)
have dl0 i : 0 <= dl i <= / INR h.
  by rewrite /dl /f; case: ifP => _; [lra | case: ifP => _; [lra | apply: ramp_step]].
have one i j : (i < j)%nat -> (j <= M)%nat -> 0 < dl i -> dl j = 0.
  rewrite /dl /f => ij jM; case: eqP => i1; first lra; case: ifP => _; first lra.
  move=> hi; case: ifP => _; first lra; case: eqP => j1; first lra.
  have pi : (p <= a i + Z.of_nat h)%Z.
    case: (Z.le_gt_cases p (a i + Z.of_nat h)) => // hp.
    by move: hi; rewrite !ramp_high; [lra | lia | lia].
  have hij : (a i + Z.of_nat h <= a j)%Z by apply: apart_far; lia.
   rewrite !ramp_low; [lra | lia | lia].
suff G n : (n <= M)%nat -> (forall i, (i < n)%nat -> dl i.+1 = 0) \/ (exists k, forall i, (i < n)%nat -> i <> k -> dl i.+1 = 0).
  have B n : (exists k, forall i, (i < n)%nat -> i <> k -> dl i.+1 = 0) -> \big[Rplus/0]_(0 <= i < n) dl i.+1 <= / INR h.
    move=> [k hk]; rewrite big_mkord; case: (ltnP k n) => kn.
      rewrite (bigD1 (Ordinal kn)) //= big1; first by have := dl0 k.+1; lra.
      by move=> i ik; apply: hk => // E2; move: ik; rewrite -val_eqE /= E2 eqxx.
    by rewrite big1; [lra | move=> i _; apply: hk => // E2; move: (ltn_ord i); rewrite E2 ltnNge kn].
  by apply: B; case: (G M (leqnn M)) => // h2; exists M => i hi _; apply: h2.
elim: n => [|n ih] nM; first by left.
have {}ih := ih (ltnW nM).
right; case: (Rle_lt_dec (dl n.+1) 0) => hn.
- have z : dl n.+1 = 0 by have := dl0 n.+1; lra.
  case: ih => [ih|[k ih]]; [exists n | exists k] => i; rewrite ltnS leq_eqVlt => /orP[/eqP -> //|hi] ik; exact: ih.
- exists n => i; rewrite ltnS leq_eqVlt => /orP[/eqP -> //|hi] _.
  case: (Rle_lt_dec (dl i.+1) 0) => hi2; first by have := dl0 i.+1; lra.
  by have := one i.+1 n.+1 hi nM hi2; lra.
Qed.
(* with one noisy block there is no threshold *)
Theorem reached_one p : M = 1%nat ->
  \big[Rplus/0]_(0 <= i < M) (f i p - f i.+1 (p - 1)%Z) <= 1.
Proof. by move=> M1; rewrite M1 big_nat1 /f /= M1 eqxx; lra. Qed.
(* the other way, thresholds one place back: 1 *)
Theorem reached_up p : (0 < M)%nat ->
  \big[Rplus/0]_(0 <= i < M) (f i p - f i.+1 (p + 1)%Z) <= 1.
Proof.
move=> M0; rewrite -[X in _ <= X](shares_total p M0).
apply: (big_ind2 Rle) => //; [lra | move=> *; lra | move=> i _].
suff : f i.+1 p <= f i.+1 (p + 1)%Z by lra.
rewrite /f /=; case: ifP => _; first lra.
have := ramp_step (a i.+1) (p + 1).
have -> : (p + 1 - 1)%Z = p by lia.
lra.
Qed.
End Counting.
