(* The exponential mechanism, one draw for each of any number of public groups.

   docs/guarantees/exponential.md, "Exponential mechanism"; docs/guarantees/users.md Lemma 2;
   docs/guarantees/base-measures.md, Theorem 1.

   In words. In each group one candidate is drawn in proportion to exp(r s). Let neighbouring data sets
   change the scores of all candidates of group g by amounts in [u_g, v_g], and D be the sum of v_g - u_g.

   `exponential_groups`: all answers together change in probability by a factor of at most exp(r D), both
   ways, and log ratios of two answers differ by at most r D (bounded range).
   `exponential_monotone`: scores that all move by 0..1 in one group cost r.
   `exponential_two_sided`: scores that move by at most 1 either way in one group cost 2 r.

   `exponential_base_measure`: the same as `exponential_groups` where a candidate z is drawn in proportion to
   mu(z) exp(r s(z)), mu > 0 public.

   Not covered: the rounding of r to a double (the page: down, and the law is that of the double). *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma P_gt0 (I : finType) (F : I -> R) : (forall i, 0 < F i) -> 0 < \P_i F i.
Proof. by move=> h; apply: (big_ind (Rlt 0)) => //; [lra | move=> *; nra]. Qed.

Section Expo.
Variables (G X : finType) (some : X).   (* groups; candidates, there is one *)
Variable r : R.                          (* the rate of a unit of score *)
Hypothesis r0 : 0 <= r.

Definition ez (s : X -> R) := \S_z exp (r * s z).
(* one candidate is drawn in proportion to e^(r s(z)) *)
Definition edraw (s : X -> R) (z : X) := exp (r * s z) / ez s.

Lemma ez_gt0 s : 0 < ez s.
Proof.
have := @S_term _ (fun z => exp (r * s z)) some (fun z => Rlt_le _ _ (exp_pos _)).
by rewrite -/(ez s); have := exp_pos (r * s some); lra.
Qed.

Lemma edraw_gt0 s z : 0 < edraw s z.
Proof. by apply: Rdiv_lt_0_compat; [apply: exp_pos | apply: ez_gt0]. Qed.

Lemma edraw_law s : law (edraw s).
Proof.
split=> [z|]; first by left; apply: edraw_gt0.
by rewrite S_div -/(ez s); apply: Rinv_r; have := ez_gt0 s; lra.
Qed.

(* Lemma 2, one group: scores change by amounts in [u, v] *)
Lemma edraw_le s s' u v z : (forall y, u <= s' y - s y <= v) ->
  edraw s' z <= exp (r * (v - u)) * edraw s z.
Proof.
move=> h; have z0 := ez_gt0 s; have z0' := ez_gt0 s'.
have A : exp (r * s' z) <= exp (r * v) * exp (r * s z).
  by rewrite -exp_plus; apply: exp_le; have := h z; nra.
have B : exp (r * u) * ez s <= ez s'.
  rewrite /ez -S_mull; apply: S_le => y _; rewrite -exp_plus; apply: exp_le; have := h y; nra.
have C : exp (r * (v - u)) * exp (r * u) = exp (r * v) by rewrite -exp_plus; congr exp; lra.
have pu := exp_pos (r * u); have pvu := exp_pos (r * (v - u)).
have -> : edraw s' z = (exp (r * s' z) * ez s) / (ez s * ez s') by rewrite /edraw; field; lra.
have -> : exp (r * (v - u)) * edraw s z
  = (exp (r * (v - u)) * exp (r * s z) * ez s') / (ez s * ez s') by rewrite /edraw; field; lra.
apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat; nra.
apply: (@Rle_trans _ (exp (r * v) * exp (r * s z) * ez s)).
  by apply: Rmult_le_compat_r; lra.
rewrite -C.
have -> : exp (r * (v - u)) * exp (r * u) * exp (r * s z) * ez s =
   exp (r * (v - u)) * exp (r * s z) * (exp (r * u) * ez s) by lra.
apply: Rmult_le_compat_l => //; apply: Rmult_le_pos; [lra | left; exact: exp_pos].
Qed.

(* LEMMA 2 of users.md: neighbours change the scores of all candidates of group
   g by amounts in an interval [u g, v g]; D is the sum of the lengths.  All
   answers together change by a factor of at most e^(r D), and the release is
   r D-bounded-range (log ratios of two answers differ by at most r D). *)
Theorem exponential_groups (s s' : G -> X -> R) (u v : G -> R) :
  (forall g z, u g <= s' g z - s g z <= v g) ->
  let P := draws (fun g => edraw (s g)) in
  let P' := draws (fun g => edraw (s' g)) in
  let D := \S_g (v g - u g) in
  [/\ indist (r * D) 0 P P', indist (r * D) 0 P' P &
      forall f h, P' f * P h <= exp (r * D) * (P f * P' h)].
Proof.
move=> hs P P' D.
have rD : r * D = \S_g (r * (v g - u g)) by rewrite S_mull.
split.
- rewrite rD; apply: groups_pure => g z; split; first by left; apply: edraw_gt0.
  have -> : r * (v g - u g) = r * (- u g - - v g) by lra.
  by apply: edraw_le => y; have := hs g y; lra.
- rewrite rD; apply: groups_pure => g z; split; first by left; apply: edraw_gt0.
  exact: edraw_le.
- move=> f h; rewrite rD -P_exp /P /P' /draws -!P_mul.
  suff : 0 <= \P_g (edraw (s' g) (f g) * edraw (s g) (h g)) <=
     \P_g (exp (r * (v g - u g)) * (edraw (s g) (f g) * edraw (s' g) (h g))) by case.
  apply: P_le => g; split.
    by apply: Rmult_le_pos; left; apply: edraw_gt0.
  have z0 := ez_gt0 (s g); have z0' := ez_gt0 (s' g).
  have -> : edraw (s' g) (f g) * edraw (s g) (h g)
     = (exp (r * s' g (f g)) * exp (r * s g (h g))) / (ez (s g) * ez (s' g)) by rewrite /edraw; field; lra.
  have -> : exp (r * (v g - u g)) * (edraw (s g) (f g) * edraw (s' g) (h g))
     = (exp (r * (v g - u g)) * (exp (r * s g (f g)) * exp (r * s' g (h g)))) / (ez (s g) * ez (s' g)).
    by rewrite /edraw; field; lra.
  apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat; nra.
  rewrite -!exp_plus; apply: exp_le; have := hs g (f g); have := hs g (h g); nra.
Qed.

(* a public base measure mu > 0: its logarithm is a part of the score that no data change *)
Definition mdraw (mu : X -> R) (s : X -> R) z := mu z * exp (r * s z) / \S_y (mu y * exp (r * s y)).
Theorem exponential_base_measure (mu : G -> X -> R) (s s' : G -> X -> R) (u v : G -> R) :
  0 < r -> (forall g z, 0 < mu g z) -> (forall g z, u g <= s' g z - s g z <= v g) ->
  let P := draws (fun g => mdraw (mu g) (s g)) in
  let P' := draws (fun g => mdraw (mu g) (s' g)) in
  let D := \S_g (v g - u g) in
  [/\ indist (r * D) 0 P P', indist (r * D) 0 P' P &
      forall f h, P' f * P h <= exp (r * D) * (P f * P' h)].
Proof.
move=> r1 mu0 h; pose with_mu (q : G -> X -> R) g z := q g z + ln (mu g z) / r.
have E q g z : mdraw (mu g) (q g) z = edraw (with_mu q g) z.
  have W y : mu g y * exp (r * q g y) = exp (r * with_mu q g y).
    have -> : r * with_mu q g y = ln (mu g y) + r * q g y by rewrite /with_mu; field; lra.
    by rewrite exp_plus exp_ln.
  by rewrite /mdraw /edraw /ez W; congr (_ / _); apply: eq_bigr => y _.
have [|A B C] := @exponential_groups (with_mu s) (with_mu s') u v.
  by move=> g z; have := h g z; rewrite /with_mu; lra.
have D q f : draws (fun g => mdraw (mu g) (q g)) f = draws (fun g => edraw (with_mu q g)) f.
  by apply: eq_bigr => g _.
have Ev q F : Pr (draws (fun g => mdraw (mu g) (q g))) F = Pr (draws (fun g => edraw (with_mu q g))) F.
  by apply: eq_bigr => f _.
split=> [F|F|f k]; rewrite ?Ev ?D; [exact: A | exact: B | exact: C].
Qed.

(* "monotone scores": each moves by 0..1 in one direction: epsilon = r *)
Corollary exponential_monotone (s s' : G -> X -> R) (g0 : G) :
  (forall g z, g != g0 -> s' g z = s g z) -> (forall z, 0 <= s' g0 z - s g0 z <= 1) ->
  let P := draws (fun g => edraw (s g)) in
  let P' := draws (fun g => edraw (s' g)) in
  indist r 0 P P' /\ indist r 0 P' P.
Proof.
move=> h h0 P P'.
have [|A B _] := @exponential_groups s s' (fun _ => 0) (fun g => if g == g0 then 1 else 0).
- move=> g z; case: eqP => [->|/eqP ng]; first exact: h0.
  by rewrite h //; lra.
- suff E : \S_g ((if g == g0 then 1 else 0) - 0) = 1 by rewrite E Rmult_1_r in A B.
  rewrite (bigD1 g0) //= eqxx big1 => [|g /negbTE ->]; lra.
Qed.

(* scores that move by at most 1 either way: epsilon = 2 r *)
Corollary exponential_two_sided (s s' : G -> X -> R) (g0 : G) :
  (forall g z, g != g0 -> s' g z = s g z) -> (forall z, -1 <= s' g0 z - s g0 z <= 1) ->
  let P := draws (fun g => edraw (s g)) in
  let P' := draws (fun g => edraw (s' g)) in
  indist (2 * r) 0 P P' /\ indist (2 * r) 0 P' P.
Proof.
move=> h h0 P P'.
have [|A B _] := @exponential_groups s s' (fun g => if g == g0 then -1 else 0) (fun g => if g == g0 then 1 else 0).
- move=> g z; case: eqP => [->|/eqP ng]; first exact: h0.
  by rewrite h //; lra.
- suff E : \S_g ((if g == g0 then 1 else 0) - (if g == g0 then -1 else 0)) = 2.
    by rewrite E Rmult_comm in A B.
  rewrite (bigD1 g0) //= eqxx big1 => [|g /negbTE ->]; lra.
Qed.
End Expo.
