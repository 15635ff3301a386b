(* What (epsilon, delta)-differential privacy is, and what every mechanism inherits.

   A law is the output distribution of a mechanism over a finite set of answers. `indist e d p q` says that
   every event F has p(F) <= exp(e) q(F) + d. A mechanism is (e, d)-DP if this holds of its laws on all
   neighbouring data sets, in both directions; each later file names the neighbours.

   `indist_pos`: that is so exactly if the positive parts of p - exp(e) q add up to at most d.
   `post_processing`: a later step, randomised or not, that sees only the answer keeps (e, d).
   `composition`: a second mechanism, chosen by the answer of the first, adds its epsilon and its delta.
   `groups_mixture`, `groups_pure`: independent draws, one for each group, over all groups together.

   `add_remove_twice`: two steps of (e, d), as from add-remove to replace: (2 e, (1 + exp(e)) d).

   Not covered: infinite sets of answers; the files that need them say what they do instead. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
From Logstar Require Export Sums.
Local Open Scope R_scope.

(* ---------- laws and indistinguishability ---------- *)
Section Laws.
Variable T : finType.
Implicit Types (p q : T -> R) (F : {set T}).

Definition law p := (forall t, 0 <= p t) /\ \S_t p t = 1.
Definition Pr p F := \S_(t in F) p t.

(* p is at most e^e q + d on every event.  A mechanism is (e, d)-DP if this
   holds for its laws on neighbouring data, in both directions. *)
Definition indist (e d : R) p q := forall F, Pr p F <= exp e * Pr q F + d.

(* the same by the sum of positive parts *)
Theorem indist_pos e d p q :
  indist e d p q <-> \S_t Rmax 0 (p t - exp e * q t) <= d.
Proof.
split=> [h | h F].
- pose F := [set t | if Rle_dec 0 (p t - exp e * q t) then true else false].
  have := h F; rewrite /Pr -S_mull => {h} hF.
  have E : \S_t Rmax 0 (p t - exp e * q t) = \S_(t in F) (p t - exp e * q t).
    rewrite [RHS]big_mkcond /=; apply: eq_bigr => t _; rewrite inE.
    case: Rle_dec => [a|a]; first by rewrite Rmax_right.
    by rewrite Rmax_left //; lra.
  by rewrite E S_sub; lra.
- have A : \S_(t in F) (p t - exp e * q t) <= \S_(t in F) Rmax 0 (p t - exp e * q t).
    by apply: S_le => t _; apply: Rmax_r.
  have B : \S_(t in F) Rmax 0 (p t - exp e * q t) <= \S_t Rmax 0 (p t - exp e * q t).
    by apply: S_sub_pred => t; apply: Rmax_l.
  by move: A; rewrite S_sub S_mull /Pr; lra.
Qed.

(* enough: pointwise p <= e^e q + x, x >= 0 of sum at most d *)
Lemma indist_mix e d p q (x : T -> R) :
  (forall t, 0 <= x t) -> (forall t, p t <= exp e * q t + x t) -> \S_t x t <= d ->
  indist e d p q.
Proof.
move=> x0 h xd F; have A : Pr p F <= \S_(t in F) (exp e * q t + x t) by apply: S_le.
have B : \S_(t in F) x t <= \S_t x t by apply: S_sub_pred.
by move: A; rewrite S_add S_mull /Pr; lra.
Qed.

Lemma indist_pure e p q : (forall t, p t <= exp e * q t) -> indist e 0 p q.
Proof.
move=> h; apply: (@indist_mix _ _ _ _ (fun _ => 0)).
- by move=> *; lra.
- by move=> t; have := h t; lra.
- by rewrite big1 //; lra.
Qed.

Lemma indist_weak e d e1 d1 p q : (forall t, 0 <= q t) -> e <= e1 -> d <= d1 ->
  indist e d p q -> indist e1 d1 p q.
Proof.
move=> q0 he hd h F; have := h F.
have a : 0 <= Pr q F by apply: S_ge0.
have b : exp e <= exp e1 by case: he => [he|->]; [left; apply: exp_increasing | right].
nra.
Qed.

(* docs/guarantees/composition.md, "Groups": through the data set between *)
Theorem add_remove_twice e d p q s : indist e d p q -> indist e d q s ->
  indist (2 * e) ((1 + exp e) * d) p s.
Proof.
move=> h h' F; have A := h F; have B := h' F.
have -> : exp (2 * e) = exp e * exp e by rewrite -exp_plus; congr exp; lra.
have := Rmult_le_compat_l (exp e) _ _ (Rlt_le _ _ (exp_pos e)) B; lra.
Qed.
End Laws.

(* ---------- post-processing, adaptive composition ---------- *)
Section Compose.
Variables T U : finType.
Implicit Types (p q : T -> R) (k r : T -> U -> R).

Definition push p k (u : U) := \S_t (p t * k t u).

(* any later step, randomised or not, that sees the answer only *)
Theorem post_processing e d p q k : (forall t, law (k t)) ->
  indist e d p q -> indist e d (push p k) (push q k).
Proof.
move=> kl /indist_pos h.
apply: (@indist_mix _ _ _ _ _ (push (fun t => Rmax 0 (p t - exp e * q t)) k)).
- by move=> u; apply: S_ge0 => t _; apply: Rmult_le_pos; [apply: Rmax_l | case: (kl t)].
- move=> u; rewrite /push -S_mull -S_add; apply: S_le => t _.
  have := Rmax_r 0 (p t - exp e * q t); case: (kl t) => /(_ u); nra.
- rewrite /push exchange_big /=; apply: Rle_trans h; right; apply: eq_bigr => t _.
  by rewrite S_mull; case: (kl t) => _ ->; lra.
Qed.

Definition joint p r (tu : T * U) := p tu.1 * r tu.1 tu.2.

(* basic adaptive composition: epsilons and deltas add up *)
Theorem composition e1 d1 e2 d2 p p' r r' :
  law p -> (forall t, 0 <= p' t) -> (forall t, law (r t)) -> (forall t u, 0 <= r' t u) -> 0 <= d2 ->
  indist e1 d1 p p' -> (forall t, indist e2 d2 (r t) (r' t)) ->
  indist (e1 + e2) (d1 + d2) (joint p r) (joint p' r').
Proof.
move=> [p0 p1] q0 rl r'0 d20 /indist_pos h1 h2.
have {}h2 t : \S_u Rmax 0 (r t u - exp e2 * r' t u) <= d2 by apply/indist_pos.
pose x t := Rmax 0 (p t - exp e1 * p' t).
pose y t u := Rmax 0 (r t u - exp e2 * r' t u).
have x0 t : 0 <= x t by apply: Rmax_l.
have y0 t u : 0 <= y t u by apply: Rmax_l.
have xr t : p t - exp e1 * p' t <= x t by apply: Rmax_r.
have yr t u : r t u - exp e2 * r' t u <= y t u by apply: Rmax_r.
have xp t : x t <= p t.
  by apply: Rmax_lub => //; have := q0 t; have := exp_pos e1; nra.
apply: (@indist_mix _ _ _ _ _ (fun tu => (p tu.1 - x tu.1) * y tu.1 tu.2 + x tu.1 * r tu.1 tu.2)).
- move=> [t u] /=; have := x0 t; have := y0 t u; have := xp t; case: (rl t) => /(_ u).
  by move=> *; apply: Rplus_le_le_0_compat; apply: Rmult_le_pos; lra.
- move=> [t u]; rewrite /joint exp_plus /=.
  have := xr t; have := yr t u; have := xp t; have := r'0 t u; have := exp_pos e1; have := exp_pos e2.
  set a := exp e1; set b := exp e2 => b0 a0 r0 xpt yt xt.
  have A : (p t - x t) * r t u <= (p t - x t) * (b * r' t u + y t u) by apply: Rmult_le_compat_l; lra.
  have B : (p t - x t) * (b * r' t u) <= a * p' t * (b * r' t u).
    by apply: Rmult_le_compat_r; [apply: Rmult_le_pos; lra | lra].
  lra.
- rewrite -(pair_bigA _ (fun t u => (p t - x t) * y t u + x t * r t u)) /=.
  have -> : \S_t \S_u ((p t - x t) * y t u + x t * r t u)
     = \S_t ((p t - x t) * (\S_u y t u) + x t).
    apply: eq_bigr => t _; rewrite S_add !S_mull; case: (rl t) => _ ->; lra.
  have A : \S_t ((p t - x t) * (\S_u y t u) + x t) <= \S_t (d2 * p t + x t).
    apply: S_le => t _; have xpt := xp t; have x0t := x0 t.
    have yd : \S_u y t u <= d2 by apply: h2.
    have : (p t - x t) * (\S_u y t u) <= (p t - x t) * d2 by apply: Rmult_le_compat_l; lra.
    nra.
  have B : \S_t x t <= d1 by [].
  by move: A; rewrite [X in _ <= X -> _]S_add S_mull p1; lra.
Qed.
End Compose.

(* ---------- independent draws, one for each group ---------- *)
Section Product.
Variables G T : finType.   (* groups; answers of one group *)
Implicit Types p q : G -> T -> R.

Definition draws p (f : {ffun G -> T}) := \P_g p g (f g).

Lemma draws_total p : \S_f draws p f = \P_g \S_t p g t.
Proof. by rewrite bigA_distr_bigA. Qed.

Lemma draws_law p : (forall g, law (p g)) -> law (draws p).
Proof.
move=> h; split=> [f|]; first by apply: P_ge0 => g; case: (h g).
by rewrite draws_total big1 // => g _; case: (h g).
Qed.

(* Theorem 6 (5) of users.md, Theorem 1 (5) of cut-choice.md: if each law p'_g
   is at least a measure q_g with q_g <= e^(e_g) p_g, the tuple of all answers
   costs the sum of the e_g and what the product of the q_g lacks to 1. *)
Theorem groups_mixture p p' q (e : G -> R) :
  (forall g, law (p' g)) -> (forall g t, 0 <= q g t <= p' g t) ->
  (forall g t, q g t <= exp (e g) * p g t) ->
  indist (\S_g e g) (1 - \P_g \S_t q g t) (draws p') (draws p).
Proof.
move=> pl hq hp.
apply: (@indist_mix _ _ _ _ _ (fun f => draws p' f - draws q f)).
- move=> f; rewrite /draws.
  have : 0 <= \P_g q g (f g) <= \P_g p' g (f g) by apply: P_le.
  lra.
- move=> f; suff : draws q f <= exp (\S_g e g) * draws p f by lra.
  rewrite -P_exp /draws -P_mul.
  suff : 0 <= \P_g q g (f g) <= \P_g (exp (e g) * p g (f g)) by lra.
  by apply: P_le => g; split; [case: (hq g (f g)) | apply: hp].
- rewrite S_sub !draws_total [X in X - _]big1; first by lra.
  by move=> g _; case: (pl g).
Qed.

Theorem groups_pure p p' (e : G -> R) : (forall g t, 0 <= p g t <= exp (e g) * p' g t) ->
  indist (\S_g e g) 0 (draws p) (draws p').
Proof.
move=> h; apply: indist_pure => f; rewrite -P_exp /draws -P_mul.
have : 0 <= \P_g p g (f g) <= \P_g (exp (e g) * p' g (f g)) by apply: P_le.
lra.
Qed.
End Product.
