(* A pure step of epsilon has rho = epsilon^2/2.

   docs/guarantees/composition.md, "Renyi divergence of a bounded loss", pure privacy; "Conditions on an
   entry": an (epsilon, delta)-DP mechanism is one step with rho = epsilon^2/2.

   In words. Let p and q be laws on a finite set with p <= exp(e) q and q <= exp(e) p, e > 0, and let a > 1.

   `pure_step`: the mean under p of exp((a - 1) ln(p/q)) is at most exp((a - 1) a e^2/2).

   `dp_step`: an (epsilon, delta)-DP mechanism, epsilon > 0 and delta < 1, is a step that the filter of
   LedgerConcentrated.v takes, charged (epsilon, delta, epsilon^2/2).

   Proof there by the variance of tilted laws; here p and q are mixtures of one randomised response, which is the
   worst case as u^a lies above its tangents, and its mean is cosh((a - 1/2) e)/cosh(e/2).

   Not covered: bounded range (BoundedRange.v); infinite sets of answers. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive PairOfLaws LedgerConcentrated.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* ---------- cosh(u) exp(-u^2/2) falls ---------- *)
Definition twice_cosh x := exp x + exp (- x).
Definition twice_sinh x := exp x - exp (- x).

Lemma exp_minus_lim x : derivable_pt_lim (fun y => exp (- y)) x (- exp (- x)).
Proof.
have := @derivable_pt_lim_comp (fun y => - y) exp x (- 1) (exp (- x)).
have -> : exp (- x) * - 1 = - exp (- x) by ring.
apply; last exact: derivable_pt_lim_exp.
by apply: derivable_pt_lim_opp; apply: derivable_pt_lim_id.
Qed.
Lemma cosh_lim x : derivable_pt_lim twice_cosh x (twice_sinh x).
Proof. exact: (derivable_pt_lim_plus _ _ _ _ _ (derivable_pt_lim_exp x) (exp_minus_lim x)). Qed.
Lemma sinh_lim x : derivable_pt_lim twice_sinh x (twice_cosh x).
Proof.
have -> : twice_cosh x = exp x - - exp (- x) by rewrite /twice_cosh; ring.
exact: (derivable_pt_lim_minus _ _ _ _ _ (derivable_pt_lim_exp x) (exp_minus_lim x)).
Qed.

Lemma sinh_ge0 x : 0 <= x -> 0 <= twice_sinh x.
Proof. by move=> h; rewrite /twice_sinh; have : exp (- x) <= exp x by [apply: exp_le; lra]; lra. Qed.

Lemma sinh_le x : 0 <= x -> twice_sinh x <= x * twice_cosh x.
Proof.
case=> [x0|<-]; last by rewrite /twice_sinh Ropp_0; lra.
pose h y := y * twice_cosh y - twice_sinh y.
have D c : 0 <= c <= x -> derivable_pt_lim h c (c * twice_sinh c).
  move=> _; have -> : c * twice_sinh c = (1 * twice_cosh c + c * twice_sinh c) - twice_cosh c by ring.
  apply: derivable_pt_lim_minus; last exact: sinh_lim.
  exact: (derivable_pt_lim_mult _ _ _ _ _ (derivable_pt_lim_id c) (cosh_lim c)).
have [c [E [c0 c1]]] := MVT_cor2 h (fun c => c * twice_sinh c) 0 x x0 D.
have : 0 <= c * twice_sinh c * (x - 0).
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; [lra | apply: sinh_ge0; lra] | lra].
by rewrite -E /h /twice_sinh Ropp_0; lra.
Qed.

Definition bell x := exp (- (x * x / 2)).
Lemma bell_lim x : derivable_pt_lim bell x (- x * bell x).
Proof.
have := @derivable_pt_lim_comp (fun y => - (y * y / 2)) exp x (- x) (bell x).
rewrite Rmult_comm; apply; last exact: derivable_pt_lim_exp.
have -> : - x = - ((1 * x + x * 1) * / 2) by field.
apply: derivable_pt_lim_opp.
have := @derivable_pt_lim_scal (fun y => y * y) (/ 2) x (1 * x + x * 1).
have sq : derivable_pt_lim (fun y => y * y) x (1 * x + x * 1).
  exact: (derivable_pt_lim_mult id id x 1 1 (derivable_pt_lim_id x) (derivable_pt_lim_id x)).
move=> /(_ sq); rewrite (Rmult_comm (/ 2)) => L eps e0; have [dl H] := L eps e0; exists dl => h h0 hd.
have := H h h0 hd; rewrite /mult_real_fct.
by have -> : (/ 2 * ((x + h) * (x + h)) - / 2 * (x * x)) / h = ((x + h) * (x + h) / 2 - x * x / 2) / h by field.
Qed.

Lemma bell_falls v u : 0 <= v -> v <= u -> twice_cosh u * bell u <= twice_cosh v * bell v.
Proof.
move=> v0; case=> [vu|->]; last by right.
have D c : v <= c <= u -> derivable_pt_lim (fun x => twice_cosh x * bell x) c
    ((twice_sinh c - c * twice_cosh c) * bell c).
  move=> _; have -> : (twice_sinh c - c * twice_cosh c) * bell c = twice_sinh c * bell c + twice_cosh c * (- c * bell c) by ring.
  exact: (derivable_pt_lim_mult _ _ _ _ _ (cosh_lim c) (bell_lim c)).
have [c [E [c0 c1]]] := MVT_cor2 _ _ v u vu D.
have A : (twice_sinh c - c * twice_cosh c) * bell c <= 0.
  have := @sinh_le c ltac:(lra); have := exp_pos (- (c * c / 2)); rewrite -/(bell c) => b s; nra.
by nra.
Qed.

(* ---------- u^a lies above its tangents ---------- *)
Section Order.
Variable a : R.
Hypothesis a1 : 1 < a.

Lemma bernoulli v : 0 < v -> 1 + a * (v - 1) <= exp (a * ln v).
Proof.
move=> v0; set x := exp (a * ln v); have x0 : 0 < x by apply: exp_pos.
have i0 : 0 < / a by apply: Rinv_0_lt_compat; lra.
have ia : / a * a = 1 by apply: Rinv_l; lra.
have i1 : / a < 1 by rewrite -Rinv_1; apply: Rinv_lt_contravar; lra.
pose m := / a * x + (1 - / a).
have m0 : 0 < m by rewrite /m; have := Rmult_lt_0_compat _ _ i0 x0; lra.
have A := ln_below x0 m0; have B := @ln_below 1 m ltac:(lra) m0.
have E : / a * (x / m) + (1 - / a) * (1 / m) = 1.
  by have -> : / a * (x / m) + (1 - / a) * (1 / m) = m / m by [rewrite /m; field; split; [rewrite /m in m0; lra | lra]]; field; lra.
have F : ln v <= ln m.
  have -> : ln v = / a * ln x by rewrite /x ln_exp -Rmult_assoc ia Rmult_1_l.
  have := Rmult_le_compat_l (/ a) _ _ ltac:(lra) A; have := Rmult_le_compat_l (1 - / a) _ _ ltac:(lra) B.
  by rewrite ln_1; lra.
have vm : v <= m by rewrite -(exp_ln v) // -(exp_ln m) //; apply: exp_le.
have := Rmult_le_compat_l a _ _ ltac:(lra) vm; rewrite /m.
have -> : a * (/ a * x + (1 - / a)) = x + a - 1 by field; lra.
lra.
Qed.

Lemma tangent u s : 0 < u -> 0 < s ->
  exp (a * ln s) + a * exp ((a - 1) * ln s) * (u - s) <= exp (a * ln u).
Proof.
move=> u0 s0; have v0 : 0 < u / s by apply: Rdiv_lt_0_compat.
have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (exp_pos (a * ln s))) (bernoulli v0).
have -> : exp (a * ln s) * exp (a * ln (u / s)) = exp (a * ln u).
  by rewrite -exp_plus /Rdiv ln_mult ?ln_Rinv //; [congr exp; ring | apply: Rinv_0_lt_compat].
have E : exp (a * ln s) = exp ((a - 1) * ln s) * s.
  by rewrite -{3}(exp_ln s) // -exp_plus; congr exp; ring.
have -> : exp (a * ln s) * (1 + a * (u / s - 1)) = exp (a * ln s) + a * exp ((a - 1) * ln s) * (u - s).
  by rewrite E; field; lra.
by [].
Qed.

(* ---------- the step ---------- *)
Theorem pure_step (T : finType) (p q : T -> R) (e : R) : 0 < e -> law p -> law q ->
  (forall t, p t <= exp e * q t) -> (forall t, q t <= exp e * p t) ->
  \S_t (p t * exp ((a - 1) * ln (p t / q t))) <= exp ((a - 1) * (a * (e * e / 2))).
Proof.
move=> e0 [p0 p1] [q0 q1] pq qp; set E := exp e.
have E1 : 1 < E by rewrite /E -exp_0; apply: exp_increasing.
have i0 : 0 < / (E - 1) by apply: Rinv_0_lt_compat; lra.
pose x t := (E * p t - q t) / (E - 1). pose y t := (E * q t - p t) / (E - 1).
have x0 t : 0 <= x t by apply: Rmult_le_pos; [have := qp t; rewrite -/E; lra | lra].
have y0 t : 0 <= y t by apply: Rmult_le_pos; [have := pq t; rewrite -/E; lra | lra].
have sx : \S_t x t = 1 by rewrite S_div S_sub S_mull p1 q1; field; lra.
have sy : \S_t y t = 1 by rewrite S_div S_sub S_mull p1 q1; field; lra.
pose hi := exp (a * e). pose lo := exp (- (a * e)).
have term t : p t * exp ((a - 1) * ln (p t / q t)) <= x t / (E + 1) * hi + E * y t / (E + 1) * lo.
  have h0 : 0 < hi by apply: exp_pos.
  have l0 : 0 < lo by apply: exp_pos.
  have j0 : 0 < / (E + 1) by apply: Rinv_0_lt_compat; lra.
  have A0 : 0 <= x t / (E + 1) by apply: Rmult_le_pos; [apply: x0 | lra].
  have B0 : 0 <= E * y t / (E + 1).
    by apply: Rmult_le_pos; [apply: Rmult_le_pos; [lra | apply: y0] | lra].
  case: (p0 t) => [pt|<-]; last by rewrite Rmult_0_l; apply: Rplus_le_le_0_compat; apply: Rmult_le_pos; lra.
  have qt : 0 < q t.
    by case: (q0 t) => // Eq; have := pq t; rewrite -Eq Rmult_0_r; lra.
  have s0 : 0 < p t / q t by apply: Rdiv_lt_0_compat.
  have TA := @tangent E (p t / q t) ltac:(lra) s0; have TB := @tangent (/ E) (p t / q t) ltac:(apply: Rinv_0_lt_compat; lra) s0.
  rewrite /E ln_exp -/E -/hi in TA.
  rewrite ln_Rinv in TB; last lra.
  have lE : a * - ln E = - (a * e) by rewrite /E ln_exp; ring.
  rewrite lE -/lo in TB.
  have UA := Rmult_le_compat_l _ _ _ A0 TA; have UB := Rmult_le_compat_l _ _ _ B0 TB.
  apply: Rle_trans (Rplus_le_compat _ _ _ _ UA UB); right.
  set s := p t / q t in s0 *; set w := exp ((a - 1) * ln s).
  have -> : exp (a * ln s) = w * s by rewrite /w -{3}(exp_ln s) // -exp_plus; congr exp; ring.
  have -> : p t = s * q t by rewrite /s; field; lra.
  rewrite /x /y; have -> : p t = s * q t by rewrite /s; field; lra.
  by field; lra.
apply: (@Rle_trans _ (\S_t (x t / (E + 1) * hi + E * y t / (E + 1) * lo))); first exact: S_le.
have -> : \S_t (x t / (E + 1) * hi + E * y t / (E + 1) * lo) = (hi + E * lo) / (E + 1).
  rewrite S_add.
  have -> : \S_t (x t / (E + 1) * hi) = hi / (E + 1).
    rewrite (eq_bigr (fun t => hi / (E + 1) * x t)) => [|t _]; last by field; lra.
    by rewrite S_mull sx; ring.
  have -> : \S_t (E * y t / (E + 1) * lo) = E * lo / (E + 1).
    rewrite (eq_bigr (fun t => E * lo / (E + 1) * y t)) => [|t _]; last by field; lra.
    by rewrite S_mull sy; ring.
  by field; lra.
(* cosh((a - 1/2) e)/cosh(e/2) *)
have h := exp_pos (e / 2).
have c1 : hi + E * lo = exp (e / 2) * twice_cosh ((a - / 2) * e).
  by rewrite /hi /E /lo /twice_cosh Rmult_plus_distr_l -!exp_plus; congr (exp _ + exp _); field.
have c2 : E + 1 = exp (e / 2) * twice_cosh (e / 2).
  by rewrite /E /twice_cosh Rmult_plus_distr_l -!exp_plus -exp_0; congr (exp _ + exp _); field.
have v0 : 0 < twice_cosh (e / 2) by have := exp_pos (e / 2); have := exp_pos (- (e / 2)); rewrite /twice_cosh; lra.
have := @bell_falls (e / 2) ((a - / 2) * e) ltac:(lra) ltac:(nra); rewrite /bell => B.
rewrite c1 c2.
have -> : exp (e / 2) * twice_cosh ((a - / 2) * e) / (exp (e / 2) * twice_cosh (e / 2))
  = twice_cosh ((a - / 2) * e) / twice_cosh (e / 2) by field; lra.
apply: (Rmult_le_reg_r (twice_cosh (e / 2))) => //.
rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
set u := (a - / 2) * e in B *; set v := e / 2 in B v0 *.
have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (exp_pos (u * u / 2))) B.
have -> : exp (u * u / 2) * (twice_cosh u * exp (- (u * u / 2))) = twice_cosh u * (exp (u * u / 2) * exp (- (u * u / 2))) by ring.
rewrite -exp_plus (_ : u * u / 2 + - (u * u / 2) = 0) ?exp_0; last ring.
have -> : exp (u * u / 2) * (twice_cosh v * exp (- (v * v / 2))) = exp (u * u / 2 + - (v * v / 2)) * twice_cosh v.
  by rewrite exp_plus; ring.
have -> : u * u / 2 + - (v * v / 2) = (a - 1) * (a * (e * e / 2)) by rewrite /u /v; field.
by rewrite Rmult_1_r => H; exact: H.
Qed.

(* an (epsilon, delta)-DP mechanism is one step of the ledger, charged (epsilon, delta, epsilon^2/2) *)
Theorem dp_step (T : finType) (p q : T -> R) (e d : R) : 0 < e -> 0 <= d < 1 -> law p -> law q ->
  indist e d p q -> indist e d q p ->
  charged a (Step e d (e * e / 2) p q (fun t => PairOfLaws.kept e d p q t / (1 - d)) (fun t => PairOfLaws.kept e d q p t / (1 - d))).
Proof.
move=> e0 [d0 d1] pl ql pq qp.
have k : 1 - Rmin 1 d = 1 - d by rewrite Rmin_right; lra.
have [A1 A2 A3] := mixture_of_pair (Rlt_le _ _ e0) d0 pl ql pq qp.
have [B1 B2 B3] := mixture_of_pair (Rlt_le _ _ e0) d0 ql pl qp pq.
rewrite k in A2 B2; have i0 : 0 < / (1 - d) by apply: Rinv_0_lt_compat; lra.
have part (u v : T -> R) t : 0 <= PairOfLaws.kept e d u v t <= u t -> (1 - d) * (PairOfLaws.kept e d u v t / (1 - d)) <= u t.
  by move=> [x y]; have -> : (1 - d) * (PairOfLaws.kept e d u v t / (1 - d)) = PairOfLaws.kept e d u v t by [field; lra].
have part_law (u v : T -> R) : (forall t, 0 <= PairOfLaws.kept e d u v t <= u t) -> \S_t PairOfLaws.kept e d u v t = 1 - d ->
  law (fun t => PairOfLaws.kept e d u v t / (1 - d)).
  move=> x y; split=> [t|]; first by apply: Rmult_le_pos; [case: (x t) | lra].
  by rewrite S_div y; field; lra.
have close (u v : T -> R) t : PairOfLaws.kept e d u v t <= exp e * PairOfLaws.kept e d v u t ->
  PairOfLaws.kept e d u v t / (1 - d) <= exp e * (PairOfLaws.kept e d v u t / (1 - d)).
  by move=> x; rewrite /Rdiv -Rmult_assoc; apply: Rmult_le_compat_r; lra.
split=> /=; [lra | lra | by split=> //; apply: part_law | by move=> t; split; apply: part | ].
split=> [t|]; first exact: close.
by apply: (pure_step e0) => // [||t|t]; [exact: part_law | exact: part_law | exact: close | exact: close].
Qed.
End Order.
