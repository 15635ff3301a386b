(* AboveThreshold with a kept threshold and Laplace noise, without numbers.

   docs/guarantees/above-threshold.md Theorem, parts 1 and 2, for e3 = 0 and Laplace noise.

   In words. A transcript is a list of answers; the queries, chosen by an adversary who sees earlier
   answers, are functions of it. The threshold's noise has the rate e1 of one record, each comparison the
   rate e2; a record is s steps of the grid, and c counts the yeses of the transcript.

   `above_general`: values that differ by at most one record cost e1 + 2 c e2.
   `above_monotone_up`: values that rise by at most one record cost e1 + c e2.
   `above_monotone_down`: the way back costs c e2.

   Noise has infinite support: sums over the threshold's noise are taken over windows -M..M, and each
   window of one side is bounded by a window of the other, hence the limit by the limit.
   Not covered: the limit itself as a Coq statement; one-sided noise; returned numbers (e3); part 3 (range)
   and part 4 (redrawn). *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import ZArith Reals Lra Lia Psatz.
From Logstar Require Import Privacy Superadditive.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Notation Int := BinInt.Z.

Section Above.
Variables (rho1 rho2 : R).           (* rates of a step of the grid: e1 = s rho1, e2 = s rho2 *)
Hypotheses (r1 : 0 < rho1) (r2 : 0 < rho2).

(* R - t is k with probability proportional to e^(-rho1 |k|) *)
Definition pi (k : Int) : R := exp (- (rho1 * IZR (Z.abs k))).
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
(* from d to d', k = steps between: no further down than m steps up *)
Lemma H_up d d' (m : nat) : (d <= d' <= d + Z.of_nat m)%Z -> H d <= exp (rho2 * INR m) * H d'.
Proof.
move=> h; have [A _] := H_steps d (Z.to_nat (d' - d)).
rewrite Z2Nat.id in A; last lia; have E : (d + (d' - d) = d')%Z by lia.
rewrite E in A; apply: (Rle_trans _ _ _ A); apply: Rmult_le_compat_r; first by case: (H01 d').
apply: exp_le; apply: Rmult_le_compat_l; first lra.
by apply: le_INR; lia.
Qed.
Lemma H_anti d d' : (d <= d')%Z -> H d' <= H d.
Proof.
move=> h; have [_ A] := H_steps d (Z.to_nat (d' - d)).
by rewrite Z2Nat.id in A; [have E : (d + (d' - d) = d')%Z by [lia]; rewrite E in A | lia].
Qed.

(* a transcript: answers with the values of the questions on both sides *)
Definition entry := (bool * (Int * Int))%type.
Definition each (P : entry -> Prop) (l : seq entry) : Prop := foldr (fun a p => P a /\ p) True l.
Lemma each_imp (P Q : entry -> Prop) l : (forall a, P a -> Q a) -> each P l -> each Q l.
Proof. by move=> h; elim: l => //= a l ih [/h ha /ih]. Qed.
Definition yeses (l : seq entry) := count (fun a => a.1) l.
Definition tprob (side : entry -> Int) (r : Int) (l : seq entry) : R :=
  foldr (fun a p => (if a.1 then H (r - side a) else 1 - H (r - side a)) * p) 1 l.
Definition left_ (a : entry) := a.2.1.
Definition right_ (a : entry) := a.2.2.

Lemma tprob_ge0 side r l : 0 <= tprob side r l.
Proof.
by elim: l => [|a l ih] /=; [lra | apply: Rmult_le_pos => //; have := H01 (r - side a); case: a.1 => /=; lra].
Qed.

(* P[transcript], but for the normaliser, over R in a window *)
Definition window (side : entry -> Int) (l : seq entry) (M : nat) : R :=
  \big[Rplus/0]_(0 <= i < S (M + M)) (pi (Z.of_nat i - Z.of_nat M) * tprob side (Z.of_nat i - Z.of_nat M) l).

Lemma big_nat_le (F G : nat -> R) n : (forall i, F i <= G i) ->
  \big[Rplus/0]_(0 <= i < n) F i <= \big[Rplus/0]_(0 <= i < n) G i.
Proof. by move=> h; apply: (big_ind2 Rle) => //; [lra | move=> *; lra]. Qed.

(* if moving R up by k on the other side costs a factor c at most *)
Lemma windows (sd sd' : entry -> Int) l (k : nat) c M : 0 <= c ->
  (forall r, tprob sd r l <= c * tprob sd' (r + Z.of_nat k) l) ->
  window sd l M <= exp (rho1 * INR k) * c * window sd' l (M + k).
Proof.
move=> c0 h; pose G r := pi r * tprob sd' r l.
have G0 r : 0 <= G r by apply: Rmult_le_pos; [left; apply: exp_pos | apply: tprob_ge0].
have pk r : pi r <= exp (rho1 * INR k) * pi (r + Z.of_nat k).
  rewrite /pi -exp_plus; apply: exp_le.
  have : IZR (Z.abs (r + Z.of_nat k)) <= IZR (Z.abs r) + INR k.
    by rewrite INR_IZR_INZ -plus_IZR; apply: IZR_le; lia.
  nra.
pose F' i := exp (rho1 * INR k) * c * G (Z.of_nat (i + (k + k)) - Z.of_nat (M + k))%Z.
apply: (@Rle_trans _ (\big[Rplus/0]_(0 <= i < S (M + M)) F' i)).
  apply: big_nat_le => i; rewrite /F' /G.
  have -> : (Z.of_nat (i + (k + k)) - Z.of_nat (M + k) = Z.of_nat i - Z.of_nat M + Z.of_nat k)%Z by lia.
  set r := (Z.of_nat i - Z.of_nat M)%Z.
  have A := pk r; have B := h r; have t0 := tprob_ge0 sd r l; have p0 : 0 < pi r by apply: exp_pos.
  have : pi r * tprob sd r l <= (exp (rho1 * INR k) * pi (r + Z.of_nat k)) * (c * tprob sd' (r + Z.of_nat k) l).
    by apply: Rmult_le_compat; lra.
  lra.
rewrite /F' -big_distrr /=; apply: Rmult_le_compat_l.
  by apply: Rmult_le_pos => //; left; apply: exp_pos.
rewrite /window.
have -> : S ((M + k) + (M + k)) = addn (S (M + M)) (k + k) by rewrite -plusE; lia.
rewrite [X in _ <= X](@big_cat_nat _ _ _ (k + k)) //=; last by rewrite -plusE; apply/leP; lia.
have -> : \big[Rplus/0]_(k + k <= i < addn (S (M + M)) (k + k)) (pi (Z.of_nat i - Z.of_nat (M + k)) * tprob sd' (Z.of_nat i - Z.of_nat (M + k)) l)
 = \big[Rplus/0]_(0 <= i < S (M + M)) G (Z.of_nat (i + (k + k)) - Z.of_nat (M + k))%Z.
  by rewrite -{1}[(k + k)%nat]add0n big_addn addnK; apply: eq_bigr.
have : 0 <= \big[Rplus/0]_(0 <= i < k + k) (pi (Z.of_nat i - Z.of_nat (M + k)) * tprob sd' (Z.of_nat i - Z.of_nat (M + k)) l).
  by apply: (big_ind (Rle 0)) => //; [lra | move=> *; lra | move=> i _; apply: G0].
lra.
Qed.

(* each answer: shifting R by k, a no stays likely, a yes costs m steps of N at most *)
Lemma answers (sd sd' : entry -> Int) (k : Int) (m : nat) (l : seq entry) :
  each (fun a => (- k <= sd a - sd' a)%Z /\ (sd a - sd' a + k <= Z.of_nat m)%Z) l ->
  forall r, tprob sd r l <= exp (rho2 * INR m * INR (yeses l)) * tprob sd' (r + k) l.
Proof.
elim: l => [|a l ih] h r; first by rewrite /= Rmult_0_r exp_0; lra.
have [[h1 h2] hl] := h.
have {}ih := ih hl r.
have t0 := tprob_ge0 sd r l; have t0' := tprob_ge0 sd' (r + k) l.
have Ha := H01 (r - sd a); have Hb := H01 (r + k - sd' a).
have yE : yeses (a :: l) = addn (nat_of_bool a.1) (yeses l) by [].
rewrite yE -plusE plus_INR /=; case: a.1 => /=.
- rewrite Rmult_plus_distr_l exp_plus Rmult_1_r.
  have A : H (r - sd a) <= exp (rho2 * INR m) * H (r + k - sd' a) by apply: H_up; lia.
  have : H (r - sd a) * tprob sd r l <= (exp (rho2 * INR m) * H (r + k - sd' a)) *
     (exp (rho2 * INR m * INR (yeses l)) * tprob sd' (r + k) l) by apply: Rmult_le_compat; lra.
  lra.
- rewrite Rplus_0_l.
  have A : H (r + k - sd' a) <= H (r - sd a) by apply: H_anti; lia.
  have : (1 - H (r - sd a)) * tprob sd r l <= (1 - H (r + k - sd' a)) *
     (exp (rho2 * INR m * INR (yeses l)) * tprob sd' (r + k) l) by apply: Rmult_le_compat; lra.
  lra.
Qed.

Variable s : nat.                    (* one record is s steps *)
Definition e1 := rho1 * INR s.
Definition e2 := rho2 * INR s.

(* THEOREM 1, general: |f' - f| <= s; (e1 + 2 c e2), c the yeses of the transcript *)
Theorem above_general (l : seq entry) (M : nat) :
  each (fun a => (Z.abs (left_ a - right_ a) <= Z.of_nat s)%Z) l ->
  window left_ l M <= exp (e1 + INR (yeses l) * (2 * e2)) * window right_ l (M + s).
Proof.
move=> h; have A := @answers left_ right_ (Z.of_nat s) (s + s) l.
have B : forall r, tprob left_ r l <= exp (rho2 * INR (s + s) * INR (yeses l)) * tprob right_ (r + Z.of_nat s) l.
  by apply: A; apply: each_imp h => a; lia.
have := windows M (Rlt_le _ _ (exp_pos _)) B; rewrite -exp_plus plus_INR.
suff -> : rho1 * INR s + rho2 * (INR s + INR s) * INR (yeses l) = e1 + INR (yeses l) * (2 * e2) by [].
rewrite /e1 /e2; ring.
Qed.

(* THEOREM 2, monotone, values rise from left to right: e1 + c e2 and, back, c e2 *)
Theorem above_monotone_up (l : seq entry) (M : nat) :
  each (fun a => (0 <= right_ a - left_ a <= Z.of_nat s)%Z) l ->
  window left_ l M <= exp (e1 + INR (yeses l) * e2) * window right_ l (M + s).
Proof.
move=> h; have B : forall r, tprob left_ r l <= exp (rho2 * INR s * INR (yeses l)) * tprob right_ (r + Z.of_nat s) l.
  by apply: answers; apply: each_imp h => a; lia.
have := windows M (Rlt_le _ _ (exp_pos _)) B; rewrite -exp_plus.
suff -> : rho1 * INR s + rho2 * INR s * INR (yeses l) = e1 + INR (yeses l) * e2 by [].
rewrite /e1 /e2; ring.
Qed.
Theorem above_monotone_down (l : seq entry) (M : nat) :
  each (fun a => (0 <= right_ a - left_ a <= Z.of_nat s)%Z) l ->
  window right_ l M <= exp (INR (yeses l) * e2) * window left_ l (M + 0).
Proof.
move=> h; have B : forall r, tprob right_ r l <= exp (rho2 * INR s * INR (yeses l)) * tprob left_ (r + Z.of_nat 0) l.
  by apply: answers; apply: each_imp h => a; lia.
have := windows M (Rlt_le _ _ (exp_pos _)) B; rewrite -exp_plus.
suff -> : rho1 * INR 0 + rho2 * INR s * INR (yeses l) = INR (yeses l) * e2 by [].
rewrite /e2 /=; ring.
Qed.
End Above.
