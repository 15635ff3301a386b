(* Counts, sums and means of users: independent discrete Laplace noise costs the rate times the L1 sensitivity.

   docs/guarantees/counts.md Theorem 1, "The value of m", and Theorem 2 (its error).

   In words. Each of k sums gets discrete Laplace noise of the rate r >= 0, P[noise = z] = c exp(-r |z|).
   `noisy_sums`: where the sums of neighbours differ by at most m, all differences added up, every vector of
   results, and every finite event, changes in probability by a factor of at most exp(r m).
   `noisy_sums_coins`: the same where each user's numbers are drawn by coins, if it holds for each pair of
   outcomes of the coins of the user who changes.
   `sensitivity_add`: a user who gives at most u >= 0 to each of k sums and T in all moves them by at most
   min(T, k u). `sensitivity_replace`: one who changes, by at most min(2 T, k u).
   `noise_window`: with c = (1 - q)/(1 + q), q = exp(-r) < 1, the noise is at most t in absolute value with
   probability 1 - 2 q^(t+1)/(1 + q); so c is the normaliser, and this the stated error.
   `mean_error`: where both noises are at most E in absolute value, the mean told from noisy ends A' and B' is off
   by at most E/(A' + B') of the domain's width.

   The results are infinitely many: an event is a finite list of results here, and every event is their limit.
   Not covered: totals that are clamped and scaled; the domain's ends in one group; sums cut off at 2^61;
   rounding of the rate; how a user's values become numbers. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import ZArith Reals Lra Lia Psatz.
From Logstar Require Import Sums Superadditive.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Notation Int := BinInt.Z.
Local Open Scope R_scope.

Section Noise.
Variable I : finType.                 (* the sums *)
Variables (r c : R).
Hypotheses (r0 : 0 <= r) (c0 : 0 <= c).
Definition noise (z : Int) : R := c * exp (- (r * IZR (Z.abs z))).
(* the probability of the results y where the sums are s *)
Definition noisy (s y : I -> Int) : R := \P_i noise (y i - s i)%Z.
Definition apart (s s' : I -> Int) : R := \S_i IZR (Z.abs (s i - s' i)).
(* an event: a list of results *)
Definition event (s : I -> Int) (F : seq (I -> Int)) : R := foldr (fun y p => noisy s y + p) 0 F.

Lemma noise_ge0 z : 0 <= noise z.
Proof. by apply: Rmult_le_pos => //; left; apply: exp_pos. Qed.

Lemma noise_shift (y s s' : Int) :
  noise (y - s) <= exp (r * IZR (Z.abs (s - s'))) * noise (y - s').
Proof.
rewrite /noise; have -> : exp (r * IZR (Z.abs (s - s'))) * (c * exp (- (r * IZR (Z.abs (y - s')))))
  = c * (exp (r * IZR (Z.abs (s - s'))) * exp (- (r * IZR (Z.abs (y - s'))))) by ring.
apply: Rmult_le_compat_l => //; rewrite -exp_plus; apply: exp_le.
have h : IZR (Z.abs (y - s')) <= IZR (Z.abs (y - s)) + IZR (Z.abs (s - s')).
  by rewrite -plus_IZR; apply: IZR_le; lia.
by have := Rmult_le_compat_l _ _ _ r0 h; lra.
Qed.

Lemma noisy_each (s s' y : I -> Int) (m : R) : apart s s' <= m ->
  noisy s y <= exp (r * m) * noisy s' y.
Proof.
move=> hm; apply: (@Rle_trans _ (exp (r * apart s s') * noisy s' y)).
  rewrite /apart -S_mull -P_exp /noisy -P_mul.
  suff : 0 <= \P_i noise (y i - s i) <= \P_i (exp (r * IZR (Z.abs (s i - s' i))) * noise (y i - s' i)) by case.
  by apply: P_le => i; split; [apply: noise_ge0 | apply: noise_shift].
apply: Rmult_le_compat_r; first by apply: P_ge0 => i; apply: noise_ge0.
by apply: exp_le; apply: Rmult_le_compat_l.
Qed.

(* THEOREM 1 of counts.md *)
Theorem noisy_sums (s s' : I -> Int) (m : R) : apart s s' <= m ->
  forall F, event s F <= exp (r * m) * event s' F.
Proof.
move=> hm; elim=> [|y F ih] /=; first lra.
by have := noisy_each y hm; rewrite Rmult_plus_distr_l; lra.
Qed.

(* averages over the coins of the user who changes, on either side *)
Theorem noisy_sums_coins (C C' : finType) (p : C -> R) (p' : C' -> R) (s : C -> I -> Int) (s' : C' -> I -> Int) (m : R) :
  (forall x, 0 <= p x) -> \S_x p x = 1 -> (forall x, 0 <= p' x) -> \S_x p' x = 1 ->
  (forall x x', apart (s x) (s' x') <= m) ->
  forall F, \S_x (p x * event (s x) F) <= exp (r * m) * \S_x (p' x * event (s' x) F).
Proof.
move=> p0 p1 p0' p1' h F.
have each x : event (s x) F <= exp (r * m) * \S_x' (p' x' * event (s' x') F).
  rewrite -S_mull -[X in X <= _]Rmult_1_l -p1' big_distrl /=; apply: S_le => x' _.
  by have := Rmult_le_compat_l _ _ _ (p0' x') (noisy_sums (h x x') F); lra.
rewrite -[X in _ <= X]Rmult_1_l -p1 big_distrl /=; apply: S_le => x _.
exact: Rmult_le_compat_l (p0 x) (each x).
Qed.
End Noise.

(* what m is; a, b: what a user gives to each sum, before and after *)
Section Sensitivity.
Variable I : finType.
Variables (u T : R).
Definition gives (a : I -> R) := (forall i, 0 <= a i <= u) /\ \S_i a i <= T.
Let all : \S_(i : I | true) u = INR #|I| * u.
Proof. by rewrite -cardsT -S_const; apply: eq_bigl => i; rewrite inE. Qed.

Theorem sensitivity_add (a : I -> R) : gives a -> \S_i Rabs (a i) <= Rmin T (INR #|I| * u).
Proof.
move=> [h t]; have E : \S_i Rabs (a i) = \S_i a i by apply: eq_bigr => i _; apply: Rabs_pos_eq; case: (h i).
by rewrite E; apply: Rmin_glb => //; rewrite -all; apply: S_le => i _; case: (h i).
Qed.
Theorem sensitivity_replace (a b : I -> R) : gives a -> gives b ->
  \S_i Rabs (a i - b i) <= Rmin (2 * T) (INR #|I| * u).
Proof.
move=> [ha ta] [hb tb]; apply: Rmin_glb.
- apply: (@Rle_trans _ (\S_i (a i + b i))); last by rewrite S_add; lra.
  by apply: S_le => i _; have := ha i; have := hb i; rewrite /Rabs; case: Rcase_abs; lra.
- rewrite -all; apply: S_le => i _; have := ha i; have := hb i; rewrite /Rabs; case: Rcase_abs; lra.
Qed.
End Sensitivity.

(* c is the normaliser, and the tail is what errors are stated from *)
Theorem noise_window (q : R) (t : nat) : 0 <= q < 1 ->
  (1 - q) / (1 + q) * (1 + 2 * \big[Rplus/0]_(1 <= k < S t) pow q k) = 1 - 2 * pow q (S t) / (1 + q).
Proof.
move=> q01; have E : (1 - q) * \big[Rplus/0]_(1 <= k < S t) pow q k = q - pow q (S t).
  elim: t => [|t ih]; first by rewrite big_geq //=; lra.
  by rewrite big_nat_recr //= Rmult_plus_distr_l ih /=; lra.
have -> : (1 - q) / (1 + q) * (1 + 2 * \big[Rplus/0]_(1 <= k < S t) pow q k)
  = (1 - q + 2 * ((1 - q) * \big[Rplus/0]_(1 <= k < S t) pow q k)) / (1 + q) by field; lra.
by rewrite E; field; lra.
Qed.

(* THEOREM 2 of counts.md, in units of the domain's width *)
Theorem mean_error (A B x y E : R) : 0 <= A -> 0 <= B -> 0 < A + B ->
  Rabs x <= E -> Rabs y <= E -> E < (A + x) + (B + y) ->
  Rabs ((A + x) / ((A + x) + (B + y)) - A / (A + B)) <= E / ((A + x) + (B + y)).
Proof.
move=> A0 B0 n0 hx hy hE; set n := (A + x) + (B + y) in hE *.
have E0 : 0 <= E by have := Rabs_pos x; lra.
have n1 : 0 < n by lra.
pose m := A / (A + B); have m01 : 0 <= m <= 1.
  split; first by apply: Rmult_le_pos => //; left; apply: Rinv_0_lt_compat.
  by apply: (Rmult_le_reg_r (A + B)) => //; rewrite /m /Rdiv Rmult_assoc Rinv_l; lra.
have -> : (A + x) / n - A / (A + B) = ((1 - m) * x - m * y) / n.
  have mE : m * (A + B) = A by rewrite /m; field; lra.
  rewrite -/m; apply: (Rmult_eq_reg_r n); last lra.
  have -> : ((1 - m) * x - m * y) / n * n = (1 - m) * x - m * y by field; lra.
  have -> : ((A + x) / n - m) * n = A + x - m * n by field; lra.
  rewrite -{1}mE /n; ring.
rewrite /Rdiv Rabs_mult (Rabs_pos_eq (/ n)); last by left; apply: Rinv_0_lt_compat.
apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat.
apply: Rabs_le; move: hx hy; rewrite /Rabs; case: Rcase_abs => ?; case: Rcase_abs => ? *; split; nra.
Qed.
