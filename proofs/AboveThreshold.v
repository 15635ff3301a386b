(* AboveThreshold with a kept threshold: Laplace or one-sided noise, with numbers or without.

   docs/guarantees/above-threshold.md Theorem, parts 1 to 3.

   In words. A transcript is a list of answers; the queries, chosen by an adversary who sees earlier answers, are
   functions of it. A yes comes with a number, which is the value and noise of its own. The threshold's noise has
   the rate e1 of one record, each comparison the rate e2, each number the rate e3; a record is s steps of the grid,
   and c counts the yeses of the transcript. Without numbers e3 = 0.

   Numbers have Laplace noise; the threshold and the questions have Laplace or one-sided noise
   (AboveThresholdNoise.v).

   `above_general`: values that differ by at most one record cost e1 + c (2 e2 + e3).
   `above_monotone_up`: values that rise by at most one record cost e1 + c max(e2, e3).
   `above_monotone_down`: the way back costs c (e2 + e3).
   `above_range`: with one yes at most, log ratios lie between -(e2 + e3) and e1 + max(e2, e3).

   Noise has infinite support: sums over the threshold's noise are taken over windows -M..M, and each window of one
   side is bounded by a window of the other, hence the limit by the limit. Not covered: the limit itself as a Coq
   statement; part 4 (redrawn), which is composition. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import ZArith Reals Lra Lia Psatz.
From Logstar Require Import Privacy Superadditive AboveThresholdNoise.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Notation Int := BinInt.Z.

Section Above.
Variables (rho1 rho2 rho3 : R) (N : noises rho1 rho2 rho3).
Hypotheses (r1 : 0 < rho1) (r2 : 0 < rho2) (r3 : 0 <= rho3).

(* a transcript: no, or yes with a number, with the values of the questions on both sides *)
Definition entry := (option Int * (Int * Int))%type.
Definition each (P : entry -> Prop) (l : seq entry) : Prop := foldr (fun a p => P a /\ p) True l.
Lemma each_imp (P Q : entry -> Prop) l : (forall a, P a -> Q a) -> each P l -> each Q l.
Proof. by move=> h; elim: l => //= a l ih [/h ha /ih]. Qed.
Definition yeses (l : seq entry) := count (fun a => isSome a.1) l.
Definition answer (side : entry -> Int) (r : Int) (a : entry) : R :=
  if a.1 is Some v then reaches N (r - side a) * mu N (v - side a) else 1 - reaches N (r - side a).
Definition tprob (side : entry -> Int) (r : Int) (l : seq entry) : R := foldr (fun a p => answer side r a * p) 1 l.
Definition left_ (a : entry) := a.2.1.
Definition right_ (a : entry) := a.2.2.

Lemma answer_ge0 side r a : 0 <= answer side r a.
Proof.
rewrite /answer; have := reaches01 N (r - side a); case: a.1 => [v|] h; last lra.
by apply: Rmult_le_pos; [lra | apply: mu_ge0].
Qed.
Lemma tprob_ge0 side r l : 0 <= tprob side r l.
Proof. by elim: l => [|a l ih] /=; [lra | apply: Rmult_le_pos => //; apply: answer_ge0]. Qed.

(* P[transcript], but for the normaliser, over R in a window *)
Definition window (side : entry -> Int) (l : seq entry) (M : nat) : R :=
  \big[Rplus/0]_(0 <= i < S (M + M)) (pi N (Z.of_nat i - Z.of_nat M) * tprob side (Z.of_nat i - Z.of_nat M) l).

Lemma big_nat_le (F G : nat -> R) n : (forall i, F i <= G i) ->
  \big[Rplus/0]_(0 <= i < n) F i <= \big[Rplus/0]_(0 <= i < n) G i.
Proof. by move=> h; apply: (big_ind2 Rle) => //; [lra | move=> *; lra]. Qed.

(* if moving R up by k on the other side costs a factor c at most *)
Lemma windows (sd sd' : entry -> Int) l (k : nat) c M : 0 <= c ->
  (forall r, tprob sd r l <= c * tprob sd' (r + Z.of_nat k) l) ->
  window sd l M <= exp (rho1 * INR k) * c * window sd' l (M + k).
Proof.
move=> c0 h; pose G r := pi N r * tprob sd' r l.
have G0 r : 0 <= G r by apply: Rmult_le_pos; [apply: pi_ge0 | apply: tprob_ge0].
have pk r := pi_up N r k.
pose F' i := exp (rho1 * INR k) * c * G (Z.of_nat (i + (k + k)) - Z.of_nat (M + k))%Z.
apply: (@Rle_trans _ (\big[Rplus/0]_(0 <= i < S (M + M)) F' i)).
  apply: big_nat_le => i; rewrite /F' /G.
  have -> : (Z.of_nat (i + (k + k)) - Z.of_nat (M + k) = Z.of_nat i - Z.of_nat M + Z.of_nat k)%Z by lia.
  set r := (Z.of_nat i - Z.of_nat M)%Z.
  have A := pk r; have B := h r; have t0 := tprob_ge0 sd r l; have p0 := pi_ge0 N r.
  have : pi N r * tprob sd r l <= (exp (rho1 * INR k) * pi N (r + Z.of_nat k)) * (c * tprob sd' (r + Z.of_nat k) l).
    by apply: Rmult_le_compat; lra.
  lra.
rewrite /F' -big_distrr /=; apply: Rmult_le_compat_l.
  by apply: Rmult_le_pos => //; left; apply: exp_pos.
rewrite /window.
have -> : S ((M + k) + (M + k)) = addn (S (M + M)) (k + k) by rewrite -plusE; lia.
rewrite [X in _ <= X](@big_cat_nat _ _ _ (k + k)) //=; last by rewrite -plusE; apply/leP; lia.
have -> : \big[Rplus/0]_(k + k <= i < addn (S (M + M)) (k + k)) (pi N (Z.of_nat i - Z.of_nat (M + k)) * tprob sd' (Z.of_nat i - Z.of_nat (M + k)) l)
 = \big[Rplus/0]_(0 <= i < S (M + M)) G (Z.of_nat (i + (k + k)) - Z.of_nat (M + k))%Z.
  by rewrite -{1}[(k + k)%nat]add0n big_addn addnK; apply: eq_bigr.
have : 0 <= \big[Rplus/0]_(0 <= i < k + k) (pi N (Z.of_nat i - Z.of_nat (M + k)) * tprob sd' (Z.of_nat i - Z.of_nat (M + k)) l).
  by apply: (big_ind (Rle 0)) => //; [lra | move=> *; lra | move=> i _; apply: G0].
lra.
Qed.

(* each answer: shifting R by k, a no stays likely, a yes costs b at most *)
Lemma answers (sd sd' : entry -> Int) (k : Int) (b : R) (l : seq entry) : 0 <= b ->
  each (fun a => (0 <= sd a - sd' a + k)%Z /\ rho2 * IZR (sd a - sd' a + k) + rho3 * IZR (Z.abs (sd a - sd' a)) <= b) l ->
  forall r, tprob sd r l <= exp (b * INR (yeses l)) * tprob sd' (r + k) l.
Proof.
move=> b0; elim: l => [|a l ih] h r; first by rewrite /= Rmult_0_r exp_0; lra.
have [[h1 h2] hl] := h; have {}ih := ih hl r.
have t0 := tprob_ge0 sd r l; have t0' := tprob_ge0 sd' (r + k) l.
have x := answer_ge0 sd r a; have x' := answer_ge0 sd' (r + k) a.
have eb := exp_pos (b * INR (yeses l)).
have -> : yeses (a :: l) = addn (isSome a.1) (yeses l) by [].
rewrite -plusE plus_INR /=; move: x x'; rewrite /answer; case: a.1 => [v|] /= x x'.
- rewrite Rmult_plus_distr_l exp_plus Rmult_1_r.
  have A : reaches N (r - sd a) * mu N (v - sd a) <= exp b * (reaches N (r + k - sd' a) * mu N (v - sd' a)).
    have A1 := reaches_up N (r - sd a) (Z.to_nat (sd a - sd' a + k)).
    rewrite INR_IZR_INZ Z2Nat.id in A1; last lia.
    have E : (r - sd a + (sd a - sd' a + k) = r + k - sd' a)%Z by lia.
    rewrite E in A1.
    have A2 := mu_moves N (v - sd a) (v - sd' a).
    have E2 : (v - sd' a - (v - sd a) = sd a - sd' a)%Z by lia.
    rewrite E2 in A2.
    have [a0 _] := reaches01 N (r - sd a); have m0 := mu_ge0 N (v - sd a).
    have [a0' _] := reaches01 N (r + k - sd' a); have m0' := mu_ge0 N (v - sd' a).
    apply: Rle_trans (Rmult_le_compat _ _ _ _ a0 m0 A1 A2) _.
    have -> : exp (rho2 * IZR (sd a - sd' a + k)) * reaches N (r + k - sd' a) * (exp (rho3 * IZR (Z.abs (sd a - sd' a))) * mu N (v - sd' a))
      = exp (rho2 * IZR (sd a - sd' a + k) + rho3 * IZR (Z.abs (sd a - sd' a))) * (reaches N (r + k - sd' a) * mu N (v - sd' a)).
      by rewrite exp_plus; ring.
    by apply: Rmult_le_compat_r; [apply: Rmult_le_pos | apply: exp_le].
  have := Rmult_le_compat _ _ _ _ x t0 A ih; lra.
- rewrite Rplus_0_l.
  have A : reaches N (r + k - sd' a) <= reaches N (r - sd a) by apply: reaches_anti; lia.
  have : (1 - reaches N (r - sd a)) * tprob sd r l <= (1 - reaches N (r + k - sd' a)) *
     (exp (b * INR (yeses l)) * tprob sd' (r + k) l) by apply: Rmult_le_compat; lra.
  lra.
Qed.

Variable s : nat.                    (* one record is s steps *)
Definition e1 := rho1 * INR s.
Definition e2 := rho2 * INR s.
Definition e3 := rho3 * INR s.
Let e20 : 0 <= e2. Proof. by apply: Rmult_le_pos; [lra | apply: pos_INR]. Qed.
Let e30 : 0 <= e3. Proof. by apply: Rmult_le_pos; [lra | apply: pos_INR]. Qed.

(* THEOREM 1, general: |f' - f| <= s; c the yeses of the transcript *)
Theorem above_general (l : seq entry) (M : nat) :
  each (fun a => (Z.abs (left_ a - right_ a) <= Z.of_nat s)%Z) l ->
  window left_ l M <= exp (e1 + INR (yeses l) * (2 * e2 + e3)) * window right_ l (M + s).
Proof.
move=> h; have B : forall r, tprob left_ r l <= exp ((2 * e2 + e3) * INR (yeses l)) * tprob right_ (r + Z.of_nat s) l.
  apply: answers; first lra; apply: each_imp h => a h; split; first lia.
  have A : IZR (left_ a - right_ a + Z.of_nat s) <= 2 * INR s.
    by rewrite INR_IZR_INZ -mult_IZR; apply: IZR_le; lia.
  have A' : IZR (Z.abs (left_ a - right_ a)) <= INR s by rewrite INR_IZR_INZ; apply: IZR_le.
  have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ r2) A; have := Rmult_le_compat_l _ _ _ r3 A'; rewrite /e2 /e3; lra.
have := windows M (Rlt_le _ _ (exp_pos _)) B; rewrite -exp_plus.
by have -> : rho1 * INR s + (2 * e2 + e3) * INR (yeses l) = e1 + INR (yeses l) * (2 * e2 + e3) by [rewrite /e1; ring].
Qed.

(* THEOREM 2, monotone, values rise from left to right *)
Theorem above_monotone_up (l : seq entry) (M : nat) :
  each (fun a => (0 <= right_ a - left_ a <= Z.of_nat s)%Z) l ->
  window left_ l M <= exp (e1 + INR (yeses l) * Rmax e2 e3) * window right_ l (M + s).
Proof.
move=> h; have m2 := Rmax_l e2 e3; have m3 := Rmax_r e2 e3.
have B : forall r, tprob left_ r l <= exp (Rmax e2 e3 * INR (yeses l)) * tprob right_ (r + Z.of_nat s) l.
  apply: answers; first lra; apply: each_imp h => a h; split; first lia.
  have -> : Z.abs (left_ a - right_ a) = (right_ a - left_ a)%Z by lia.
  have -> : (left_ a - right_ a + Z.of_nat s = Z.of_nat s - (right_ a - left_ a))%Z by lia.
  rewrite minus_IZR -INR_IZR_INZ; set d := IZR _.
  have d0 : 0 <= d by apply: IZR_le; lia.
  have d1 : d <= INR s by rewrite INR_IZR_INZ; apply: IZR_le; lia.
  case: (posnP s) => [s0|sp].
    by move: d1; rewrite s0 /= => d1; have -> : d = 0 by [lra]; rewrite !Rmult_0_r Rminus_0_r Rmult_0_r; lra.
  have sp' : 0 < INR s by apply: lt_0_INR; apply/ltP.
  (* a mean of e2 and e3 *)
  apply: (Rmult_le_reg_r (INR s)) => //.
  have A2 : (INR s - d) * e2 <= (INR s - d) * Rmax e2 e3 by apply: Rmult_le_compat_l; lra.
  have A3 : d * e3 <= d * Rmax e2 e3 by apply: Rmult_le_compat_l.
  have -> : (rho2 * (INR s - d) + rho3 * d) * INR s = (INR s - d) * e2 + d * e3 by rewrite /e2 /e3; ring.
  lra.
have := windows M (Rlt_le _ _ (exp_pos _)) B; rewrite -exp_plus.
by have -> : rho1 * INR s + Rmax e2 e3 * INR (yeses l) = e1 + INR (yeses l) * Rmax e2 e3 by [rewrite /e1; ring].
Qed.
Theorem above_monotone_down (l : seq entry) (M : nat) :
  each (fun a => (0 <= right_ a - left_ a <= Z.of_nat s)%Z) l ->
  window right_ l M <= exp (INR (yeses l) * (e2 + e3)) * window left_ l (M + 0).
Proof.
move=> h; have B : forall r, tprob right_ r l <= exp ((e2 + e3) * INR (yeses l)) * tprob left_ (r + Z.of_nat 0) l.
  apply: answers; first lra; apply: each_imp h => a h; split; first lia.
  have -> : Z.abs (right_ a - left_ a) = (right_ a - left_ a)%Z by lia.
  have -> : (right_ a - left_ a + Z.of_nat 0 = right_ a - left_ a)%Z by lia.
  have d1 : IZR (right_ a - left_ a) <= INR s by rewrite INR_IZR_INZ; apply: IZR_le; lia.
  have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ r2) d1; have := Rmult_le_compat_l _ _ _ r3 d1; rewrite /e2 /e3; lra.
have := windows M (Rlt_le _ _ (exp_pos _)) B; rewrite -exp_plus.
by have -> : rho1 * INR 0 + (e2 + e3) * INR (yeses l) = INR (yeses l) * (e2 + e3) by [rewrite /=; ring].
Qed.

(* THEOREM 3, one run *)
Corollary above_range (l : seq entry) (M : nat) : leq (yeses l) 1 ->
  each (fun a => (0 <= right_ a - left_ a <= Z.of_nat s)%Z) l ->
  window left_ l M <= exp (e1 + Rmax e2 e3) * window right_ l (M + s) /\
  window right_ l M <= exp (e2 + e3) * window left_ l (M + 0).
Proof.
move=> y1 h; have w0 sd M' : 0 <= window sd l M'.
  apply: (big_ind (Rle 0)) => [|x y|i _]; [lra | lra | ].
  by apply: Rmult_le_pos; [apply: pi_ge0 | apply: tprob_ge0].
have y01 : 0 <= INR (yeses l) <= 1 by split; [apply: pos_INR | rewrite -[1]/(INR 1); apply: le_INR; apply/leP].
have m2 := Rmax_l e2 e3.
split.
- apply: Rle_trans (above_monotone_up M h) _; apply: Rmult_le_compat_r => //; apply: exp_le; nra.
- apply: Rle_trans (above_monotone_down M h) _; apply: Rmult_le_compat_r => //; apply: exp_le; nra.
Qed.
End Above.
