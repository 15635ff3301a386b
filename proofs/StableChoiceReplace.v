(* Stable choice where one record takes the place of another: (2 e', delta) at the rate e'.

   docs/guarantees/cut-choice.md Theorem 5, with b = K (exp(e') - 1)(1/delta' - 1).

   In words. Scores move by at most 1 either way. On both sides no score is above its weight. In each of K
   families what the weights gain adds up to at most 1, and so does what they lose. Let e' > 0,
   0 < delta <= 1 - exp(-e') and b as above or more.

   `stable_choice_replace_two_sided`: the draw is (2 e', delta)-indistinguishable; both directions follow,
   as the condition is the same both ways.

   Not covered: the form b = K (exp(e') - 1)/delta' in brackets on the page; several groups; that cut
   choice has K = L families that gain (the prefix of length 0 has the same weight on both sides). *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy StableChoice.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* THEOREM 5 of cut-choice.md.  Draws at e' = e/2; scores move by at most 1
   either way, s <= w on both sides, and in each family what w gains adds up to
   at most 1, and what it loses. *)
Section Replace.
Variables (C : finType) (K : nat) (fam : C -> 'I_K) (e' delta b : R).
Hypotheses (e0 : 0 < e') (d0 : 0 < delta) (cap : delta <= 1 - exp (- e')) (K0 : (0 < K)%nat).
Hypothesis bottom : INR K * (exp e' - 1) * (1 / delta - 1) <= b.

Record moves (s w s' w' : C -> R) : Prop := Moves {
  mv_w : forall i, 0 <= w i;
  mv_s : forall i, s' i <= s i + 1;
  mv_sw : forall i, s' i <= w' i;
  mv_fam : forall k, \S_(i | fam i == k) Rmax 0 (w' i - w i) <= 1 }.

Let e0' : 0 <= e'. Proof. lra. Qed.
Let f1 : 1 < exp e'. Proof. by rewrite -exp_0; apply: exp_increasing. Qed.

Lemma N_moves s w s' w' : moves s w s' w' -> N e' 1 s w s' w' <= INR K * (exp e' - 1).
Proof.
move=> [w0 hs hsw hf]; rewrite /N Rmult_1_r.
have a0 i : 0 <= Rmax 0 (w' i - w i) by apply: Rmax_l.
apply: (@Rle_trans _ (\S_i (exp (e' * Rmax 0 (w' i - w i)) - 1))).
  apply: S_le => i _; apply: Rmax_lub; first by have := exp_ge1 (Rmult_le_pos _ _ e0' (a0 i)); lra.
  case: (Rle_lt_dec (w i) (w' i)) => h.
    rewrite Rmax_right; last lra.
    by have := @excess e' e0 1 (s i) (w i) (s' i) (w' i) h (hs i) (hsw i) (w0 i); rewrite Rmult_1_r.
  (* the weight falls: no excess *)
  rewrite Rmax_left; last lra.
  rewrite Rmult_0_r exp_0 /psi.
  have A : exp (e' * s' i) <= exp e' * exp (e' * s i) by rewrite -exp_plus; apply: exp_le; have := hs i; nra.
  have B : exp (- (e' * w i)) <= exp (- (e' * w' i)) by apply: exp_le; nra.
  have D : exp (- (e' * w i)) <= 1.
    by rewrite -exp_0; apply: exp_le; have := Rmult_le_pos _ _ e0' (w0 i); lra.
  have E1 : exp (e' * s' i) * (1 - exp (- (e' * w' i))) <= exp (e' * s' i) * (1 - exp (- (e' * w i))).
    by apply: Rmult_le_compat_l; [left; apply: exp_pos | lra].
  have E2 : exp (e' * s' i) * (1 - exp (- (e' * w i))) <= exp e' * exp (e' * s i) * (1 - exp (- (e' * w i))).
    by apply: Rmult_le_compat_r; lra.
  lra.
rewrite (partition_big fam xpredT) //=.
have -> : INR K * (exp e' - 1) = \S_(k in [set: 'I_K]) (exp e' - 1) by rewrite S_const cardsT card_ord.
rewrite [X in _ <= X](eq_bigl xpredT); last by move=> k; rewrite inE.
apply: S_le => k _; apply: Rle_trans (superadditive _ e0' a0) _.
apply: Rplus_le_compat_r; apply: exp_le; have := hf k; set z := \S_(_ | _) _ => hz.
by have := Rmult_le_compat_l e' _ _ e0' hz; rewrite Rmult_1_r.
Qed.

Theorem stable_choice_replace_two_sided s w s' w' : moves s w s' w' -> moves s' w' s w ->
  indist (2 * e') delta (draw e' b s' w') (draw e' b s w).
Proof.
move=> h h'; have w0 := mv_w h; have w0' := mv_w h'.
have K1 : 1 <= INR K by rewrite -[1]/(INR 1); apply: le_INR; apply/leP.
have d1 : delta < 1 by have := exp_pos (- e'); lra.
have N1 := N_moves h; have N2 := N_moves h'.
have n0 := N_ge0 e' 1 s w s' w'.
have od : 0 < 1 / delta - 1.
  by have -> : 1 / delta - 1 = (1 - delta) / delta by [field; lra]; apply: Rdiv_lt_0_compat; lra.
have capK : 1 <= (exp e' - 1) * (1 / delta - 1).
  have q0 := exp_pos (- e'); have q := exp_opp e'.
  have -> : (exp e' - 1) * (1 / delta - 1) = (exp e' - 1) * (1 - delta) / delta by field; lra.
  apply: (Rmult_le_reg_r delta) => //; rewrite /Rdiv Rmult_assoc Rinv_l; nra.
have bK : INR K <= b by apply: Rle_trans bottom; rewrite Rmult_assoc; nra.
have z0 := @Z_gt0 C e' b e0 s w w0; have z0' := @Z_gt0 C e' b e0 s' w' w0'.
have Zle : Z e' b s w <= exp e' * Z e' b s' w'.
  rewrite /Z.
  have A : \S_i psi e' (s i) (w i) <= \S_i (exp e' * psi e' (s' i) (w' i) +
           Rmax 0 (psi e' (s i) (w i) - exp (e' * 1) * psi e' (s' i) (w' i))).
    by apply: S_le => i _; have := Rmax_r 0 (psi e' (s i) (w i) - exp (e' * 1) * psi e' (s' i) (w' i)); rewrite Rmult_1_r; lra.
  move: A; rewrite S_add S_mull -/(N e' 1 s' w' s w) => A.
  have B : INR K * (exp e' - 1) <= b * (exp e' - 1) by apply: Rmult_le_compat_r; lra.
  lra.
apply: (@indist_mix _ _ _ _ _ (fun o => match o with
   Some i => Rmax 0 (psi e' (s' i) (w' i) - exp (e' * 1) * psi e' (s i) (w i)) / Z e' b s' w' | None => 0 end)).
- case=> [i|]; last lra.
  by apply: Rmult_le_pos; [apply: Rmax_l | left; apply: Rinv_0_lt_compat; lra].
- have key p p0 x : 0 <= p0 -> p <= exp e' * p0 + x -> p / Z e' b s' w' <= exp (2 * e') * (p0 / Z e' b s w) + x / Z e' b s' w'.
    move=> p00 hp.
    have -> : exp (2 * e') = exp e' * exp e' by rewrite -exp_plus; congr exp; lra.
    have i0 : 0 < / Z e' b s' w' by apply: Rinv_0_lt_compat; lra.
    have A : p / Z e' b s' w' <= (exp e' * p0 + x) / Z e' b s' w' by apply: Rmult_le_compat_r; lra.
    have B : exp e' * p0 / Z e' b s' w' <= exp e' * exp e' * (p0 / Z e' b s w).
      have -> : exp e' * p0 / Z e' b s' w' = exp e' * p0 * Z e' b s w / (Z e' b s w * Z e' b s' w') by field; lra.
      have -> : exp e' * exp e' * (p0 / Z e' b s w) = exp e' * p0 * (exp e' * Z e' b s' w') / (Z e' b s w * Z e' b s' w') by field; lra.
      apply: Rmult_le_compat_r; first by left; apply: Rinv_0_lt_compat; apply: Rmult_lt_0_compat; lra.
      by apply: Rmult_le_compat_l => //; apply: Rmult_le_pos; lra.
    by rewrite Rdiv_plus_distr in A; lra.
  case=> [i|] /=.
  + apply: key; first by apply: psi_ge0.
    by have := Rmax_r 0 (psi e' (s' i) (w' i) - exp (e' * 1) * psi e' (s i) (w i)); rewrite Rmult_1_r; lra.
  + by have := key b b 0; rewrite /Rdiv Rmult_0_l; apply; nra.
- rewrite S_option Rplus_0_l S_div -/(N e' 1 s w s' w').
  set n := N e' 1 s w s' w' in N1 n0 *.
  have zN : b + n <= Z e' b s' w'.
    rewrite /Z /n /N; apply: Rplus_le_compat_l; apply: S_le => i _; apply: Rmax_lub; first exact: psi_ge0.
    by have := psi_ge0 e0 (s i) (w0 i); have := exp_pos (e' * 1); nra.
  apply: (Rmult_le_reg_r (Z e' b s' w')); first lra.
  rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
  have nb : n * (1 / delta - 1) <= b.
    by apply: Rle_trans bottom; apply: Rmult_le_compat_r; lra.
  have E : n * (1 - delta) <= delta * b.
    have := Rmult_le_compat_l delta _ _ (Rlt_le _ _ d0) nb.
    have -> : delta * (n * (1 / delta - 1)) = n * (1 - delta) by field; lra.
    by [].
  have : delta * (b + n) <= delta * Z e' b s' w' by apply: Rmult_le_compat_l; lra.
  lra.
Qed.
End Replace.
