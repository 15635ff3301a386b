(* An interval round a released point covers, for every data set, with ties.

   docs/guarantees/intervals.md, the Lemma of coverage, Theorem 2, the step of Theorem 3 that looks at data, Theorem
   4.

   In words. The chain is nested: each interval lies within the next. The width is drawn as in IntervalWidth.v, at a
   rate r > 0 with a head start c > 0; kappa = 1/(exp(r c) - 1). An interval misses a key if the key lies below its
   lower end or above its upper end; an end that is absent misses nothing. The last interval misses nothing.

   `coverage`: let D < T be such that every interval that misses has a reach of at most D. Then the one that is
   drawn misses with probability at most kappa exp(-r (T - D)).
   `covers_data`: at T >= ln(kappa/beta)/r it misses some q-quantile of the data with probability at most beta.
   `covers_given`: let keys v <= w and D < T have q n - (weight up to v) <= D, (weight below w) - q n <= D and D >=
   0. Then a key of v..w is missed with probability at most kappa exp(-r (T - D)).
   `width_bounded`: the interval before the one drawn reaches T + x or more with probability at most (kappa + 1)
   (exp(r c J) - 1) exp(-r x), J the number of the last interval.

   Not covered: the mean over samples in Theorem 3 and the inequality for binomial tails that it takes; Theorem 5;
   the count that T is computed from. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive Exponential UserRanks Recursion IntervalWidth.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Coverage.
Variables (n' J' : nat).
Let key := 'I_n'.+1.
Let step := 'I_J'.+1.
Variables (q : R) (C : chain n' J') (r : R) (D : data n').
Hypothesis D0 : forall y, 0 <= D y.
Hypothesis r0 : 0 < r.
Hypothesis c0 : 0 < c C.

(* each interval lies within the next; an end that is absent is outermost *)
Definition wider_lo (l l' : option key) : bool := match l', l with
  | None, _ => true | Some _, None => false | Some a', Some a => leq a' a end.
Definition wider_hi (h h' : option key) : bool := match h', h with
  | None, _ => true | Some _, None => false | Some a', Some a => leq a a' end.
Hypothesis nested : forall j, leq (S j) (last C) ->
  wider_lo (lo C j) (lo C (S j)) && wider_hi (hi C j) (hi C (S j)).

Definition misses (j : step) (v : key) : bool := leq (S j) (last C) &&
  ((if lo C j is Some l then leq (S v) l else false) || (if hi C j is Some h then leq (S h) v else false)).

(* x is at most a reach; every x is at most infinity *)
Definition reached x (o : option R) : Prop := if o is Some g then x <= g else True.

Lemma less_grows (a b : key) : leq a b -> less D a <= less D b.
Proof.
move=> ab; rewrite /less [X in X <= _]big_mkcond [X in _ <= X]big_mkcond /=.
apply: S_le => y _; rewrite /lt_key; case: ifP => h; first by rewrite (leq_trans h ab); lra.
by case: ifP => _; [apply: D0 | lra].
Qed.
Lemma at_most_grows (a b : key) : leq a b -> at_most D a <= at_most D b.
Proof.
move=> ab; rewrite /at_most [X in X <= _]big_mkcond [X in _ <= X]big_mkcond /=.
apply: S_le => y _; rewrite /le_key; case: ifP => h; first by rewrite (leq_trans h ab); lra.
by case: ifP => _; [apply: D0 | lra].
Qed.
Lemma at_most_less (v l : key) : leq (S v) l -> at_most D v <= less D l.
Proof.
move=> ab; rewrite /at_most /less [X in X <= _]big_mkcond [X in _ <= X]big_mkcond /=.
apply: S_le => y _; rewrite /le_key /lt_key; case: ifP => h.
  by rewrite (leq_ltn_trans h ab); lra.
by case: ifP => _; [apply: D0 | lra].
Qed.

(* what an interval reaches, the next one reaches *)
Lemma reach_next x j : reached x (reach q C D j) -> reached x (reach q C D (S j)).
Proof.
rewrite /reach; case: (leqP (last C) (S j)) => // h.
have jl : leq (S j) (last C) by apply: ltnW.
have -> : leq (last C) j = false by apply/negbTE; rewrite -ltnNge.
have := nested jl; case/andP.
case: (lo C j) (lo C (S j)) => [l|] [l'|] //=; case: (hi C j) (hi C (S j)) => [k|] [k'|] //= A B;
  rewrite /Rmin; repeat case: Rle_dec => *; try have := less_grows A; try have := at_most_grows B; lra.
Qed.
Lemma reach_grows x i j : leq i j -> reached x (reach q C D i) -> reached x (reach q C D j).
Proof. by move=> /subnKC <-; elim: (subn j i) => [|m ih]; rewrite ?addn0 // addnS => h; apply: reach_next; apply: ih. Qed.

(* the first interval that reaches T *)
Definition reaches (j : nat) : bool := if reach q C D j is Some g then (if Rle_dec (T C) g then true else false) else true.
Lemma reachesP j : reaches j <-> reached (T C) (reach q C D j).
Proof. by rewrite /reaches; case: (reach q C D j) => [g|] //=; case: Rle_dec. Qed.
Lemma last_reaches : reaches (last C). Proof. by rewrite /reaches /reach leqnn. Qed.

Let ex : exists j, reaches j. Proof. by exists (last C); apply: last_reaches. Qed.
Definition best := ex_minn ex.
Lemma best_reaches : reaches best. Proof. by rewrite /best; case: ex_minnP. Qed.
Lemma best_least j : reaches j -> leq best j. Proof. by rewrite /best; case: ex_minnP => m _ h /h. Qed.
Lemma best_last : leq best (last C). Proof. exact: best_least last_reaches. Qed.
Definition best_step : step := Ordinal (leq_ltn_trans best_last (ltn_ord (last C))).

(* it has no distance *)
Lemma best_score : wscore q C D best_step = c C * INR best.
Proof.
rewrite /wscore /distance /=; suff -> : Rmax (short (T C) (reach q C D best))
  (if best is i.+1 then past (T C) (reach q C D i) else 0) = 0 by lra.
have -> : short (T C) (reach q C D best) = 0.
  have := best_reaches; rewrite reachesP /reached /short; case: (reach q C D best) => [g|] //= h.
  by rewrite Rmax_left //; lra.
case E : best => [|i]; first by rewrite Rmax_left //; lra.
have : ~~ reaches i by apply/negP => /best_least; rewrite E ltnn.
rewrite /reaches /past; case: (reach q C D i) => [g|] //; case: Rle_dec => // h _.
by rewrite (Rmax_left 0 (g - T C)) ?Rmax_left //; lra.
Qed.

Definition weight j := of_chain C j * exp (r * wscore q C D j).
Let w0 j : 0 <= weight j.
Proof. by apply: Rmult_le_pos; [apply: of_chain_ge0 | left; apply: exp_pos]. Qed.
Lemma best_weight : weight best_step = exp (r * c C * INR best).
Proof. by rewrite /weight best_score /of_chain /= best_last Rmult_1_l Rmult_assoc. Qed.

(* a set of intervals that weighs at most x times the best has probability at most x *)
Lemma set_le (F : {set step}) x : \S_(j in F) weight j <= x * exp (r * c C * INR best) ->
  Pr (width q r C D) F <= x.
Proof.
move=> h; rewrite /Pr /width /mdraw S_div.
have Z0 := mz_gt0 (of_chain_ge0 C) (of_chain_last C) r (wscore q C D).
have b0 := exp_pos (r * c C * INR best).
have Zb : exp (r * c C * INR best) <= \S_j weight j by rewrite -best_weight; apply: S_term.
have x0 : 0 <= x.
  have : 0 <= \S_(j in F) weight j by apply: S_ge0.
  by move=> s0; apply: (Rmult_le_reg_r _ _ _ b0); lra.
apply: (Rmult_le_reg_r (\S_j weight j)); first exact: Z0.
rewrite /Rdiv Rmult_assoc Rinv_l; last by apply: Rgt_not_eq.
by rewrite Rmult_1_r; apply: Rle_trans h _; apply: Rmult_le_compat_l.
Qed.

(* geometric sums *)
Let g := exp (r * c C).
Let g1 : 1 < g. Proof. by rewrite /g -exp_0; apply: exp_increasing; nra. Qed.
Definition kappa := / (g - 1).
Let k0 : 0 < kappa. Proof. by apply: Rinv_0_lt_compat; lra. Qed.
Lemma pow_exp k : exp (r * c C * INR k) = g ^ k.
Proof.
by elim: k => [|k ih]; [rewrite Rmult_0_r exp_0 | rewrite S_INR Rmult_plus_distr_l Rmult_1_r exp_plus ih /= -/g; lra].
Qed.
Lemma pow_sum k : \big[Rplus/0]_(0 <= i < k) g ^ i = kappa * (g ^ k - 1).
Proof.
elim: k => [|k ih]; first by rewrite big_nil /=; lra.
by rewrite big_nat_recr //= ih /kappa; field; lra.
Qed.

(* LEMMA: those that miss reach D1 < T at most *)
Theorem coverage (F : {set step}) D1 : D1 < T C ->
  (forall j, j \in F -> leq j (last C) -> exists2 x, reach q C D j = Some x & x <= D1) ->
  Pr (width q r C D) F <= kappa * exp (- r * (T C - D1)).
Proof.
move=> dT h; apply: set_le.
set x := exp (- r * (T C - D1)); have x0 : 0 < x by apply: exp_pos.
apply: (@Rle_trans _ (\big[Rplus/0]_(j : step) (if leq (S j) best then x * g ^ j else 0))).
  rewrite [X in X <= _]big_mkcond /=; apply: S_le => j _; case: ifP => jF; last first.
    by case: ifP => _; [apply: Rmult_le_pos; [lra | apply: pow_le; lra] | lra].
  rewrite /weight /of_chain; case: (leqP j (last C)) => jl; last first.
    by rewrite Rmult_0_l; case: ifP => _; [apply: Rmult_le_pos; [lra | apply: pow_le; lra] | lra].
  have [y E yD] := h j jF jl.
  have nr : ~~ reaches j by rewrite /reaches E; case: Rle_dec => // ?; lra.
  have jb : leq (S j) best.
    rewrite ltnNge; apply/negP => bj; move/negP: nr; apply; apply/reachesP.
    by apply: (reach_grows bj); apply/reachesP; apply: best_reaches.
  rewrite jb Rmult_1_l -pow_exp /x -exp_plus; apply: exp_le.
  have d : T C - D1 <= distance q C D j.
    rewrite /distance; apply: (@Rle_trans _ (short (T C) (reach q C D j))); last exact: Rmax_l.
    by rewrite E /short; apply: (@Rle_trans _ (T C - y)); [lra | apply: Rmax_r].
  by rewrite /wscore; nra.
have -> : \big[Rplus/0]_(j : step) (if leq (S j) best then x * g ^ j else 0) = x * \big[Rplus/0]_(0 <= i < best) g ^ i.
  rewrite -big_mkcond /= S_mull; congr (_ * _); rewrite big_mkord.
  rewrite -(big_ord_widen J'.+1 (fun i => g ^ i)) //.
  exact: ltnW (ltn_ord best_step).
rewrite pow_sum pow_exp.
have : kappa * (g ^ best - 1) <= kappa * g ^ best by apply: Rmult_le_compat_l; lra.
by have : 0 <= x by [lra]; move=> x1 /(Rmult_le_compat_l _ _ _ x1); lra.
Qed.

(* keys v..w of which up to v, and below w, weighs nearly q n *)
Theorem covers_given (v w : key) D1 : 0 <= D1 < T C -> leq v w ->
  q * total D - at_most D v <= D1 -> less D w - q * total D <= D1 ->
  Pr (width q r C D) [set j | misses j v || misses j w] <= kappa * exp (- r * (T C - D1)).
Proof.
move=> [d0 dT] vw hv hw; apply: coverage => // j; rewrite inE => m jl.
have jl' : leq (S j) (last C) by case/orP: m => /andP[].
have := reach_finite q D jl'; case E : (reach q C D j) => [x|] // _; exists x => //.
have low l : lo C j = Some l -> leq (S v) l -> x <= D1.
  move=> El vl; move: E; rewrite /reach leqNgt jl' El /= => E.
  have : x <= q * total D - less D l.
    by move: E; case: (hi C j) => [k|] /= -[<-]; [apply: Rmin_l | lra].
  by have := at_most_less vl; lra.
have high k : hi C j = Some k -> leq (S k) w -> x <= D1.
  move=> Ek kw; move: E; rewrite /reach leqNgt jl' Ek /= => E.
  have : x <= at_most D k - q * total D.
    by move: E; case: (lo C j) => [l|] /= -[<-]; [apply: Rmin_r | lra].
  by have := at_most_less kw; lra.
move: m; rewrite /misses jl' /=; move: low high.
case: (lo C j) => [l|] low; case: (hi C j) => [k|] high //=; rewrite ?orbF.
- case/orP => /orP[h|h]; first exact: (low l (erefl _) h).
  + exact: (high k (erefl _) (leq_trans h vw)).
  + exact: (low l (erefl _) (leq_ltn_trans vw h)).
  + exact: (high k (erefl _) h).
- by case/orP => h; [exact: (low l (erefl _) h) | exact: (low l (erefl _) (leq_ltn_trans vw h))].
- by case/orP => h; [exact: (high k (erefl _) (leq_trans h vw)) | exact: (high k (erefl _) h)].
Qed.

(* every q-quantile of the data: a key below which q n at most weighs, and up to which q n at least *)
Definition quantile (v : key) : bool :=
  if Rle_dec (less D v) (q * total D) then (if Rle_dec (q * total D) (at_most D v) then true else false) else false.

(* THEOREM 2 *)
Theorem covers_data beta : 0 < beta < kappa -> ln (kappa / beta) / r <= T C ->
  Pr (width q r C D) [set j | [exists v, quantile v && misses j v]] <= beta.
Proof.
move=> [b0 bk] hT.
have T0 : 0 < T C.
  apply: Rlt_le_trans hT; apply: Rdiv_lt_0_compat => //; rewrite -ln_1; apply: ln_increasing; first lra.
  by apply: (Rmult_lt_reg_r beta) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have -> : beta = kappa * exp (- ln (kappa / beta)).
  rewrite exp_Ropp exp_ln; last by apply: Rdiv_lt_0_compat; lra.
  by field; lra.
apply: (@Rle_trans _ (kappa * exp (- r * (T C - 0)))); last first.
  apply: Rmult_le_compat_l; first lra; apply: exp_le.
  have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ r0) hT.
  by have -> : r * (ln (kappa / beta) / r) = ln (kappa / beta) by [field; lra]; lra.
apply: coverage => // j; rewrite inE => /existsP[v /andP[qv m]] jl.
have [lv vl] : less D v <= q * total D /\ q * total D <= at_most D v.
  by move: qv; rewrite /quantile; case: Rle_dec => // a; case: Rle_dec.
have jl' : leq (S j) (last C) by case/andP: m.
have := reach_finite q D jl'; case E : (reach q C D j) => [x|] // _; exists x => //.
move: m E; rewrite /misses jl' /reach (leqNgt (last C) j) jl' /=.
case: (lo C j) => [l|]; case: (hi C j) => [k|] //=; rewrite ?orbF.
- case/orP => h [<-]; first by apply: Rle_trans (Rmin_l _ _) _; have := at_most_less h; lra.
  by apply: Rle_trans (Rmin_r _ _) _; have := at_most_less h; lra.
- by move=> h [<-]; have := at_most_less h; lra.
- by move=> h [<-]; have := at_most_less h; lra.
Qed.

(* THEOREM 4: how far the interval before the one that is drawn reaches; infinite reaches count as far *)
Definition far x (j : step) : bool := if nat_of_ord j is i.+1 then
  (if reach q C D i is Some g then (if Rle_dec (T C + x) g then true else false) else true) else false.

Theorem width_bounded x : 0 <= x ->
  Pr (width q r C D) [set j | far x j] <= (kappa + 1) * (exp (r * c C * INR (last C)) - 1) * exp (- r * x).
Proof.
move=> x0; apply: set_le; set J := nat_of_ord (last C).
have e0 : 0 < exp (- r * x) by apply: exp_pos.
have B0 : 0 < g ^ best by apply: pow_lt; lra.
(* interval j weighs exp(- r x) g^j at most, and lies beyond the best *)
apply: (@Rle_trans _ (\big[Rplus/0]_(j : step) (if leq (S j) (S J) then exp (- r * x) * g ^ best * (if nat_of_ord j is 0 then 0 else g ^ j) else 0))).
  rewrite [X in X <= _]big_mkcond /=; apply: S_le => j _; rewrite inE.
  have p0 : 0 <= exp (- r * x) * g ^ best * (if nat_of_ord j is 0 then 0 else g ^ j).
    apply: Rmult_le_pos; first by apply: Rmult_le_pos; lra.
    by case: (nat_of_ord j) => [|i]; [lra | apply: pow_le; lra].
  case: ifP => fj; last by case: ifP => _; lra.
  rewrite /weight /of_chain; case: (leqP j (last C)) => jl; last by rewrite Rmult_0_l; case: ifP => _; lra.
  rewrite ltnS jl Rmult_1_l; move: fj; rewrite /far /wscore /distance.
  case E : (nat_of_ord j) => [|i] //.
  have il : leq (S i) (last C) by rewrite -E.
  have := reach_finite q D il; case Ei : (reach q C D i) => [y|] // _; case: Rle_dec => // hy _.
  have bi : leq best i by apply: best_least; rewrite /reaches Ei; case: Rle_dec => // ?; lra.
  apply: (@Rle_trans _ (exp (- r * x) * g ^ i.+1)); last first.
    rewrite -{1}(Rmult_1_r (exp (- r * x))); apply: Rmult_le_compat_r; first by apply: pow_le; lra.
    by apply: Rmult_le_compat_l; [lra | apply: pow_R1_Rle; lra].
  rewrite -pow_exp -exp_plus; apply: exp_le.
  have : x <= Rmax (short (T C) (reach q C D i.+1)) (past (T C) (Some y)).
    apply: Rle_trans (Rmax_r _ _); rewrite /past; apply: Rle_trans (Rmax_r _ _); lra.
  by nra.
have -> : \big[Rplus/0]_(j : step) (if leq (S j) (S J) then exp (- r * x) * g ^ best * (if nat_of_ord j is 0 then 0 else g ^ j) else 0)
  = exp (- r * x) * g ^ best * \big[Rplus/0]_(0 <= i < J.+1) (if i is 0 then 0 else g ^ i).
  rewrite -big_mkcond /= S_mull; congr (_ * _); rewrite big_mkord.
  by rewrite -(big_ord_widen J'.+1 (fun i => if i is 0 then 0 else g ^ i)) // ltn_ord.
have -> : \big[Rplus/0]_(0 <= i < J.+1) (if i is 0 then 0 else g ^ i) = (kappa + 1) * (g ^ J - 1).
  rewrite big_nat_recl //= (eq_big_nat _ _ (F2 := fun i => g * g ^ i)) // -big_distrr /= pow_sum /kappa.
  by field; lra.
by rewrite !pow_exp; right; ring.
Qed.
End Coverage.
