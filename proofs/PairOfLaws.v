(* An (epsilon, delta) pair of laws as a mixture of a pure pair and of anything.

   docs/guarantees/slices-over-rows.md, Lemma 2, One piece; docs/guarantees/composition.md, "Conditions on
   an entry": an (epsilon, delta)-DP mechanism is one step.

   In words. Let p <= exp(e) q + d and q <= exp(e) p + d on all events.

   `mixture_of_pair`: p and q have parts of mass 1 - min(1, d), the same on both sides, of which each is at most
   exp(e) times the other. What is left of p and of q, of mass min(1, d), may be anything.

   The parts are given by a formula, so that no axiom of choice is needed where each step of many is split.

   Not covered: infinite sets of answers. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Pair.
Variables (T : finType) (e d : R).
Hypothesis e0 : 0 <= e.
Hypothesis d0 : 0 <= d.
Let k := 1 - Rmin 1 d.                 (* the weight that is kept *)
Implicit Types p q : T -> R.

Definition both p q t := Rmin (p t) (exp e * q t).
(* of two measures u and v within a factor exp(e) of each other, with at least k in all: what is kept of u *)
Definition scaled (u : T -> R) t := k / (\S_s u s) * u t.
Definition least_kept v t := exp (- e) * scaled v t.
Definition most_kept u v t := Rmin (u t) (exp e * scaled v t).
Definition between (lo up : T -> R) t := lo t + (k - \S_s lo s) / (\S_s up s - \S_s lo s) * (up t - lo t).
Definition kept_of (u v : T -> R) t :=
  if Rle_dec (\S_s u s) (\S_s v s) then scaled u t else between (least_kept v) (most_kept u v) t.
Definition kept p q := kept_of (both p q) (both q p).

Let k01 : 0 <= k <= 1.
Proof. by rewrite /k /Rmin; case: Rle_dec => *; lra. Qed.

Section Kept.
Variables u v : T -> R.
Hypothesis u0 : forall t, 0 <= u t.
Hypothesis v0 : forall t, 0 <= v t.
Hypothesis uv : forall t, u t <= exp e * v t.
Hypothesis vu : forall t, v t <= exp e * u t.
Hypothesis ku : k <= \S_t u t.
Hypothesis kv : k <= \S_t v t.

Lemma scale_le w : (forall t, 0 <= w t) -> k <= \S_t w t -> 0 <= k / (\S_s w s) <= 1 /\ \S_t scaled w t = k.
Proof.
move=> w0 kw; rewrite /scaled S_mull; have s0 : 0 <= \S_s w s by apply: S_ge0.
case: (Req_dec (\S_s w s) 0) => [E|ne].
  by rewrite E /Rdiv; have -> : k = 0 by [lra]; rewrite !Rmult_0_l; lra.
have i0 : 0 < / \S_s w s by apply: Rinv_0_lt_compat; lra.
rewrite /Rdiv Rmult_assoc Rinv_l //; split; last lra.
by split; [apply: Rmult_le_pos; lra | apply: (Rmult_le_reg_r (\S_s w s)); [lra | rewrite Rmult_assoc Rinv_l //; lra]].
Qed.

Lemma kept_lighter : \S_s v s < \S_s u s ->
  [/\ forall t, least_kept v t <= most_kept u v t, \S_t least_kept v t <= k & k <= \S_t most_kept u v t].
Proof.
move=> lt; have [[l0 l1] sk] := scale_le v0 kv.
have eo := exp_opp e; have ep := exp_pos e; have e1 := exp_ge1 e0.
have em : 0 < exp (- e) <= 1 by split; [apply: exp_pos | rewrite -exp_0; apply: exp_le; lra].
have s0 t : 0 <= scaled v t by apply: Rmult_le_pos.
have sv t : scaled v t <= v t by rewrite /scaled; have := v0 t; nra.
split.
- move=> t; rewrite /least_kept /most_kept; apply: Rmin_glb.
  + have A : exp (- e) * scaled v t <= exp (- e) * (exp e * u t).
      by apply: Rmult_le_compat_l; [lra | have := sv t; have := vu t; lra].
    by move: A; rewrite -Rmult_assoc eo Rmult_1_l.
  + by apply: Rmult_le_compat_r => //; lra.
- by rewrite /least_kept S_mull sk; nra.
- case: (Rle_lt_dec k 0) => kp.
    apply: Rle_trans kp _; apply: S_ge0 => t _; rewrite /most_kept; apply: Rmin_glb; first exact: u0.
    by apply: Rmult_le_pos; [lra | apply: s0].
  apply: (@Rle_trans _ (\S_t (k / (\S_s v s) * u t))).
    rewrite S_mull; have V0 : 0 < \S_s v s by lra.
    apply: (Rmult_le_reg_r (/ k * \S_s v s)); first by apply: Rmult_lt_0_compat => //; apply: Rinv_0_lt_compat.
    have -> : k * (/ k * \S_s v s) = \S_s v s by field; lra.
    have -> : k / (\S_s v s) * (\S_i u i) * (/ k * \S_s v s) = \S_i u i by field; lra.
    lra.
  apply: S_le => t _; apply: Rmin_glb.
    by have := u0 t; nra.
  rewrite /scaled; have := Rmult_le_compat_l _ _ _ l0 (uv t); lra.
Qed.

Lemma between_ok lo up : (forall t, lo t <= up t) -> \S_t lo t <= k -> k <= \S_t up t ->
  (forall t, lo t <= between lo up t <= up t) /\ \S_t between lo up t = k.
Proof.
move=> h kl ku'; rewrite /between S_add S_mull S_sub.
case: (Req_dec (\S_s up s - \S_s lo s) 0) => [E|ne].
  rewrite E Rmult_0_r; split; last lra.
  move=> t; have : up t - lo t <= \S_s (up s - lo s).
    by apply: (@S_term _ (fun s => up s - lo s)) => s; have := h s; lra.
  rewrite S_sub E => z; have -> : up t - lo t = 0 by have := h t; lra.
  by have := h t; lra.
have pos : 0 < \S_s up s - \S_s lo s by lra.
split; last by field; lra.
have th : 0 <= (k - \S_s lo s) / (\S_s up s - \S_s lo s) <= 1.
  have i0 : 0 < / (\S_s up s - \S_s lo s) by apply: Rinv_0_lt_compat.
  split; first by apply: Rmult_le_pos; lra.
  by apply: (Rmult_le_reg_r (\S_s up s - \S_s lo s)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
by move=> t; have := h t; split; nra.
Qed.

Lemma kept_sum : \S_t kept_of u v t = k.
Proof.
rewrite /kept_of; case: Rle_dec => h; first by have [] := scale_le u0 ku.
by have [] := kept_lighter (Rnot_le_lt _ _ h); move=> A B C; have [] := between_ok A B C.
Qed.
Lemma kept_le t : 0 <= kept_of u v t <= u t.
Proof.
rewrite /kept_of; case: Rle_dec => h /=.
  have [[a b] _] := scale_le u0 ku; have x := u0 t; rewrite /scaled; split; first exact: Rmult_le_pos.
  by rewrite -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r.
have [A B C] := kept_lighter (Rnot_le_lt _ _ h); have [D _] := between_ok A B C.
have := D t; have up : most_kept u v t <= u t by apply: Rmin_l.
have low : 0 <= least_kept v t.
  apply: Rmult_le_pos; first by left; apply: exp_pos.
  by have [[a b] _] := scale_le v0 kv; apply: Rmult_le_pos.
by case=> x y; split; lra.
Qed.
End Kept.

Lemma kept_close u v t : (forall t, 0 <= u t) -> (forall t, 0 <= v t) ->
  (forall t, u t <= exp e * v t) -> (forall t, v t <= exp e * u t) -> k <= \S_t u t -> k <= \S_t v t ->
  kept_of u v t <= exp e * kept_of v u t.
Proof.
move=> u0 v0 uv vu ku kv; have eo := exp_opp e; have ep := exp_pos e.
rewrite /kept_of; case: Rle_dec => h; case: Rle_dec => h' /=.
- have E : \S_s u s = \S_s v s by lra.
  rewrite /scaled E; have [[l0 l1] _] := scale_le v0 kv.
  by have := Rmult_le_compat_l _ _ _ l0 (uv t); lra.
- have [A B C] := kept_lighter v0 u0 vu uv ku (Rnot_le_lt _ _ h').
  have [D _] := between_ok A B C; have := D t; rewrite /least_kept => -[low _].
  have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ ep) low.
  by rewrite -Rmult_assoc (Rmult_comm (exp e)) eo; lra.
- have [A B C] := kept_lighter u0 v0 uv vu kv (Rnot_le_lt _ _ h).
  have [D _] := between_ok A B C; have := D t; rewrite /most_kept => -[_ up].
  by have := Rmin_r (u t) (exp e * scaled v t); lra.
- by lra.
Qed.

Variables p q : T -> R.
Hypothesis pl : law p.
Hypothesis ql : law q.
Hypothesis pq : indist e d p q.
Hypothesis qp : indist e d q p.

Lemma both_ge0 p' q' t : law p' -> law q' -> 0 <= both p' q' t.
Proof.
by move=> [a _] [b _]; apply: Rmin_glb => //; apply: Rmult_le_pos => //; left; apply: exp_pos.
Qed.
Lemma both_close p' q' t : law p' -> both p' q' t <= exp e * both q' p' t.
Proof.
move=> [/(_ t) a _]; have e1 := exp_ge1 e0; rewrite /both.
case: (Rle_dec (q' t) (exp e * p' t)) => h; first by rewrite (Rmin_left (q' t)) //; apply: Rmin_r.
rewrite (Rmin_right (q' t)); last lra.
apply: Rle_trans (Rmin_l _ _) _; have b : p' t <= exp e * p' t by nra.
by nra.
Qed.
Lemma both_mass p' q' : law p' -> law q' -> indist e d p' q' -> k <= \S_t both p' q' t.
Proof.
move=> pl' ql' /indist_pos h; have B0 : 0 <= \S_t both p' q' t by apply: S_ge0 => t _; apply: both_ge0.
case: pl' => _ p1; suff : 1 - d <= \S_t both p' q' t by rewrite /k /Rmin; case: Rle_dec => *; lra.
have -> : \S_t both p' q' t = \S_t p' t - \S_t Rmax 0 (p' t - exp e * q' t).
  rewrite -S_sub; apply: eq_bigr => t _.
  by rewrite /both /Rmin /Rmax; case: Rle_dec => *; case: Rle_dec => * /=; lra.
by rewrite p1; lra.
Qed.

Theorem mixture_of_pair :
  [/\ forall t, 0 <= kept p q t <= p t, \S_t kept p q t = k & forall t, kept p q t <= exp e * kept q p t].
Proof.
have a t := both_ge0 t pl ql; have b t := both_ge0 t ql pl.
have c t := both_close q t pl; have c' t := both_close p t ql.
have m := both_mass pl ql pq; have m' := both_mass ql pl qp.
split=> [t||t]; last exact: kept_close.
- have := kept_le a b c c' m m' t; rewrite -/(kept p q t); have := Rmin_l (p t) (exp e * q t).
  by rewrite -/(both p q t); lra.
- exact: kept_sum.
Qed.
End Pair.
