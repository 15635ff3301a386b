(* Private groups: which are released, with their noisy weights, is (e, delta)-DP.

   docs/guarantees/counts.md Theorems 3 and 4.

   In words. Each group of weight x gets the noise of NoiseBelowThreshold.v at the rate r > 0, and is
   released with its noisy weight if that is above t. A user gives at most u >= 1 to each group and at most
   T to all groups, in whole numbers. Let r T <= e, d(u) < 1 and (1 - d(u))^T >= (1 - delta)^u, which is
   (1 - d(u))^(T/u) >= 1 - delta without roots.

   `discovery_add_remove`: from the data to the data and one user (e, 0), back (e, delta), for every data
   set and all groups that there could be.
   `discovery_replace`: with r T <= e/2 and the same condition (e, delta) where a user's rows change.

   The condition d(u) < 1 is needed: see DiscoveryNeedsBound.v.
   Not covered: rounding of the rate and of t; the order in which groups are listed; accuracy. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive Exponential NoiseBelowThreshold LogConcave.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Discovery.
Variable G : finType.            (* all groups that there could be *)
Variables (r e delta : R) (t M : nat).
Hypothesis r0 : 0 < r.
Let q := exp (- r).
Let q01 : 0 < q < 1.
Proof. by split; [apply: exp_pos | rewrite /q -exp_0; apply: exp_increasing; lra]. Qed.
Let q01' : 0 < q <= 1. Proof. lra. Qed.
Let Z := Zn q t.
Let Z0 : 0 < Z. Proof. by rewrite /Z -F0; apply: F_gt0. Qed.

(* a group of weight x: named with its noisy weight y, t < y <= x + t, or not named *)
Definition named (x : nat) (o : option 'I_M) : R := match o with
  | Some y => if leq (S t) y && leq y (addn x t) then pow q (dist y x) / Z else 0
  | None => F q t x / Z end.

(* the sum of q^|y - x| over y = x' + t + 1 .. x + t, for x' <= x *)
Lemma sum_noise x m : leq m x -> leq (S (addn x t)) M ->
  \S_(y : 'I_M | leq (S (addn (subn x m) t)) y && leq y (addn x t)) pow q (dist y x) = Z - F q t m.
Proof.
move=> mx xM; rewrite -F_sum //.
have -> : \S_(y : 'I_M | leq (S (addn (subn x m) t)) y && leq y (addn x t)) pow q (dist y x)
  = \big[Rplus/0]_(0 <= y < M | leq (S (addn (subn x m) t)) y && leq y (addn x t)) pow q (dist y x).
  by rewrite big_mkord.
have -> : \big[Rplus/0]_(0 <= y < M | leq (S (addn (subn x m) t)) y && leq y (addn x t)) pow q (dist y x)
  = \big[Rplus/0]_(S (addn (subn x m) t) <= y < S (addn x t)) pow q (dist y x).
  rewrite [RHS](big_nat_widen _ _ M) //= [RHS](big_nat_widenl _ 0) //=.
  by apply: eq_bigl => y; rewrite andbC ltnS.
rewrite big_nat_rev /= -{1}[S (addn (subn x m) t)]add0n big_addn.
have -> : subn (S (addn x t)) (S (addn (subn x m) t)) = m by lia.
rewrite big_nat_cond [RHS]big_nat_cond; apply: eq_bigr => j /andP[/andP[_ jm] _].
by congr pow; rewrite /dist; lia.
Qed.

Lemma named_ge0 x o : 0 <= named x o.
Proof.
have iz : 0 < / Z by apply: Rinv_0_lt_compat.
case: o => [y|] /=; last by left; apply: Rmult_lt_0_compat => //; apply: F_gt0.
by case: ifP => _; [apply: Rmult_le_pos; [case: (@pow01 q (dist y x) q01') => *; lra | lra] | lra].
Qed.

Lemma named_law x : leq (S (addn x t)) M -> law (named x).
Proof.
move=> xM; split; first exact: named_ge0.
rewrite S_option /= -big_mkcond /= S_div.
have := @sum_noise x x (leqnn x) xM; rewrite subnn add0n => ->.
by field; lra.
Qed.

(* (1) from D to D', one group *)
Lemma named_up x a o : named x o <= exp (r * INR a) * named (addn x a) o.
Proof.
have E : exp (r * INR a) * pow q a = 1.
  elim: a => [|a ih]; first by rewrite Rmult_0_r exp_0 /=; lra.
  rewrite S_INR Rmult_plus_distr_l exp_plus Rmult_1_r /= /q.
  have := exp_opp r; move: ih; rewrite -/q => ih h.
  have -> : exp (r * INR a) * exp r * (q * pow q a) = (exp (r * INR a) * pow q a) * (q * exp r) by lra.
  by rewrite ih h; lra.
have iz : 0 < / Z by apply: Rinv_0_lt_compat.
have ea := exp_pos (r * INR a).
case: o => [y|] /=.
- case: ifP => [/andP[h1 h2]|_].
  + have -> : leq (S t) y && leq y (addn (addn x a) t) by lia.
    rewrite /Rdiv -Rmult_assoc; apply: Rmult_le_compat_r; first lra.
    have [h _] := dist_triangle y x a; have := pow_anti q01' h; rewrite -plusE pow_add => h3.
    have : exp (r * INR a) * (pow q (dist y x) * pow q a) <= exp (r * INR a) * pow q (dist y (x + a)%coq_nat).
      by apply: Rmult_le_compat_l; lra.
    have -> : exp (r * INR a) * (pow q (dist y x) * pow q a) = pow q (dist y x) * (exp (r * INR a) * pow q a) by lra.
    by rewrite E; lra.
  + case: ifP => _; last lra.
    apply: Rmult_le_pos; first lra; apply: Rmult_le_pos; last lra.
    by case: (@pow01 q (dist y (addn x a)) q01') => *; lra.
- rewrite /Rdiv -Rmult_assoc; apply: Rmult_le_compat_r; first lra.
  have h := @F_shift q t q01 x a.
  have : exp (r * INR a) * (pow q a * F q t x) <= exp (r * INR a) * F q t (addn x a) by apply: Rmult_le_compat_l; lra.
  by rewrite -Rmult_assoc E; lra.
Qed.

(* (2) from D' to D: all but the numbers above x + t *)
Definition rest x a (o : option 'I_M) : R := match o with
  | Some y => if leq (S t) y && leq y (addn x t) then pow q (dist y (addn x a)) / Z else 0
  | None => F q t (addn x a) / Z end.

Lemma rest_le x a o : 0 <= rest x a o <= named (addn x a) o.
Proof.
have iz : 0 < / Z by apply: Rinv_0_lt_compat.
have pp n : 0 <= pow q n / Z.
  by apply: Rmult_le_pos; [case: (@pow01 q n q01') => *; lra | lra].
case: o => [y|] /=.
- case: ifP => [/andP[h1 h2]|_].
  + have -> : leq (S t) y && leq y (addn (addn x a) t) by lia.
    by have := pp (dist y (addn x a)); lra.
  + by case: ifP => _; have := pp (dist y (addn x a)); lra.
- by have := Rmult_lt_0_compat _ _ (@F_gt0 q t q01 (addn x a)) iz; rewrite /Rdiv; lra.
Qed.

Lemma rest_low x a o : rest x a o <= exp (r * INR a) * named x o.
Proof.
have E : exp (r * INR a) * pow q a = 1.
  elim: a => [|a ih]; first by rewrite Rmult_0_r exp_0 /=; lra.
  rewrite S_INR Rmult_plus_distr_l exp_plus Rmult_1_r /= /q.
  have := exp_opp r; move: ih; rewrite -/q => ih h.
  have -> : exp (r * INR a) * exp r * (q * pow q a) = (exp (r * INR a) * pow q a) * (q * exp r) by lra.
  by rewrite ih h; lra.
have iz : 0 < / Z by apply: Rinv_0_lt_compat.
have ea := exp_pos (r * INR a).
have ea1 : 1 <= exp (r * INR a) by apply: exp_ge1; apply: Rmult_le_pos; [lra | apply: pos_INR].
case: o => [y|] /=.
- case: ifP => [/andP[h1 h2]|_]; last lra.
  rewrite /Rdiv -Rmult_assoc; apply: Rmult_le_compat_r; first lra.
  have [_ h] := dist_triangle y x a; have := pow_anti q01' h; rewrite -plusE pow_add => h3.
  have : exp (r * INR a) * (pow q (dist y (x + a)%coq_nat) * pow q a) <= exp (r * INR a) * pow q (dist y x).
    by apply: Rmult_le_compat_l; lra.
  have -> : exp (r * INR a) * (pow q (dist y (x + a)%coq_nat) * pow q a)
    = pow q (dist y (x + a)%coq_nat) * (exp (r * INR a) * pow q a) by lra.
  by rewrite E; lra.
- rewrite /Rdiv -Rmult_assoc; apply: Rmult_le_compat_r; first lra.
  have := @F_anti q t q01 x a; have := @F_gt0 q t q01 x; nra.
Qed.

Lemma rest_mass x a : leq (S (addn (addn x a) t)) M -> 1 - d q t a <= \S_o rest x a o.
Proof.
move=> xM; apply: Rle_trans (@leak q t q01 a) _; right.
have [_ T] := named_law xM; rewrite S_option /= -big_mkcond /= S_div in T.
rewrite S_option /= -big_mkcond /= S_div.
have A := @sum_noise (addn x a) a (leq_addl x a) xM; rewrite addnK in A.
move: T; rewrite (bigID (fun y : 'I_M => leq y (addn x t))) /=.
have -> : \S_(y : 'I_M | leq (S t) y && leq y (addn (addn x a) t) && leq y (addn x t)) pow q (dist y (addn x a))
  = \S_(y : 'I_M | leq (S t) y && leq y (addn x t)) pow q (dist y (addn x a)).
  by apply: eq_bigl => y; lia.
have -> : \S_(y : 'I_M | leq (S t) y && leq y (addn (addn x a) t) && ~~ leq y (addn x t)) pow q (dist y (addn x a))
  = Z - F q t a.
  by rewrite -A; apply: eq_bigl => y; lia.
set s := \S_(i | _) _; rewrite -/Z Rdiv_plus_distr => T.
have : (Z - F q t a) / Z = 1 - F q t a / Z by field; lra.
lra.
Qed.

(* Theorem 3.  u: what a user gives to a group at most, T: to all of them *)
Variables (u T : nat).
Hypothesis u1 : leq 1 u.
Hypothesis rT : r * INR T <= e.
Hypothesis du : d q t u < 1.
(* (1 - d(u))^(T/u) >= 1 - delta, without roots *)
Hypothesis budget : pow (1 - delta) u <= pow (1 - d q t u) T.

Lemma delta_once_discovery (a : G -> nat) : (forall g, leq (a g) u) -> leq (\sum_g a g) T ->
  1 - delta <= \P_g (1 - d q t (a g)).
Proof.
move=> au aT; have dpos g : leq g u -> 0 < 1 - d q t g.
  by move=> h; have := @d_mono q t q01 g u h; lra.
apply: (@pow_root _ _ u) => //.
  by apply: P_ge0 => g; left; apply: dpos.
apply: Rle_trans budget _.
have step n : 0 <= d q t n.
  by rewrite -(@d0 q t q01); apply: d_mono.
have -> : pow (\P_g (1 - d q t (a g))) u = \P_g pow (1 - d q t (a g)) u.
  apply: (big_morph (fun z => pow z u)); last by rewrite pow1.
  by move=> *; rewrite Rpow_mult_distr.
apply: (@Rle_trans _ (\P_g pow (1 - d q t u) (a g))).
  have <- : pow (1 - d q t u) (\sum_g a g) = \P_g pow (1 - d q t u) (a g).
    by apply: (big_morph (pow (1 - d q t u))) => // m n; rewrite -plusE pow_add.
  by apply: pow_anti => //; have := dpos u (leqnn u); have := step u; lra.
suff : 0 <= \P_g pow (1 - d q t u) (a g) <= \P_g pow (1 - d q t (a g)) u by case.
apply: P_le => g; split; first by apply: pow_le; have := dpos u (leqnn u); lra.
apply: (@log_convex (fun n => 1 - d q t n)) => //.
- by rewrite d0 //; lra.
- move=> n nu; have h := @d_step q t q01 n; have := dpos _ nu.
  set A := d q t n in h *; set B := d q t (S n) in h *; set C := d q t (S (S n)) in h * => C1.
  (* (1 - C)(1 - A) <= (1 - B)^2 as 2 B <= A + C: arithmetic and geometric mean *)
  have AB : A <= B by apply: d_mono.
  have BC : B <= C by apply: d_mono.
  have S1 : 0 <= (C - A) * (C - A) by apply: Rle_0_sqr.
  have S2 : ((1 - A) + (1 - C)) / 2 * (((1 - A) + (1 - C)) / 2) <= (1 - B) * (1 - B).
    by apply: Rmult_le_compat; lra.
  lra.
Qed.

Definition bounded (x : G -> nat) := forall g, leq (S (addn (x g) t)) M.
Definition discover (x : G -> nat) := draws (fun g => named (x g)).

(* THEOREM 3 of counts.md: x g weighs group g in D, the user adds a g *)
Theorem discovery_add_remove (x a : G -> nat) :
  bounded (fun g => addn (x g) (a g)) -> (forall g, leq (a g) u) -> leq (\sum_g a g) T ->
  let P := discover x in let P' := discover (fun g => addn (x g) (a g)) in
  indist e 0 P P' /\ indist e delta P' P.
Proof.
move=> hM au aT P P'.
have hM' : bounded x by move=> g; have := hM g; lia.
have E : \S_g (r * INR (a g)) <= e.
  rewrite S_mull.
  have -> : \S_g INR (a g) = INR (\sum_g a g).
    by symmetry; apply: (big_morph INR) => // m n; rewrite -plusE plus_INR.
  have : INR (\sum_g a g) <= INR T by apply: le_INR; apply/leP.
  nra.
have L : forall g, law (named (x g)) by move=> g; apply: named_law.
have L' : forall g, law (named (addn (x g) (a g))) by move=> g; apply: named_law.
split.
- apply: (indist_weak _ E (Rle_refl 0)); first by case: (draws_law L').
  by apply: groups_pure => g o; split; [apply: named_ge0 | apply: named_up].
- apply: (@indist_weak _ (\S_g (r * INR (a g))) (1 - \P_g \S_o rest (x g) (a g) o)) => //.
  + by case: (draws_law L).
  + have := delta_once_discovery au aT.
    suff : 0 <= \P_g (1 - d q t (a g)) <= \P_g \S_o rest (x g) (a g) o by lra.
    apply: P_le => g; split; last exact: rest_mass.
    by have := @d_mono q t q01 (a g) u (au g); lra.
  + by apply: groups_mixture => // g o; [apply: rest_le | apply: rest_low].
Qed.
End Discovery.

(* one step with delta, one without: delta stays *)
Lemma indist_trans (A : finType) e1 e2 d0 (p1 p2 p3 : A -> R) :
  indist e1 d0 p1 p2 -> indist e2 0 p2 p3 -> indist (e1 + e2) d0 p1 p3.
Proof.
move=> h1 h2 S; have := h1 S; have := h2 S; rewrite exp_plus; have := exp_pos e1; nra.
Qed.

(* THEOREM 4: replace at r T <= e/2 *)
Theorem discovery_replace (G : finType) (r e delta : R) (t M u T : nat) (x a b : G -> nat) :
  0 < r -> leq 1 u -> r * INR T <= e / 2 -> d (exp (- r)) t u < 1 ->
  pow (1 - delta) u <= pow (1 - d (exp (- r)) t u) T ->
  bounded t M (fun g => addn (x g) (a g)) -> (forall g, leq (a g) u) -> leq (\sum_g a g) T ->
  bounded t M (fun g => addn (x g) (b g)) -> (forall g, leq (b g) u) -> leq (\sum_g b g) T ->
  indist e delta (discover (M := M) r t (fun g => addn (x g) (a g)))
                 (discover (M := M) r t (fun g => addn (x g) (b g))).
Proof.
move=> r0 u1 rT du bud Ma au aT Mb bu bT.
have [_ A] := discovery_add_remove r0 u1 rT du bud Ma au aT.
have [B _] := discovery_add_remove r0 u1 rT du bud Mb bu bT.
have -> : e = e / 2 + e / 2 by lra.
exact: indist_trans A B.
Qed.
