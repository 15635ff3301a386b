(* The noises of AboveThreshold: Laplace or one-sided, with numbers or without.

   Used by AboveThreshold.v, for docs/guarantees/above-threshold.md. In words. `noises` is what the proof takes of
   the laws: moved by k steps, a probability changes by a factor of at most exp(k rate), upwards for the threshold
   and a question, either way for a number.

   `laplace`, `one_sided`, `laplace_alone`, `one_sided_alone`: both shapes have it, with numbers and without.
   Numbers have Laplace noise in either shape.

   Not covered: that laws add up to 1. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import ZArith Reals Lra Lia Psatz.
From Logstar Require Import Privacy Superadditive.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Notation Int := BinInt.Z.

(* Noises, each with a law that need not add up to 1: of the threshold (pi), that a question's noise reaches a step (reaches),
   and of a number (mu). Rates are of a step of the grid. *)
Record noises (rho1 rho2 rho3 : R) := Noises {
  pi : Int -> R; reaches : Int -> R; mu : Int -> R;
  pi_ge0 : forall r, 0 <= pi r;
  pi_up : forall r (k : nat), pi r <= exp (rho1 * INR k) * pi (r + Z.of_nat k);
  reaches01 : forall d, 0 <= reaches d <= 1;
  reaches_up : forall d (k : nat), reaches d <= exp (rho2 * INR k) * reaches (d + Z.of_nat k);
  reaches_anti : forall d d', (d <= d')%Z -> reaches d' <= reaches d;
  mu_ge0 : forall v, 0 <= mu v;
  mu_moves : forall v v', mu v <= exp (rho3 * IZR (Z.abs (v' - v))) * mu v' }.

Section Shapes.
Variables (rho1 rho2 rho3 : R).      (* rates of a step of the grid *)
Hypotheses (r1 : 0 < rho1) (r2 : 0 < rho2) (r3 : 0 <= rho3).

Let q := exp (- rho2).
Let q01 : 0 < q < 1.
Proof. by split; [apply: exp_pos | rewrite /q -exp_0; apply: exp_increasing; lra]. Qed.
(* P[N >= d], N discrete Laplace of rate rho2 *)
Definition H (d : Int) : R :=
  if Z.leb 1 d then exp (- (rho2 * IZR d)) / (1 + q)
  else 1 - exp (- (rho2 * IZR (1 - d))) / (1 + q).

Lemma exp_step (k : Int) : exp (- (rho2 * IZR (k + 1))) = q * exp (- (rho2 * IZR k)).
Proof. by rewrite /q -exp_plus; congr exp; rewrite plus_IZR; lra. Qed.
Lemma exp_le1 (k : Int) : (0 <= k)%Z -> 0 < exp (- (rho2 * IZR k)) <= 1.
Proof.
move=> k0; split; first exact: exp_pos.
rewrite -exp_0; apply: exp_le; have : 0 <= IZR k by apply: IZR_le.
by move=> h; have := Rmult_le_pos _ _ (Rlt_le _ _ r2) h; lra.
Qed.
Let i0 : 0 < / (1 + q). Proof. by apply: Rinv_0_lt_compat; lra. Qed.
Let iq : (1 + q) * / (1 + q) = 1. Proof. by apply: Rinv_r; lra. Qed.

Lemma H01 d : 0 <= H d <= 1.
Proof.
rewrite /H; case: Z.leb_spec => h.
  have [p0 p1] := @exp_le1 d ltac:(lia).
  by split; [apply: Rmult_le_pos; lra | rewrite /Rdiv; nra].
have [p0 p1] := @exp_le1 (1 - d)%Z ltac:(lia).
rewrite /Rdiv; set p := exp _ in p0 p1 *; split; [nra | have : 0 <= p * / (1 + q) by apply: Rmult_le_pos; lra].
lra.
Qed.
(* one step: H falls, by a factor of at most e^rho2 *)
Lemma H_step d : q * H d <= H (d + 1) <= H d.
Proof.
rewrite /H; case: Z.leb_spec => h.
- have -> : Z.leb 1 (d + 1) = true by apply/Z.leb_le; lia.
  rewrite exp_step; have [p0 p1] := @exp_le1 d ltac:(lia).
  set p := exp _ in p0 p1 *; rewrite /Rdiv; have : 0 <= p * / (1 + q) by apply: Rmult_le_pos; lra.
  by move=> *; split; [lra | nra].
- case: (Z.eq_dec d 0) => [->|d0].
  + rewrite /= Rmult_1_r -/q; split; rewrite /Rdiv; nra.
  + have -> : Z.leb 1 (d + 1) = false by apply/Z.leb_gt; lia.
    have -> : (1 - d = (1 - (d + 1)) + 1)%Z by lia.
    rewrite exp_step; have [p0 p1] := @exp_le1 (1 - (d + 1))%Z ltac:(lia).
    have j0 := i0; have jq := iq.
    set p := exp _ in p0 p1 *; rewrite /Rdiv; move: j0 jq; set i := / (1 + q) => j0 jq.
    have pi0 : 0 <= p * i by apply: Rmult_le_pos; lra.
    split; last nra.
    (* (1 + q)(1 - q)(1 - p) i >= 0 *)
    have : 0 <= (1 - q) * (1 - p) by apply: Rmult_le_pos; lra.
    move=> h2; have : 0 <= i * ((1 + q) * ((1 - q) * (1 - p))) by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; lra].
    have E : i * ((1 + q) * (1 - q)) = 1 - q by transitivity ((1 - q) * ((1 + q) * i)); [ring | rewrite jq; ring].
    have : i * ((1 + q) * ((1 - q) * (1 - p))) = i * ((1 + q) * (1 - q)) * (1 - p) by ring.
    have : p * (i * ((1 + q) * (1 - q))) = p * (1 - q) by rewrite E.
    rewrite E; lra.
Qed.
Lemma H_steps d (k : nat) : H d <= exp (rho2 * INR k) * H (d + Z.of_nat k) /\ H (d + Z.of_nat k) <= H d.
Proof.
elim: k => [|k [ih1 ih2]]; first by rewrite Rmult_0_r exp_0 Z.add_0_r; lra.
have -> : (d + Z.of_nat k.+1 = (d + Z.of_nat k) + 1)%Z by lia.
have [a b] := H_step (d + Z.of_nat k); split; last lra.
rewrite S_INR Rmult_plus_distr_l exp_plus Rmult_1_r.
have E : exp rho2 * q = 1 by rewrite /q Rmult_comm exp_opp.
have p := exp_pos (rho2 * INR k); have p2 := exp_pos rho2.
apply: (Rle_trans _ _ _ ih1); rewrite Rmult_assoc; apply: Rmult_le_compat_l; first lra.
have : exp rho2 * (q * H (d + Z.of_nat k)) <= exp rho2 * H (d + Z.of_nat k + 1) by apply: Rmult_le_compat_l; lra.
by rewrite -Rmult_assoc E; lra.
Qed.
Lemma H_anti d d' : (d <= d')%Z -> H d' <= H d.
Proof.
move=> h; have [_ A] := H_steps d (Z.to_nat (d' - d)).
by rewrite Z2Nat.id in A; [have E : (d + (d' - d) = d')%Z by [lia]; rewrite E in A | lia].
Qed.

(* a number k away from the value, or the threshold's noise: Laplace *)
Definition around rho (k : Int) : R := exp (- (rho * IZR (Z.abs k))).
Lemma around_ge0 rho k : 0 <= around rho k. Proof. by left; apply: exp_pos. Qed.
Lemma around_moves rho v v' : 0 <= rho -> around rho v <= exp (rho * IZR (Z.abs (v' - v))) * around rho v'.
Proof.
move=> r0; rewrite /around -exp_plus; apply: exp_le.
have : IZR (Z.abs v') <= IZR (Z.abs v) + IZR (Z.abs (v' - v)) by rewrite -plus_IZR; apply: IZR_le; lia.
by move=> h; have := Rmult_le_compat_l _ _ _ r0 h; lra.
Qed.
Lemma around_up r (k : nat) : around rho1 r <= exp (rho1 * INR k) * around rho1 (r + Z.of_nat k).
Proof.
have := @around_moves rho1 r (r + Z.of_nat k)%Z (Rlt_le _ _ r1).
by have -> : Z.abs (r + Z.of_nat k - r) = Z.of_nat k by [lia]; rewrite -INR_IZR_INZ.
Qed.

(* one-sided: from 0 up *)
Definition from0 (k : Int) : R := if Z.leb 0 k then exp (- (rho1 * IZR k)) else 0.
Definition from0_reaches (d : Int) : R := if Z.leb d 0 then 1 else exp (- (rho2 * IZR d)).
Lemma from0_ge0 k : 0 <= from0 k.
Proof. by rewrite /from0; case: Z.leb_spec => _; [left; apply: exp_pos | lra]. Qed.
Lemma from0_up r (k : nat) : from0 r <= exp (rho1 * INR k) * from0 (r + Z.of_nat k).
Proof.
rewrite /from0; case: Z.leb_spec => h.
  have -> : Z.leb 0 (r + Z.of_nat k) = true by apply/Z.leb_le; lia.
  by rewrite -exp_plus; apply: exp_le; rewrite plus_IZR -INR_IZR_INZ; lra.
apply: Rmult_le_pos; [left; apply: exp_pos | exact: from0_ge0].
Qed.
Lemma from0_reaches01 d : 0 <= from0_reaches d <= 1.
Proof.
rewrite /from0_reaches; case: Z.leb_spec => h; first lra.
by have [a b] := @exp_le1 d ltac:(lia); lra.
Qed.
Lemma from0_reaches_anti d d' : (d <= d')%Z -> from0_reaches d' <= from0_reaches d.
Proof.
move=> h; rewrite {2}/from0_reaches; case: Z.leb_spec => h0; first by case: (from0_reaches01 d').
rewrite /from0_reaches; case: Z.leb_spec => h1; first lia.
by apply: exp_le; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ r2) (IZR_le _ _ h); lra.
Qed.
Lemma from0_reaches_up d (k : nat) : from0_reaches d <= exp (rho2 * INR k) * from0_reaches (d + Z.of_nat k).
Proof.
have k0 := pos_INR k; rewrite {2}/from0_reaches; case: Z.leb_spec => h.
  rewrite Rmult_1_r; apply: (@Rle_trans _ 1); first by case: (from0_reaches01 d).
  by apply: exp_ge1; apply: Rmult_le_pos; lra.
rewrite -exp_plus plus_IZR -INR_IZR_INZ /from0_reaches; case: Z.leb_spec => h0.
  apply: exp_ge1; have : IZR d <= 0 by apply: IZR_le.
  by move=> d0; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ r2) d0; lra.
by apply: exp_le; lra.
Qed.

Lemma H_up d (k : nat) : H d <= exp (rho2 * INR k) * H (d + Z.of_nat k). Proof. by case: (H_steps d k). Qed.
Lemma one_ge0 (v : Int) : 0 <= 1. Proof. by lra. Qed.
Lemma one_moves (v v' : Int) : 1 <= exp (0 * IZR (Z.abs (v' - v))) * 1. Proof. by rewrite Rmult_0_l exp_0; lra. Qed.

Definition laplace : noises rho1 rho2 rho3 := Noises (around_ge0 rho1) around_up H01 H_up H_anti
  (around_ge0 rho3) (fun v v' => around_moves v v' r3).
Definition one_sided : noises rho1 rho2 rho3 := Noises from0_ge0 from0_up from0_reaches01 from0_reaches_up from0_reaches_anti
  (around_ge0 rho3) (fun v v' => around_moves v v' r3).
Definition laplace_alone : noises rho1 rho2 0 := Noises (around_ge0 rho1) around_up H01 H_up H_anti one_ge0 one_moves.
Definition one_sided_alone : noises rho1 rho2 0 := Noises from0_ge0 from0_up from0_reaches01 from0_reaches_up from0_reaches_anti
  one_ge0 one_moves.
End Shapes.
