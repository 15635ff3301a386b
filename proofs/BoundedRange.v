(* A step of bounded range r has rho = r^2/8.

   docs/guarantees/composition.md, "Renyi divergence of a bounded loss".

   In words. Let p and q be laws on a finite set, all p and q above 0, whose log ratios ln(p/q) lie in an interval
   [l, l + r], r > 0, and let a > 1.

   `bounded_range_step`: the mean under p of exp((a - 1) ln(p/q)) is at most exp((a - 1) a r^2/8).

   `range_step`: such a mechanism is a step that the filter of LedgerConcentrated.v takes, charged (r, 0, r^2/8).

   In place of the variance of tilted laws: u^a lies below its chord, so that two values of the loss are the worst
   case; of these the logarithm of the mean, less its parabola, has a derivative that falls, and is 0 at 0 and 1.

   Not covered: answers that only one of the laws has, which are charged as leaks. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive LedgerConcentrated PureStep.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* ---------- two values of the loss ---------- *)
Section Two.
Variables (w r l : R).
Hypothesis w01 : 0 <= w <= 1.
Hypothesis r0 : 0 < r.
Definition mean s := (1 - w) + w * exp (s * r).       (* of exp(s (L - l)) *)
Definition share_high s := w * exp (s * r) / mean s.   (* of the higher value, tilted *)
Hypothesis mean1 : l + ln (mean 1) = 0.                (* the mean of exp(L) is 1 *)

Lemma mean_gt0 s : 0 < mean s.
Proof.
rewrite /mean; have p := exp_pos (s * r); case: (Rle_lt_dec w (1/2)) => h; first by have : 0 <= w * exp (s * r) by [nra]; lra.
by have : 0 < w * exp (s * r) by [nra]; lra.
Qed.
Lemma exp_scaled_lim s : derivable_pt_lim (fun x => exp (x * r)) s (r * exp (s * r)).
Proof.
have L : derivable_pt_lim (fun x => x * r) s r.
  have H := derivable_pt_lim_mult id (fct_cte r) s 1 0 (derivable_pt_lim_id s) (derivable_pt_lim_const r s).
  have E : 1 * fct_cte r s + id s * 0 = r by rewrite /fct_cte /id; ring.
  by rewrite E in H.
by rewrite Rmult_comm; apply: (derivable_pt_lim_comp (fun x => x * r) exp); [exact: L | exact: derivable_pt_lim_exp].
Qed.
Lemma mean_lim s : derivable_pt_lim mean s (w * (r * exp (s * r))).
Proof.
have -> : w * (r * exp (s * r)) = 0 + w * (r * exp (s * r)) by ring.
apply: (derivable_pt_lim_plus (fct_cte (1 - w)) (fun x => w * exp (x * r))); first exact: derivable_pt_lim_const.
exact: (derivable_pt_lim_scal (fun x => exp (x * r)) w s _ (exp_scaled_lim s)).
Qed.
Lemma share_lim s : derivable_pt_lim share_high s (r * (share_high s * (1 - share_high s))).
Proof.
have m := mean_gt0 s.
have -> : r * (share_high s * (1 - share_high s)) =
  (w * (r * exp (s * r)) * mean s - w * (r * exp (s * r)) * (w * exp (s * r))) / Rsqr (mean s).
  by rewrite /share_high /Rsqr; field; lra.
apply: (derivable_pt_lim_div (fun x => w * exp (x * r)) mean); [|exact: mean_lim|lra].
exact: (derivable_pt_lim_scal (fun x => exp (x * r)) w s _ (exp_scaled_lim s)).
Qed.
(* the logarithm of the mean of exp(s L), less its parabola *)
Definition above s := s * l + ln (mean s) - r * r / 8 * (s * (s - 1)).
Definition slope s := l + r * share_high s - r * r / 8 * (2 * s - 1).
Lemma above_lim s : derivable_pt_lim above s (slope s).
Proof.
have m := mean_gt0 s.
have L1 : derivable_pt_lim (fun x => x * l) s (1 * l + s * 0).
  exact: (derivable_pt_lim_mult id (fct_cte l) s 1 0 (derivable_pt_lim_id s) (derivable_pt_lim_const l s)).
have L2 : derivable_pt_lim (fun x => ln (mean x)) s (/ mean s * (w * (r * exp (s * r)))).
  exact: (derivable_pt_lim_comp mean ln s _ _ (mean_lim s) (derivable_pt_lim_ln _ m)).
have L3 : derivable_pt_lim (fun x => x * (x - 1)) s (1 * (s - 1) + s * (1 - 0)).
  apply: (derivable_pt_lim_mult id (fun x => x - 1)); first exact: derivable_pt_lim_id.
  exact: (derivable_pt_lim_minus id (fct_cte 1) s 1 0 (derivable_pt_lim_id s) (derivable_pt_lim_const 1 s)).
have L4 := derivable_pt_lim_scal (fun x => x * (x - 1)) (r * r / 8) s _ L3.
have := derivable_pt_lim_minus _ _ s _ _ (derivable_pt_lim_plus _ _ s _ _ L1 L2) L4.
have -> : 1 * l + s * 0 + / mean s * (w * (r * exp (s * r))) - r * r / 8 * (1 * (s - 1) + s * (1 - 0)) = slope s.
  by rewrite /slope /share_high; field; lra.
by [].
Qed.
Lemma slope_falls x y : x < y -> slope y <= slope x.
Proof.
move=> xy; have [c [E _]] := MVT_cor2 share_high _ x y xy (fun c _ => share_lim c).
have q : share_high c * (1 - share_high c) <= 1 / 4 by have := Rle_0_sqr (share_high c - 1 / 2); rewrite /Rsqr; lra.
have : r * (r * (share_high c * (1 - share_high c)) * (y - x)) <= r * (r * (1 / 4) * (y - x)).
  apply: Rmult_le_compat_l; first lra; apply: Rmult_le_compat_r; first lra.
  by apply: Rmult_le_compat_l; lra.
by rewrite -E /slope; lra.
Qed.
Lemma above_le0 a : 1 < a -> above a <= 0.
Proof.
move=> a1.
have z0 : above 0 = 0.
  rewrite /above /mean !Rmult_0_l exp_0 (_ : 1 - w + w * 1 = 1); last ring.
  by rewrite ln_1; ring.
have z1 : above 1 = 0 by move: mean1; rewrite /above; lra.
have [c [E [c0 c1]]] := MVT_cor2 above slope 0 1 ltac:(lra) (fun c _ => above_lim c).
have [d [F [d0 d1]]] := MVT_cor2 above slope 1 a a1 (fun c _ => above_lim c).
have sc : slope c = 0 by move: E; rewrite z0 z1; lra.
have := @slope_falls c d ltac:(lra); rewrite sc => sd.
by have : slope d * (a - 1) <= 0 by [nra]; move: F; rewrite z1; lra.
Qed.
End Two.

Section Order.
Variable a : R.
Hypothesis a1 : 1 < a.

Theorem bounded_range_step (T : finType) (p q : T -> R) (l r : R) : 0 < r ->
  (forall t, 0 < p t) -> (forall t, 0 < q t) -> \S_t p t = 1 -> \S_t q t = 1 ->
  (forall t, l <= ln (p t / q t) <= l + r) ->
  \S_t (p t * exp ((a - 1) * ln (p t / q t))) <= exp ((a - 1) * (a * (r * r / 8))).
Proof.
move=> r0 p0 q0 p1 q1 h.
pose A := exp l; pose B := exp (l + r).
have A0 : 0 < A by apply: exp_pos.
have AB : A < B by apply: exp_increasing; lra.
have i0 : 0 < / (B - A) by apply: Rinv_0_lt_compat; lra.
have ratio t : A <= p t / q t <= B.
  have pq : 0 < p t / q t by apply: Rdiv_lt_0_compat.
  by rewrite -(exp_ln (p t / q t)) //; have [x y] := h t; split; apply: exp_le.
pose hi t := (p t - A * q t) / (B - A); pose lo t := (B * q t - p t) / (B - A).
have split_p t : p t = hi t * B + lo t * A by rewrite /hi /lo; field; lra.
have split_q t : q t = hi t + lo t by rewrite /hi /lo; field; lra.
have pE t : p t = p t / q t * q t by field; have := q0 t; lra.
have hi0 t : 0 <= hi t.
  by apply: Rmult_le_pos; [have := ratio t; have := q0 t; have := pE t; nra | lra].
have lo0 t : 0 <= lo t.
  by apply: Rmult_le_pos; [have := ratio t; have := q0 t; have := pE t; nra | lra].
pose w := \S_t hi t.
have shi : w = (1 - A) / (B - A) by rewrite /w S_div S_sub S_mull p1 q1 Rmult_1_r.
have slo : \S_t lo t = 1 - w by rewrite S_div S_sub S_mull p1 q1 shi; field; lra.
have w01 : 0 <= w <= 1.
  split; first by apply: S_ge0.
  by have : 0 <= \S_t lo t by [apply: S_ge0]; lra.
have term t : p t * exp ((a - 1) * ln (p t / q t)) <= hi t * exp (a * (l + r)) + lo t * exp (a * l).
  have s0 : 0 < p t / q t by apply: Rdiv_lt_0_compat.
  have TA := @tangent a a1 B (p t / q t) ltac:(lra) s0; have TB := @tangent a a1 A (p t / q t) A0 s0.
  rewrite /B ln_exp -/B in TA; rewrite /A ln_exp -/A in TB.
  have UA := Rmult_le_compat_l _ _ _ (hi0 t) TA; have UB := Rmult_le_compat_l _ _ _ (lo0 t) TB.
  apply: Rle_trans (Rplus_le_compat _ _ _ _ UA UB); right.
  set s := p t / q t in s0 UA UB *; set z := exp ((a - 1) * ln s).
  have -> : exp (a * ln s) = z * s by rewrite /z -{3}(exp_ln s) // -exp_plus; congr exp; ring.
  have sp : s * q t = p t by rewrite /s; field; have := q0 t; lra.
  have -> : hi t * (z * s + a * z * (B - s)) + lo t * (z * s + a * z * (A - s))
    = z * s * (hi t + lo t) + a * z * ((hi t * B + lo t * A) - s * (hi t + lo t)) by ring.
  by rewrite -split_q -split_p sp; have -> : z * s * q t = z * (s * q t) by [ring]; rewrite sp; ring.
apply: (@Rle_trans _ (\S_t (hi t * exp (a * (l + r)) + lo t * exp (a * l)))); first exact: S_le.
rewrite S_add.
have -> : \S_t (hi t * exp (a * (l + r))) = w * exp (a * (l + r)).
  by rewrite (eq_bigr (fun t => exp (a * (l + r)) * hi t)) => [|t _]; [rewrite S_mull -/w; ring | ring].
have -> : \S_t (lo t * exp (a * l)) = (1 - w) * exp (a * l).
  by rewrite (eq_bigr (fun t => exp (a * l) * lo t)) => [|t _]; [rewrite S_mull slo; ring | ring].
have E : w * exp (a * (l + r)) + (1 - w) * exp (a * l) = exp (a * l) * mean w r a.
  by rewrite /mean (_ : a * (l + r) = a * l + a * r) ?exp_plus; [ring | ring].
have m1 : l + ln (mean w r 1) = 0.
  have e1 : exp l * mean w r 1 = 1.
    rewrite /mean Rmult_1_l -/A; have rB : A * exp r = B by rewrite /A /B exp_plus.
    have -> : A * (1 - w + w * exp r) = A + w * (A * exp r - A) by ring.
    by rewrite rB shi; field; lra.
  have mg := mean_gt0 r w01 1.
  by have := ln_1; rewrite -{1}e1 ln_mult ?ln_exp //; apply: exp_pos.
have := above_le0 w01 r0 m1 a1; rewrite /above => ab.
rewrite E -(exp_ln (mean w r a)); last exact: mean_gt0.
by rewrite -exp_plus; apply: exp_le; lra.
Qed.

(* it is a step that the filter of LedgerConcentrated.v takes, charged (r, 0, r^2/8) *)
Theorem range_step (T : finType) (p q : T -> R) (l r : R) : 0 < r ->
  (forall t, 0 < p t) -> (forall t, 0 < q t) -> \S_t p t = 1 -> \S_t q t = 1 ->
  (forall t, l <= ln (p t / q t) <= l + r) -> charged a (Step r 0 (r * r / 8) p q p q).
Proof.
move=> r0 p0 q0 p1 q1 h.
have pq t : p t = exp (ln (p t / q t)) * q t.
  by rewrite exp_ln; [field; have := q0 t; lra | apply: Rdiv_lt_0_compat].
have l0 : l <= 0.
  case: (Rle_lt_dec l 0) => // l1.
  have : \S_t (exp l * q t) <= \S_t p t.
    apply: S_le => t _; rewrite [X in _ <= X]pq; apply: Rmult_le_compat_r; first by left.
    by apply: exp_le; case: (h t).
  rewrite S_mull p1 q1; have : exp 0 < exp l by apply: exp_increasing.
  by rewrite exp_0; lra.
have pl : law p by split=> // t; left.
have ql : law q by split=> // t; left.
split=> /=; [lra | lra | by split | by move=> t; split; lra | split].
- move=> t; rewrite [X in X <= _]pq; apply: Rmult_le_compat_r; first by left.
  by apply: exp_le; case: (h t) => _ x; lra.
- exact: (bounded_range_step r0 p0 q0 p1 q1 h).
Qed.
End Order.
