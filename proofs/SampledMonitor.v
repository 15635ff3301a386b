(* ThresholdMonitor with a secret sample: (e, 0)-DP for any number of queries.

   docs/guarantees/threshold-monitor.md, "Sampled: delta = 0", Theorem.

   In words. D' is D with one more record, which is kept with probability p = 1 - exp(-e). Fix the sample of
   the others. A transcript is a list of answers, and the queries are functions of it. For each answer let a
   be its probability on D, and a' on D' with the record kept. A yes to which the record contributes has
   a' <= l a; there are at most tau of these, and then the record leaves. Every other answer has a' <= a: a no, and
   a yes to which the record contributes nothing. Let l^tau = 1 + (exp(e) - 1)/p.

   `sampled_transcript`: the transcript's probability on D' lies within a factor of [exp(-e), exp(e)] of that
   on D. `sampled_mixture`: so does its average over the others' samples.

   Not covered: that the test's probabilities meet these conditions, which is one line on the page; replace;
   rounding of p and of the rate; a count of queries is not needed. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Sums Superadditive.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Sampled.
Variables (e l : R) (tau : nat).
Hypotheses (e0 : 0 < e) (l1 : 1 <= l).
Let p := 1 - exp (- e).
Hypothesis allowance : pow l tau = 1 + (exp e - 1) / p.

(* an answer: whether it charges the record, its probability without it and with it *)
Definition entry := (bool * (R * R))%type.
Definition fits (a : entry) : Prop :=
  0 <= a.2.1 /\ 0 <= a.2.2 /\ a.2.2 <= (if a.1 then l else 1) * a.2.1.
Definition each (t : seq entry) : Prop := foldr (fun a q => fits a /\ q) True t.
Definition hits (t : seq entry) := count (fun a => a.1) t.
Definition without (t : seq entry) : R := foldr (fun a q => a.2.1 * q) 1 t.
Definition kept (t : seq entry) : R := foldr (fun a q => a.2.2 * q) 1 t.
Definition joined (t : seq entry) : R := (1 - p) * without t + p * kept t.

Lemma kept_le t : each t -> 0 <= without t /\ 0 <= kept t <= pow l (hits t) * without t.
Proof.
elim: t => [|[h [x y]] t ih]; first by rewrite /=; lra.
move=> [[x0 [y0 hy]] /ih [w0 [k0 hk]]]; rewrite /= in x0 y0 hy.
have -> : hits ((h, (x, y)) :: t) = addn h (hits t) by [].
rewrite /without /kept /= -/(without t) -/(kept t).
have ln0 : 0 < pow l (hits t) by apply: pow_lt; lra.
split; first exact: Rmult_le_pos; split; first exact: Rmult_le_pos.
have A : y * kept t <= ((if h then l else 1) * x) * (pow l (hits t) * without t) by apply: Rmult_le_compat.
apply: (Rle_trans _ _ _ A); right; clear; case: h; rewrite ?add1n ?add0n /=; ring.
Qed.

Theorem sampled_transcript t : each t -> leq (hits t) tau ->
  exp (- e) * without t <= joined t <= exp e * without t.
Proof.
move=> /kept_le [w0 [k0 hk]] ht; have q0 := exp_pos (- e); have qe := exp_opp e.
have q1 : exp (- e) < 1 by rewrite -exp_0; apply: exp_increasing; lra.
have p0 : 0 < p by rewrite /p; lra.
have K : kept t <= pow l tau * without t.
  apply: (Rle_trans _ _ _ hk); apply: Rmult_le_compat_r => //; apply: Rle_pow => //; exact/leP.
rewrite /joined; have -> : 1 - p = exp (- e) by rewrite /p; lra.
split; first by have := Rmult_le_pos _ _ (Rlt_le _ _ p0) k0; lra.
have := Rmult_le_compat_l p _ _ (Rlt_le _ _ p0) K; rewrite allowance.
have -> : p * ((1 + (exp e - 1) / p) * without t) = (p + (exp e - 1)) * without t by field; lra.
by rewrite /p; lra.
Qed.

(* averages over the others' samples *)
Theorem sampled_mixture (O : finType) (w : O -> R) (t : O -> seq entry) :
  (forall o, 0 <= w o) -> (forall o, each (t o)) -> (forall o, leq (hits (t o)) tau) ->
  exp (- e) * \S_o (w o * without (t o)) <= \S_o (w o * joined (t o)) <= exp e * \S_o (w o * without (t o)).
Proof.
move=> w0 he hh; rewrite -!S_mull; split; apply: S_le => o _;
  have [A B] := sampled_transcript (he o) (hh o).
- by have := Rmult_le_compat_l _ _ _ (w0 o) A; lra.
- by have := Rmult_le_compat_l _ _ _ (w0 o) B; lra.
Qed.
End Sampled.
