(* Two mixtures over noise, compared by a randomised map of the noise.

   Used by NoisySlices.v. In words. Noise x is moved to one of several y, with public weights; a move costs
   a factor exp(e0) in the probability of the noise, and what is then compared a factor c(y) and delta1.

   `mixture`: if every y is reached with total weight at most K/c(y), the mixtures differ by a factor of
   at most exp(e0) K, and by delta1 and the mass that has nowhere to go.
   `draws_one`: of independent draws one changes by (e, d): together (e, d). *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Mixture.
Variables (J X : finType).              (* which noise is moved; noise *)
Variables (pi : X -> R) (g : J -> X -> option X) (om : J -> X -> R) (R1 R2 : X -> R) (c : X -> R).
Variables (e0 K d1 lam : R).
Hypothesis pi0 : forall x, 0 <= pi x.
Hypothesis pi1 : \S_x pi x = 1.
Hypothesis om0 : forall i x, 0 <= om i x.
Hypothesis om1 : forall x, \S_i om i x = 1.
Hypothesis R1b : forall x, 0 <= R1 x <= 1.
Hypothesis R20 : forall x, 0 <= R2 x.
Hypothesis c0 : forall x, 0 <= c x.
Hypothesis d10 : 0 <= d1.
(* a move costs e0 in noise; what is then compared costs c and d1 *)
Hypothesis gpi : forall i x y, g i x = Some y -> pi x <= exp e0 * pi y.
Hypothesis gR : forall i x y, g i x = Some y -> 0 < om i x -> R1 x <= c y * R2 y + d1.
(* how often y is reached, by its price *)
Hypothesis count : forall y, c y * \S_i \S_(x | g i x == Some y) om i x <= K.
(* what has nowhere to go *)
Hypothesis lost : \S_x (pi x * \S_(i | g i x == None) om i x) <= lam.

Theorem mixture : \S_x (pi x * R1 x) <= exp e0 * K * \S_x (pi x * R2 x) + d1 + lam.
Proof.
pose A x i := if g i x is Some y then exp e0 * pi y * (om i x * c y) * R2 y else 0.
pose B x i := if g i x is Some y then 0 else om i x.
have H x : pi x * R1 x <= \S_i A x i + (pi x * d1 + pi x * \S_i B x i).
  have -> : pi x * R1 x = \S_i (pi x * (om i x * R1 x)).
    have -> : \S_i (pi x * (om i x * R1 x)) = (pi x * R1 x) * \S_i om i x.
      by rewrite -S_mull; apply: eq_bigr => i _; ring.
    by rewrite om1; ring.
  have -> : pi x * d1 = \S_i (pi x * d1 * om i x) by rewrite S_mull om1; ring.
  rewrite -S_mull -!S_add; apply: S_le => i _; rewrite /A /B.
  have o := om0 i x; have p := pi0 x; have r := R1b x.
  case E: (g i x) => [y|].
  - case: (Rle_lt_or_eq_dec _ _ o) => [o1|<-]; last by rewrite !Rmult_0_l !Rmult_0_r; lra.
    have h := gR E o1; have hp := gpi E.
    have po : 0 <= pi x * om i x by apply: Rmult_le_pos.
    have c1 := Rmult_le_pos _ _ (c0 y) (R20 y).
    have : pi x * om i x * R1 x <= pi x * om i x * (c y * R2 y + d1) by apply: Rmult_le_compat_l.
    have : pi x * (om i x * (c y * R2 y)) <= exp e0 * pi y * (om i x * (c y * R2 y)).
      by apply: Rmult_le_compat_r => //; apply: Rmult_le_pos.
    lra.
  - have : pi x * (om i x * R1 x) <= pi x * om i x.
      by apply: Rmult_le_compat_l => //; nra.
    have : 0 <= pi x * d1 * om i x by apply: Rmult_le_pos => //; apply: Rmult_le_pos.
    lra.
apply: (Rle_trans _ _ _ (@S_le _ xpredT _ _ (fun x _ => H x))).
rewrite !S_add.
have -> : \S_x (pi x * d1) = d1 by rewrite -big_distrl /= pi1; lra.
have L : \S_x (pi x * \S_i B x i) <= lam.
  apply: Rle_trans lost; right; apply: eq_bigr => x _; congr (_ * _).
  by rewrite [RHS]big_mkcond; apply: eq_bigr => i _; rewrite /B; case: (g i x).
suff M : \S_x \S_i A x i <= exp e0 * K * \S_x (pi x * R2 x) by lra.
have -> : \S_x \S_i A x i = \S_y (exp e0 * (pi y * R2 y) * (c y * \S_i \S_(x | g i x == Some y) om i x)).
  have -> : \S_x \S_i A x i = \S_x \S_i \S_y (if g i x == Some y then exp e0 * pi y * (om i x * c y) * R2 y else 0).
    apply: eq_bigr => x _; apply: eq_bigr => i _; rewrite /A.
    case: (g i x) => [y|]; last by rewrite big1.
    rewrite (bigD1 y) //= eqxx big1 ?Rplus_0_r // => z /negbTE zy.
    by case: eqP => // -[E]; rewrite E eqxx in zy.
  rewrite exchange_big /=.
  have -> : \S_i \S_x \S_y (if g i x == Some y then exp e0 * pi y * (om i x * c y) * R2 y else 0)
     = \S_i \S_y \S_x (if g i x == Some y then exp e0 * pi y * (om i x * c y) * R2 y else 0).
    by apply: eq_bigr => i _; rewrite exchange_big.
  rewrite exchange_big /=; apply: eq_bigr => y _.
  rewrite -!S_mull; apply: eq_bigr => i _; rewrite -!S_mull [RHS]big_mkcond; apply: eq_bigr => x _.
  by case: ifP => _; ring.
rewrite -S_mull; apply: S_le => y _.
have p : 0 <= exp e0 * (pi y * R2 y).
  by apply: Rmult_le_pos; [left; apply: exp_pos | apply: Rmult_le_pos].
have := Rmult_le_compat_l _ _ _ p (count y); lra.
Qed.
End Mixture.

(* independent draws of which one changes by (e, d) *)
Lemma draws_one (G T : finType) (p p' : G -> T -> R) (g0 : G) e d :
  0 <= e -> (forall g, law (p g)) -> (forall g, law (p' g)) -> (forall g, g != g0 -> forall t, p' g t = p g t) ->
  indist e d (p' g0) (p g0) -> indist e d (draws p') (draws p).
Proof.
move=> e0 pl pl' same /indist_pos h.
pose q g t := if g == g0 then Rmin (p' g t) (exp e * p g t) else p' g t.
have E1 : \S_g (if g == g0 then e else 0) = e.
  rewrite (bigD1 g0) //= eqxx big1 ?Rplus_0_r // => g ng.
  by rewrite (negbTE ng).
have := @groups_mixture G T p p' q (fun g => if g == g0 then e else 0) pl'; rewrite E1 => Q.
have M : 1 - \P_g \S_t q g t <= d.
  rewrite (bigD1 g0) //= [\big[Rmult/1]_(i | _) _]big1 ?Rmult_1_r; last first.
    by move=> g ng; rewrite /q (negbTE ng); case: (pl' g).
  apply: Rle_trans h; have [_ {1}<-] := pl' g0; rewrite -S_sub; right; apply: eq_bigr => t _.
  by rewrite /q eqxx /Rmin /Rmax; case: Rle_dec => *; case: Rle_dec => *; lra.
have {}Q : indist e (1 - \P_g \S_t q g t) (draws p') (draws p).
  apply: Q => g t; rewrite /q; case: (pl g) (pl' g) => /(_ t) a _ [/(_ t) b _].
  - case: ifP => _; last lra.
    by split; [apply: Rmin_glb => //; apply: Rmult_le_pos => //; left; apply: exp_pos | apply: Rmin_l].
  - case: ifP => [_|/negbT ng]; first exact: Rmin_r.
    by rewrite exp_0 (same g ng t); lra.
by move=> F; have := Q F; lra.
Qed.
