(* Draws without replacement until bottom, on two sets of candidates that differ a little.

   Used by TopK.v. In words. Candidates and bottom are drawn in proportion to weights, without replacement,
   until bottom or k items are drawn. On the candidates that both sides share a single draw loses a factor of at most
   c. Those that one side has alone weigh at most delta m against the shared ones, m the smaller of the two
   probabilities that the draw among shared candidates is bottom, whatever was drawn before.

   `runs_dp`: every event, and every function of the answer into [0, 1], changes by a factor of at most c^k
   and delta/(1 + delta) beside it. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Runs.
Variable I : finType.                      (* all items that there could be *)

(* The chance that the answer passes the test F (an event, or any function into
   [0, 1]).  Candidates C of weights a, bottom of weight b; n draws without
   replacement, in proportion to weights, until bottom or n items are drawn;
   `seen` were drawn before.  The answer is the list of outcomes, bottom = None. *)
Fixpoint run (C : {set I}) (a : I -> R) (b : R) (n : nat) (seen : {set I}) (F : seq (option I) -> R) : R :=
  match n with
  | 0 => F [::]
  | S n' => let Z := b + \S_(i in C :\: seen) a i in
      b / Z * F [:: None] +
      \S_(i in C :\: seen) (a i / Z * run C a b n' (i |: seen) (fun l => F (Some i :: l)))
  end.

Definition test (F : seq (option I) -> R) := forall l, 0 <= F l <= 1.

Lemma Zpos (C : {set I}) (a : I -> R) b : (forall i, 0 < a i) -> 0 < b -> 0 < b + \S_(i in C) a i.
Proof. by move=> a0 b0; have : 0 <= \S_(i in C) a i by [apply: S_ge0 => i _; left; apply: a0]; lra. Qed.

Lemma run01 C a b n : (forall i, 0 < a i) -> 0 < b ->
  forall seen F, test F -> 0 <= run C a b n seen F <= 1.
Proof.
move=> a0 b0; elim: n => [|n ih] seen F hF /=; first exact: hF.
have z0 := Zpos (C :\: seen) a0 b0; set Z := b + _ in z0 *.
have iz : 0 < / Z by apply: Rinv_0_lt_compat.
have hb : 0 <= b / Z by apply: Rmult_le_pos; lra.
have hi i : 0 <= a i / Z by apply: Rmult_le_pos; [left; apply: a0 | lra].
have F0 := hF [:: None]; have tF i : test (fun l => F (Some i :: l)) by move=> l; apply: hF.
split.
  apply: Rplus_le_le_0_compat; first by apply: Rmult_le_pos; lra.
  by apply: S_ge0 => i _; apply: Rmult_le_pos; [apply: hi | case: (ih (i |: seen) _ (tF i))].
have A : \S_(i in C :\: seen) (a i / Z * run C a b n (i |: seen) (fun l => F (Some i :: l)))
   <= \S_(i in C :\: seen) (a i / Z).
  by apply: S_le => i _; have := hi i; case: (ih (i |: seen) _ (tF i)); nra.
have E : b / Z + \S_(i in C :\: seen) (a i / Z) = 1 by rewrite S_div -Rdiv_plus_distr -/Z; field; lra.
have B : b / Z * F [:: None] <= b / Z by nra.
lra.
Qed.

(* total probability 1 *)
Lemma run_total C a b n : (forall i, 0 < a i) -> 0 < b -> forall seen, run C a b n seen (fun _ => 1) = 1.
Proof.
move=> a0 b0; elim: n => [|n ih] seen //=.
have z0 := Zpos (C :\: seen) a0 b0; set Z := b + _ in z0 *.
rewrite (eq_bigr (fun i => a i / Z)) => [|i _]; last by rewrite ih; lra.
rewrite S_div Rmult_1_r -Rdiv_plus_distr -/Z; field; lra.
Qed.

Section Leak.
(* two runs (1 = where one starts from); C1, C2 their candidates, C the shared ones *)
Variables (C1 C2 : {set I}) (a1 a2 : I -> R) (b1 b2 c delta : R).
Hypotheses (a1p : forall i, 0 < a1 i) (a2p : forall i, 0 < a2 i) (b1p : 0 < b1) (b2p : 0 < b2).
Hypotheses (c1 : 1 <= c) (delta0 : 0 < delta).
Let C := C1 :&: C2.
Let W1 (seen : {set I}) := b1 + \S_(i in C :\: seen) a1 i.
Let W2 (seen : {set I}) := b2 + \S_(i in C :\: seen) a2 i.
Let A1 := \S_(i in C1 :\: C2) a1 i.
Let A2 := \S_(i in C2 :\: C1) a2 i.
(* m: the smaller of the two probabilities that the draw, made on the shared, is bottom *)
Let m seen := Rmin (b1 / W1 seen) (b2 / W2 seen).
Let dl seen := delta * m seen / (1 + delta * m seen).

(* on what is shared one draw loses at most a factor c *)
Hypothesis step : forall seen i, a1 i * W2 seen <= c * (a2 i * W1 seen).
Hypothesis stepb : forall seen, b1 * W2 seen <= c * (b2 * W1 seen).
(* and what is not shared weighs at most delta m against what is *)
Hypothesis leak1 : forall seen, A1 <= delta * m seen * W1 seen.
Hypothesis leak2 : forall seen, A2 <= delta * m seen * W2 seen.

Fixpoint leak n seen : R := match n with 0 => 0 | S n' =>
  dl seen + (1 - dl seen) * \S_(i in C :\: seen) (a1 i / W1 seen * leak n' (i |: seen)) end.
Fixpoint ends n seen : R := match n with 0 => 0 | S n' =>
  (1 - dl seen) * (b1 / W1 seen + \S_(i in C :\: seen) (a1 i / W1 seen * ends n' (i |: seen))) end.

Let W1p seen : 0 < W1 seen. Proof. exact: Zpos. Qed.
Let W2p seen : 0 < W2 seen. Proof. exact: Zpos. Qed.
Let mp seen : 0 < m seen.
Proof. by apply: Rmin_glb_lt; apply: Rdiv_lt_0_compat. Qed.
Let dl01 seen : 0 < dl seen < 1.
Proof.
have dm := Rmult_lt_0_compat _ _ delta0 (mp seen).
split; first by apply: Rdiv_lt_0_compat; lra.
by apply: (Rmult_lt_reg_r (1 + delta * m seen)); [lra | rewrite /dl /Rdiv Rmult_assoc Rinv_l; lra].
Qed.
Let dlE seen : dl seen = delta * m seen * (1 - dl seen).
Proof. by have dm := Rmult_lt_0_compat _ _ delta0 (mp seen); rewrite /dl; field; lra. Qed.

Let cond1 seen i : 0 < a1 i / W1 seen. Proof. exact: Rdiv_lt_0_compat. Qed.
Let sum1 seen : b1 / W1 seen + \S_(i in C :\: seen) (a1 i / W1 seen) = 1.
Proof. by rewrite S_div -Rdiv_plus_distr; apply: Rinv_r; have := W1p seen; rewrite /W1; lra. Qed.

(* the odds of a leak against a bottom without leak are at most delta : 1 *)
Lemma leak_ends n : forall seen, 0 <= leak n seen <= delta * ends n seen /\ leak n seen + ends n seen <= 1.
Proof.
elim: n => [|n ih] seen /=; first lra.
have d01 := dl01 seen; have dE := dlE seen.
set s1 := \S_(i in C :\: seen) (a1 i / W1 seen * leak n (i |: seen)).
set s2 := \S_(i in C :\: seen) (a1 i / W1 seen * ends n (i |: seen)).
have s10 : 0 <= s1.
  apply: S_ge0 => i _; apply: Rmult_le_pos; [left; apply: cond1 | by case: (ih (i |: seen)) => -[]].
have s12 : s1 <= delta * s2.
  rewrite /s1 /s2 -S_mull; apply: S_le => i _; have [[_ h] _] := ih (i |: seen); have := cond1 seen i; nra.
have s1s2 : b1 / W1 seen + (s1 + s2) <= 1.
  rewrite -(sum1 seen); apply: Rplus_le_compat_l; rewrite /s1 /s2 -S_add; apply: S_le => i _.
  have [_ h] := ih (i |: seen); have := cond1 seen i; nra.
have mb : m seen <= b1 / W1 seen by apply: Rmin_l.
have P : delta * m seen * (1 - dl seen) <= delta * (b1 / W1 seen) * (1 - dl seen).
  by apply: Rmult_le_compat_r; [lra | apply: Rmult_le_compat_l; lra].
split; first split; nra.
Qed.

Lemma leak_le n seen : leak n seen <= delta / (1 + delta).
Proof.
have [[_ h] h'] := leak_ends n seen.
apply: (Rmult_le_reg_r (1 + delta)); first lra.
rewrite /Rdiv Rmult_assoc Rinv_l; last lra.
have : delta * (leak n seen + ends n seen) <= delta * 1 by apply: Rmult_le_compat_l; lra.
lra.
Qed.

Lemma split_sum (D1 D2 : {set I}) (f : I -> R) (seen : {set I}) : seen \subset D1 :&: D2 ->
  \S_(i in D1 :\: seen) f i = \S_(i in (D1 :&: D2) :\: seen) f i + \S_(i in D1 :\: D2) f i.
Proof.
move=> sub; rewrite (bigID (fun i => i \in D2)) /=; congr (_ + _); apply: eq_bigl => i; rewrite !inE.
  by case: (i \in seen); case: (i \in D1); case: (i \in D2).
have := subsetP sub i; rewrite !inE; case: (i \in seen); case: (i \in D1); case: (i \in D2) => //= h.
all: by have := h isT.
Qed.

(* by what the leak takes, a draw in run 1 and in run 2 *)
Let keep D W A : 0 < W -> 0 <= A -> 0 <= D < 1 -> A * (1 - D) <= D * W -> 1 - D <= W / (W + A).
Proof.
move=> W0 A0 D01 h; apply: (Rmult_le_reg_r (W + A)); first lra.
by rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.
Let A1p : 0 <= A1. Proof. by apply: S_ge0 => i _; left. Qed.
Let A2p : 0 <= A2. Proof. by apply: S_ge0 => i _; left. Qed.
Let keep1 seen : 1 - dl seen <= W1 seen / (W1 seen + A1).
Proof.
apply: keep => //; first by have := dl01 seen; lra.
rewrite [X in _ <= X * _]dlE; have := leak1 seen; have := dl01 seen; nra.
Qed.
Let keep2 seen : 1 - dl seen <= W2 seen / (W2 seen + A2).
Proof.
apply: keep => //; first by have := dl01 seen; lra.
rewrite [X in _ <= X * _]dlE; have := leak2 seen; have := dl01 seen; nra.
Qed.

Lemma runs n : forall (seen : {set I}) F, seen \subset C -> test F ->
  run C1 a1 b1 n seen F <= pow c n * run C2 a2 b2 n seen F + leak n seen.
Proof.
elim: n => [|n ih] seen F sub hF; first by rewrite /=; lra.
have tF i : test (fun l => F (Some i :: l)) by move=> l; apply: hF.
have F01 := hF [:: None]; have d01 := dl01 seen.
have w1 := W1p seen; have w2 := W2p seen; have k1 := keep1 seen; have k2 := keep2 seen.
set r1 := fun i => run C1 a1 b1 n (i |: seen) (fun l => F (Some i :: l)).
set r2 := fun i => run C2 a2 b2 n (i |: seen) (fun l => F (Some i :: l)).
have r101 i : 0 <= r1 i <= 1 by apply: run01.
have r201 i : 0 <= r2 i <= 1 by apply: run01.
have sub' : seen \subset C2 :&: C1 by rewrite setIC.
have Z1E : b1 + \S_(i in C1 :\: seen) a1 i = W1 seen + A1 by rewrite (split_sum _ sub) /W1 /A1 -/C; lra.
have Z2E : b2 + \S_(i in C2 :\: seen) a2 i = W2 seen + A2.
  by rewrite (split_sum _ sub') /W2 /A2 setIC -/C; lra.
rewrite /= Z1E Z2E -/(r1 _) -/(r2 _).
rewrite (split_sum _ sub) (split_sum _ sub') [C2 :&: C1]setIC -/C.
rewrite -/r1 -/r2.
set x1 := W1 seen in w1 k1 *; set x2 := W2 seen in w2 k2 *; set D := dl seen in d01 k1 k2 *.
pose X := b1 / x1 * F [:: None] + \S_(i in C :\: seen) (a1 i / x1 * r1 i).
have iz1 : 0 < / (x1 + A1) by apply: Rinv_0_lt_compat; have := A1p; lra.
have iz2 : 0 < / (x2 + A2) by apply: Rinv_0_lt_compat; have := A2p; lra.
(* run 1: (1 - D) X + D at most *)
have X1 : X <= 1.
  rewrite -(sum1 seen) -/x1 /X; apply: Rplus_le_compat.
    by have := Rdiv_lt_0_compat _ _ b1p w1; nra.
  by apply: S_le => i _; have := r101 i; have := cond1 seen i; rewrite -/x1; nra.
have S1 : b1 / (x1 + A1) * F [:: None] + (\S_(i in C :\: seen) (a1 i / (x1 + A1) * r1 i) +
          \S_(i in C1 :\: C2) (a1 i / (x1 + A1) * r1 i)) <= (1 - D) * X + D.
  have E1 : b1 / (x1 + A1) * F [:: None] + \S_(i in C :\: seen) (a1 i / (x1 + A1) * r1 i)
     = x1 / (x1 + A1) * X.
    rewrite /X Rmult_plus_distr_l -S_mull; congr (_ + _); first by field; have := A1p; lra.
    by apply: eq_bigr => i _; field; have := A1p; lra.
  have E2 : \S_(i in C1 :\: C2) (a1 i / (x1 + A1) * r1 i) <= A1 / (x1 + A1).
    rewrite -S_div; apply: S_le => i _; have := r101 i.
    by have := Rdiv_lt_0_compat _ _ (a1p i) (Rplus_lt_le_0_compat _ _ w1 A1p); nra.
  have E3 : A1 / (x1 + A1) = 1 - x1 / (x1 + A1) by field; have := A1p; lra.
  have : (x1 / (x1 + A1) - (1 - D)) * (1 - X) >= 0 by apply: Rle_ge; apply: Rmult_le_pos; lra.
  lra.
(* run 2: (1 - D) times the shared law at least *)
have S2 : (1 - D) * (b2 / x2 * F [:: None] + \S_(i in C :\: seen) (a2 i / x2 * r2 i)) <=
   b2 / (x2 + A2) * F [:: None] + (\S_(i in C :\: seen) (a2 i / (x2 + A2) * r2 i) +
          \S_(i in C2 :\: C1) (a2 i / (x2 + A2) * r2 i)).
  have E1 : b2 / (x2 + A2) * F [:: None] + \S_(i in C :\: seen) (a2 i / (x2 + A2) * r2 i)
     = x2 / (x2 + A2) * (b2 / x2 * F [:: None] + \S_(i in C :\: seen) (a2 i / x2 * r2 i)).
    rewrite Rmult_plus_distr_l -S_mull; congr (_ + _); first by field; have := A2p; lra.
    by apply: eq_bigr => i _; field; have := A2p; lra.
  have E2 : 0 <= \S_(i in C2 :\: C1) (a2 i / (x2 + A2) * r2 i).
    by apply: S_ge0 => i _; apply: Rmult_le_pos; [apply: Rmult_le_pos; [left | lra] | case: (r201 i)].
  have E3 : 0 <= b2 / x2 * F [:: None] + \S_(i in C :\: seen) (a2 i / x2 * r2 i).
    apply: Rplus_le_le_0_compat; first by apply: Rmult_le_pos; [left; apply: Rdiv_lt_0_compat | lra].
    by apply: S_ge0 => i _; apply: Rmult_le_pos; [left; apply: Rdiv_lt_0_compat | case: (r201 i)].
  by apply: (Rle_trans _ _ _ (Rmult_le_compat_r _ _ _ E3 k2)); rewrite -E1; lra.
have cn : 0 < pow c n by apply: pow_lt; lra.
have div x y : x * x2 <= c * (y * x1) -> x / x1 <= c * (y / x2).
  move=> h; apply: (Rmult_le_reg_r (x1 * x2)); first exact: Rmult_lt_0_compat.
  have -> : x / x1 * (x1 * x2) = x * x2 by field; lra.
  by have -> : c * (y / x2) * (x1 * x2) = c * (y * x1) by field; lra.
(* the shared law of run 1 is at most c^(n+1) times that of run 2, and what leaks later *)
pose Y := b2 / x2 * F [:: None] + \S_(i in C :\: seen) (a2 i / x2 * r2 i).
pose L := \S_(i in C :\: seen) (a1 i / x1 * leak n (i |: seen)).
have XY : X <= c * pow c n * Y + L.
  rewrite /X /Y Rmult_plus_distr_l.
  have B : b1 / x1 * F [:: None] <= c * (b2 / x2) * F [:: None].
    by apply: Rmult_le_compat_r; [lra | apply: div; apply: stepb].
  have B' : c * (b2 / x2) * F [:: None] <= c * pow c n * (b2 / x2 * F [:: None]).
    have cn1 : 1 <= pow c n by apply: pow_R1_Rle.
    have : 0 <= c * (b2 / x2) * F [:: None].
      apply: Rmult_le_pos; last lra.
      by apply: Rmult_le_pos; [lra | left; apply: Rdiv_lt_0_compat].
    set z := c * (b2 / x2) * F [:: None] => z0.
    have -> : c * pow c n * (b2 / x2 * F [:: None]) = pow c n * z by rewrite /z; lra.
    nra.
  have Q : \S_(i in C :\: seen) (a1 i / x1 * r1 i) <=
     c * pow c n * \S_(i in C :\: seen) (a2 i / x2 * r2 i) + L.
    rewrite /L -S_mull -S_add; apply: S_le => i hi.
    have si : i |: seen \subset C by rewrite subUset sub sub1set; move: hi; rewrite inE => /andP[_ ->].
    have H := ih (i |: seen) _ si (tF i); rewrite -/(r1 i) -/(r2 i) in H.
    have cd := div _ _ (step seen i); have p1 := cond1 seen i; rewrite -/x1 in p1.
    have r2i := r201 i.
    have : a1 i / x1 * r1 i <= a1 i / x1 * (pow c n * r2 i + leak n (i |: seen)) by apply: Rmult_le_compat_l; lra.
    have : a1 i / x1 * (pow c n * r2 i) <= c * (a2 i / x2) * (pow c n * r2 i).
      by apply: Rmult_le_compat_r => //; apply: Rmult_le_pos; lra.
    lra.
  lra.
apply: (Rle_trans _ _ _ S1).
have : (1 - D) * X <= (1 - D) * (c * pow c n * Y + L) by apply: Rmult_le_compat_l; lra.
pose R2 := b2 / (x2 + A2) * F [:: None] + (\S_(i in C :\: seen) (a2 i / (x2 + A2) * r2 i) +
          \S_(i in C2 :\: C1) (a2 i / (x2 + A2) * r2 i)).
have : c * pow c n * ((1 - D) * Y) <= c * pow c n * R2.
  by apply: Rmult_le_compat_l; [apply: Rmult_le_pos; lra | exact: S2].
suff : (1 - D) * Y <= R2 -> c * pow c n * ((1 - D) * Y) <= c * pow c n * R2 ->
  (1 - D) * X <= (1 - D) * (c * pow c n * Y + L) -> (1 - D) * X + D <= c * pow c n * R2 + (D + (1 - D) * L).
  by move=> h h1 h2; apply: h.
lra.
Qed.

Theorem runs_dp n F : test F ->
  run C1 a1 b1 n set0 F <= pow c n * run C2 a2 b2 n set0 F + delta / (1 + delta).
Proof. by move=> hF; have := runs n (sub0set C) hF; have := leak_le n set0; lra. Qed.
End Leak.
End Runs.
