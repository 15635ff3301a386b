(* Two-sided geometric noise that is drawn again while it is above t, and its threshold.

   docs/guarantees/counts.md, "Private groups" and "The threshold".

   In words. Let 0 < q < 1, and P[k] = q^|k|/Z for k <= t. d(a) is the bound of the page on the probability
   that this noise is above t - a.

   `leak`: 1 - d(a) is at most the probability that the noise is at most t - a, for every a >= 0.
   `d_step`: d is convex.
   `threshold`: d(u) <= delta exactly if q^(t+1) (q^-u - 1 + delta) <= delta (1 + q), the page's formula.

   Not covered: rounding in the computation of t (the page: towards a larger t). *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Sums.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma pow01 q n : 0 < q <= 1 -> 0 < pow q n <= 1.
Proof.
move=> h; elim: n => [|n ih] /=; first lra.
have : 0 < q * pow q n by apply: Rmult_lt_0_compat; lra.
nra.
Qed.
Lemma pow_anti q m n : 0 < q <= 1 -> leq m n -> pow q n <= pow q m.
Proof.
move=> h /subnKC <-; rewrite -plusE pow_add.
have := @pow01 q m h; have := @pow01 q (n - m)%nat h; nra.
Qed.

(* |i - j| for natural numbers *)
Definition dist (i j : nat) : nat := addn (subn i j) (subn j i).
Lemma dist_triangle (y x a : nat) :
  leq (dist y (addn x a)) (addn (dist y x) a) /\ leq (dist y x) (addn (dist y (addn x a)) a).
Proof. by rewrite /dist; split; lia. Qed.

Section Noise.
Variables (q : R) (t : nat).
Hypothesis q01 : 0 < q < 1.

(* F x: the sum of q^|k| over k <= t - x *)
Definition F (x : nat) := if leq x t then (1 + q - pow q (S (subn t x))) / (1 - q)
                          else pow q (subn x t) / (1 - q).
(* the noise is q^|k|/Zn for k <= t *)
Definition Zn := (1 + q - pow q (S t)) / (1 - q).

Let q01' : 0 < q <= 1. Proof. lra. Qed.

Lemma F0 : F 0 = Zn. Proof. by rewrite /F /Zn leq0n subn0. Qed.

(* F is what the text says: it falls by q^|t - x|, and to 0 (see F_small) *)
Lemma F_step x : F x - F (S x) = pow q (dist t x).
Proof.
rewrite /F /dist; case: (ltngtP x t) => h.
- have -> : subn x t = 0%nat by lia.
  rewrite addn0; have -> : subn t x = S (subn t (S x)) by lia.
  by rewrite /=; field; lra.
- have -> : subn t x = 0%nat by lia.
  rewrite add0n; have -> : subn (S x) t = S (subn x t) by lia.
  by rewrite /=; field; lra.
- by rewrite h subnn subSnn /=; field; lra.
Qed.

Lemma F_small x : leq (S t) x -> F x = pow q (subn x t) / (1 - q).
Proof. by rewrite /F => h; have -> : leq x t = false by lia. Qed.

Lemma F_gt0 x : 0 < F x.
Proof.
rewrite /F; case: ifP => _; apply: Rdiv_lt_0_compat; try lra.
- by have := @pow01 q (subn t x) q01' => /=; nra.
- by case: (@pow01 q (subn x t) q01').
Qed.
Let Z0 : 0 < Zn. Proof. by rewrite -F0; apply: F_gt0. Qed.

Lemma F_sum x : \big[Rplus/0]_(0 <= j < x) pow q (dist t j) = Zn - F x.
Proof.
elim: x => [|x ih]; first by rewrite big_nil F0; lra.
by rewrite big_nat_recr //= ih -F_step; lra.
Qed.

Lemma F_anti x a : F (addn x a) <= F x.
Proof.
elim: a => [|a ih]; first by rewrite addn0; lra.
rewrite addnS; have := F_step (addn x a); have := @pow01 q (dist t (addn x a)) q01'; lra.
Qed.

Lemma F_shift1 x : q * F x <= F (S x).
Proof.
have iq : 0 < / (1 - q) by apply: Rinv_0_lt_compat; lra.
rewrite /F; case: (ltngtP x t) => h.
- have -> : subn t x = S (subn t (S x)) by lia.
  rewrite /= /Rdiv -Rmult_assoc; apply: Rmult_le_compat_r; first lra.
  set p := pow q (subn t (S x)); have : 0 < p <= 1 by apply: pow01.
  move=> p01; have : 0 <= (1 - q * q) * (1 - q * p) by apply: Rmult_le_pos; nra.
  lra.
- have -> : subn (S x) t = S (subn x t) by lia.
  by rewrite /=; right; field; lra.
- by rewrite h subnn subSnn /=; right; field; lra.
Qed.

(* F(c - a) >= q^a F(c) *)
Lemma F_shift x a : pow q a * F x <= F (addn x a).
Proof.
elim: a => [|a ih]; first by rewrite addn0 /=; lra.
rewrite addnS /=; have := F_shift1 (addn x a); have := F_gt0 x; nra.
Qed.

(* d(a) = q^(t+1) (q^-a - 1)/(1 + q - q^(t+1)) *)
Definition d (a : nat) := pow q (S t) * (/ pow q a - 1) / (1 + q - pow q (S t)).

Let den : 0 < 1 + q - pow q (S t).
Proof. by have := @pow01 q t q01' => /=; nra. Qed.

(* P[noise > t - a] <= d(a), for a <= t with equality *)
Lemma leak a : 1 - d a <= F a / Zn.
Proof.
have -> : F a / Zn = F a * (1 - q) / (1 + q - pow q (S t)) by rewrite /Zn; field; lra.
have pa := @pow01 q a q01'.
have -> : 1 - d a = (1 + q - pow q (S t) * / pow q a) / (1 + q - pow q (S t)).
  by rewrite /d; field; lra.
apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat.
rewrite /F; case: ifP => h.
- have -> : pow q (S t) * / pow q a = pow q (S (subn t a)).
    have -> : S t = addn (S (subn t a)) a by lia.
    by rewrite -plusE pow_add; field; lra.
  by right; field; lra.
- have -> : pow q (subn a t) / (1 - q) * (1 - q) = pow q (subn a t) by field; lra.
  have : exists n, a = addn (S n) t by exists (subn a (S t)); lia.
  case=> n E; rewrite E addnK.
  have pn := @pow01 q n q01'; have pt := @pow01 q t q01'.
  have -> : pow q (S t) * / pow q (addn (S n) t) = / pow q n.
    by rewrite -plusE pow_add /=; field; lra.
  rewrite /=; set p := pow q n in pn *.
  have ip : 1 <= / p by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
  have : 0 <= (1 - p) * (/ p - q) by apply: Rmult_le_pos; lra.
  have : p * / p = 1 by apply: Rinv_r; lra.
  lra.
Qed.

(* ---------- -ln(1 - d) is convex: g(a)^u >= g(u)^a for a <= u ---------- *)
Lemma d0 : d 0 = 0. Proof. by rewrite /d /=; field; move: den => /=; lra. Qed.

Lemma d_mono a b : leq a b -> d a <= d b.
Proof.
move=> h; rewrite /d; apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat.
apply: Rmult_le_compat_l; first by case: (@pow01 q (S t) q01') => *; lra.
have := @pow_anti q a b q01' h; have := @pow01 q b q01' => pb ab.
have : / pow q a <= / pow q b by apply: Rinv_le_contravar; lra.
lra.
Qed.

Lemma d_step a : d (S a) - d a <= d (S (S a)) - d (S a).
Proof.
have pa := @pow01 q a q01'; set c := pow q (S t) / (1 + q - pow q (S t)).
have c0 : 0 <= c.
  by apply: Rmult_le_pos; [case: (@pow01 q (S t) q01') => *; lra | left; apply: Rinv_0_lt_compat].
have D n : d n = c * (/ pow q n - 1).
  by have := den; have := @pow01 q n q01'; rewrite /d /c; set p := pow q (S t) => *; field; lra.
rewrite !D.
have -> : / pow q (S (S a)) = / pow q a * (/ q * / q) by rewrite /=; field; lra.
have -> : / pow q (S a) = / pow q a * / q by rewrite /=; field; lra.
have ia : 0 < / pow q a by apply: Rinv_0_lt_compat; lra.
set i := / pow q a in ia *; set j := / q.
have : 0 <= c * (i * ((j - 1) * (j - 1))).
  by apply: Rmult_le_pos => //; apply: Rmult_le_pos; [lra | apply: Rle_0_sqr].
lra.
Qed.
End Noise.

(* the threshold: d(u) <= delta' iff q^(t+1) (q^-u - 1 + delta') <= delta' (1 + q) *)
Theorem threshold q t u delta : 0 < q < 1 ->
  (d q t u <= delta <-> pow q (S t) * (/ pow q u - 1 + delta) <= delta * (1 + q)).
Proof.
move=> q01; have q01' : 0 < q <= 1 by lra.
have den : 0 < 1 + q - pow q (S t) by have := @pow01 q t q01' => /=; nra.
have E : d q t u * (1 + q - pow q (S t)) = pow q (S t) * (/ pow q u - 1).
  by move: den; rewrite /d; have := @pow01 q u q01'; set p := pow q (S t) => *; field; lra.
split=> h.
- have : d q t u * (1 + q - pow q (S t)) <= delta * (1 + q - pow q (S t)) by apply: Rmult_le_compat_r; lra.
  by rewrite E; lra.
- by apply: (Rmult_le_reg_r (1 + q - pow q (S t))) => //; rewrite E; lra.
Qed.
