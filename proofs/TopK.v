(* Limited-domain and strict top-k: (k e, delta/(1 + delta))-DP.

   docs/guarantees/top-k.md Theorem 1, part 2 for basic composition.

   In words. h counts the users of each item; one more user raises the counts of some items by 1. t is the
   least count that at most kbar items exceed. Candidates are the first kbar items that exist
   (limited-domain), ties in an order that no data change, or the items above t (strict). Draws weigh
   exp(e h_i); bottom weighs beta exp(e (t + 1)). Let e > 0, delta > 0, and beta delta >= u.

   `topk_limited`: u = min(D, kbar), a user with at most D items: (k e, delta/(1 + delta)) both ways.
   `topk_strict`: u = kbar, a user with any number of items: the same.

   Not covered: part 3 of the theorem (what a ledger may be charged) and other compositions of its k steps;
   replace; the border's rounding (upwards, the same for all data); Theorems 2 to 5. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive DrawsWithoutReplacement.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Counts.
Variable I : finType.              (* all items that there could be *)
Variable ord : I -> nat.           (* ties are broken by an order that no data change *)
Hypothesis ord_inj : injective ord.
Variables (kbar k : nat) (e delta beta : R).
Hypotheses (e0 : 0 < e) (delta0 : 0 < delta).

(* items that more than tau users have *)
Definition above (h : I -> nat) (tau : nat) := [set i | leq (S tau) (h i)].
Lemma threshold_ex h : exists tau, leq #|above h tau| kbar.
Proof.
exists (\max_i h i); rewrite (_ : above h _ = set0) ?cards0 //.
apply/setP => i; rewrite !inE; apply/negbTE; rewrite -leqNgt; exact: leq_bigmax.
Qed.
(* t = h_(kbar+1): the least count that at most kbar items exceed; 0 if fewer exist *)
Definition thr h : nat := ex_minn (threshold_ex h).
Lemma thr_le h : leq #|above h (thr h)| kbar.
Proof. by rewrite /thr; case: ex_minnP. Qed.
Lemma thr_min h tau : leq #|above h tau| kbar -> leq (thr h) tau.
Proof. by rewrite /thr; case: ex_minnP => m _ hm /hm. Qed.

Definition beats (h : I -> nat) j i := leq (S (h i)) (h j) || ((h i == h j) && leq (S (ord j)) (ord i)).
Definition rank h i := #|[set j | beats h j i]|.
(* limited-domain: the first kbar items that exist; strict: those above t *)
Definition limited h := [set i | leq 1 (h i) && leq (S (rank h i)) kbar].
Definition strict h := above h (thr h).

Definition weight (h : I -> nat) i := exp (e * INR (h i)).
(* e^(e border), border = t + 1 + ln(u/delta)/e or more: beta >= u/delta *)
Definition bottom (h : I -> nat) := beta * exp (e * (INR (thr h) + 1)).

Section Neighbours.
Variables (h h' : I -> nat) (U : {set I}).      (* U: the items of the user *)
Hypothesis raised : forall i, h' i = addn (h i) (i \in U).

Lemma thr_moves : thr h' = thr h \/ thr h' = S (thr h).
Proof.
have A : leq (thr h) (thr h').
  apply: thr_min; apply: leq_trans (thr_le h'); apply: subset_leq_card; apply/subsetP => i.
  by rewrite !inE raised; lia.
have B : leq (thr h') (S (thr h)).
  apply: thr_min; apply: leq_trans (thr_le h); apply: subset_leq_card; apply/subsetP => i.
  by rewrite !inE raised; case: (i \in U); lia.
lia.
Qed.

Section Generic.
Variables (C C' : {set I}) (u : nat).
Hypothesis enter : forall i, i \in C' :\: C -> leq (h i) (thr h).
Hypothesis leave : forall i, i \in C :\: C' -> leq (h' i) (thr h').
Hypothesis cardB : leq #|C' :\: C| u.
Hypothesis cardA : leq #|C :\: C'| u.
Hypothesis border : INR u <= delta * beta.
Hypothesis beta0 : 0 < beta.

Let c := exp e.
Let c1 : 1 <= c. Proof. by apply: exp_ge1; lra. Qed.
Let wp g i : 0 < weight g i. Proof. exact: exp_pos. Qed.
Let bp g : 0 < bottom g. Proof. by apply: Rmult_lt_0_compat => //; apply: exp_pos. Qed.

Lemma weight_moves i : weight h i <= weight h' i <= c * weight h i.
Proof.
rewrite /weight /c -exp_plus raised -plusE plus_INR.
by case: (i \in U); split; apply: exp_le; rewrite /=; nra.
Qed.
Lemma bottom_moves : bottom h <= bottom h' <= c * bottom h.
Proof.
rewrite /bottom /c.
have -> : exp e * (beta * exp (e * (INR (thr h) + 1))) = beta * exp (e * (INR (thr h) + 1) + e).
  by rewrite exp_plus; lra.
by case: thr_moves => ->; rewrite ?S_INR; split; apply: Rmult_le_compat_l; try lra; apply: exp_le; nra.
Qed.

Let W (g : I -> nat) (seen : {set I}) := bottom g + \S_(i in (C :&: C') :\: seen) weight g i.
Let Wp g seen : 0 < W g seen. Proof. exact: Zpos. Qed.
Lemma W_moves seen : W h seen <= W h' seen <= c * W h seen.
Proof.
have [b1 b2] := bottom_moves; rewrite /W Rmult_plus_distr_l -S_mull.
by split; apply: Rplus_le_compat => //; apply: S_le => i _; case: (weight_moves i).
Qed.

Let A := \S_(i in C :\: C') weight h i.
Let B := \S_(i in C' :\: C) weight h' i.
Let cap := INR u * exp (e * (INR (thr h) + 1)).
Lemma cap_bottom : cap <= delta * bottom h.
Proof.
rewrite /cap /bottom -Rmult_assoc; apply: Rmult_le_compat_r => //.
by left; apply: exp_pos.
Qed.
Let cardR (D : {set I}) x : leq #|D| u -> 0 <= x -> INR #|D| * x <= INR u * x.
Proof. by move=> hD x0; apply: Rmult_le_compat_r => //; apply: le_INR; apply/leP. Qed.

Lemma B_cap : B <= cap.
Proof.
apply: (@Rle_trans _ (\S_(i in C' :\: C) exp (e * (INR (thr h) + 1)))).
  apply: S_le => i hi; apply: exp_le; apply: Rmult_le_compat_l; first lra.
  rewrite -S_INR; apply: le_INR; apply/leP; have := enter hi; rewrite raised; case: (i \in U); lia.
by rewrite S_const; apply: cardR => //; left; apply: exp_pos.
Qed.
(* what leaves: one e less where t stays *)
Lemma A_cap : A <= INR u * exp (e * INR (thr h')).
Proof.
apply: (@Rle_trans _ (\S_(i in C :\: C') exp (e * INR (thr h')))).
  apply: S_le => i hi; apply: exp_le; apply: Rmult_le_compat_l; first lra.
  by apply: le_INR; apply/leP; have := leave hi; rewrite raised; lia.
by rewrite S_const; apply: cardR => //; left; apply: exp_pos.
Qed.

Let min_le x y b1 b2 w1 w2 : 0 < w1 -> 0 < w2 -> x <= delta * b1 -> x * w2 <= delta * b2 * w1 ->
  y = Rmin (b1 / w1) (b2 / w2) -> x <= delta * y * w1.
Proof.
move=> w10 w20 h1 h2 ->; rewrite /Rmin; case: Rle_dec => _.
  by have -> : delta * (b1 / w1) * w1 = delta * b1 by field; lra.
apply: (Rmult_le_reg_r w2) => //.
by have -> : delta * (b2 / w2) * w1 * w2 = delta * b2 * w1 by field; lra.
Qed.

Lemma leaks seen : [/\ A <= delta * bottom h, A * W h' seen <= delta * bottom h' * W h seen,
  B <= delta * bottom h' & B * W h seen <= delta * bottom h * W h' seen].
Proof.
have [w1 w2] := W_moves seen; have [b1 b2] := bottom_moves.
have wp1 := Wp h seen; have wp2 := Wp h' seen.
have cb := cap_bottom; have hB := B_cap; have hA := A_cap.
have cap0 : 0 <= cap by apply: Rmult_le_pos; [apply: pos_INR | left; apply: exp_pos].
have A0 : 0 <= A by apply: S_ge0 => i _; left.
have hB1 : B <= delta * bottom h by lra.
have hA1 : A <= cap.
  apply: Rle_trans hA _; apply: Rmult_le_compat_l; first exact: pos_INR.
  by apply: exp_le; case: thr_moves => ->; rewrite ?S_INR; nra.
have dW : delta * bottom h * W h seen <= delta * bottom h * W h' seen.
  by apply: Rmult_le_compat_l => //; have := bp h; nra.
split.
- lra.
- case: thr_moves => E.
  + have bE : bottom h' = bottom h by rewrite /bottom E.
    have cA : c * A <= cap.
      rewrite E in hA; have -> : cap = c * (INR u * exp (e * INR (thr h))).
        by rewrite /cap /c Rmult_plus_distr_l exp_plus Rmult_1_r; lra.
      by apply: Rmult_le_compat_l; lra.
    have : A * W h' seen <= A * (c * W h seen) by apply: Rmult_le_compat_l.
    have : c * A * W h seen <= delta * bottom h * W h seen by apply: Rmult_le_compat_r; lra.
    by rewrite bE; lra.
  + have bE : bottom h' = c * bottom h.
      rewrite /bottom E S_INR /c.
      have -> : e * (INR (thr h) + 1 + 1) = e + e * (INR (thr h) + 1) by lra.
      by rewrite exp_plus; lra.
    have : A * W h' seen <= A * (c * W h seen) by apply: Rmult_le_compat_l.
    have : A * (c * W h seen) <= delta * bottom h * (c * W h seen).
      by apply: Rmult_le_compat_r; [apply: Rmult_le_pos; lra | lra].
    by rewrite bE; lra.
- by have := bp h; nra.
- have : B * W h seen <= delta * bottom h * W h seen by apply: Rmult_le_compat_r; lra.
  lra.
Qed.

Lemma generic_dp F : test F ->
  let P  := run C  (weight h)  (bottom h)  k set0 F in
  let P' := run C' (weight h') (bottom h') k set0 F in
  P <= exp (INR k * e) * P' + delta / (1 + delta) /\
  P' <= exp (INR k * e) * P + delta / (1 + delta).
Proof.
move=> hF P P'.
have -> : exp (INR k * e) = pow c k.
  rewrite /c; elim: {P P'} k => [|j ih]; first by rewrite /= Rmult_0_l exp_0.
  by rewrite S_INR Rmult_plus_distr_r Rmult_1_l exp_plus ih /=; lra.
have CC : C' :&: C = C :&: C' by rewrite setIC.
split; apply: runs_dp => //.
- move=> seen i; have [w1 w2] := W_moves seen; have [a1 a2] := weight_moves i.
  have := Wp h seen; have := Wp h' seen; have := wp h i; have := wp h' i => *.
  have : weight h i * W h' seen <= weight h' i * (c * W h seen) by apply: Rmult_le_compat; lra.
  by rewrite /W; lra.
- move=> seen; have [w1 w2] := W_moves seen; have [a1 a2] := bottom_moves.
  have := Wp h seen; have := Wp h' seen; have := bp h; have := bp h' => *.
  have : bottom h * W h' seen <= bottom h' * (c * W h seen) by apply: Rmult_le_compat; lra.
  by rewrite /W; lra.
- move=> seen; have [l1 l2 l3 l4] := leaks seen; exact: (min_le (Wp h seen) (Wp h' seen) l1 l2).
- move=> seen; have [l1 l2 l3 l4] := leaks seen; rewrite Rmin_comm.
  exact: (min_le (Wp h' seen) (Wp h seen) l3 l4).
- move=> seen i; rewrite CC; have [w1 w2] := W_moves seen; have [a1 a2] := weight_moves i.
  have := Wp h seen; have := Wp h' seen; have := wp h i; have := wp h' i => *.
  have : weight h' i * W h seen <= (c * weight h i) * W h' seen by apply: Rmult_le_compat; lra.
  by rewrite /W; lra.
- move=> seen; rewrite CC; have [w1 w2] := W_moves seen; have [a1 a2] := bottom_moves.
  have := Wp h seen; have := Wp h' seen; have := bp h; have := bp h' => *.
  have : bottom h' * W h seen <= (c * bottom h) * W h' seen by apply: Rmult_le_compat; lra.
  by rewrite /W; lra.
- move=> seen; rewrite CC; have [l1 l2 l3 l4] := leaks seen.
  exact: (min_le (Wp h' seen) (Wp h seen) l3 l4).
- move=> seen; rewrite CC Rmin_comm; have [l1 l2 l3 l4] := leaks seen.
  exact: (min_le (Wp h seen) (Wp h' seen) l1 l2).
Qed.
End Generic.

(* ---------- counting: limited-domain ---------- *)
Lemma outside g i : i \notin limited g -> leq (g i) (thr g).
Proof.
rewrite inE negb_and -!leqNgt => /orP[|hk]; first by rewrite leqn0 => /eqP ->.
rewrite leqNgt; apply/negP => ti.
have : leq (S kbar) #|above g (thr g)|.
  apply: (@leq_trans (S (rank g i))); first by rewrite ltnS.
  have ni : i \notin [set j | beats g j i] by rewrite inE /beats ltnn eqxx ltnn.
  rewrite /rank -[S _]add1n; have := cardsU1 i [set j | beats g j i]; rewrite ni => <-.
  apply: subset_leq_card; apply/subsetP => j; rewrite !inE => /orP[/eqP -> //|].
  by rewrite /beats => /orP[|/andP[/eqP <-]] //; apply: ltn_trans.
by have := thr_le g; lia.
Qed.

Lemma beats_trans g : transitive (beats g).
Proof. by move=> y x z; rewrite /beats; lia. Qed.
Lemma beats_total g i j : i != j -> beats g i j || beats g j i.
Proof.
move=> ij; have : ord i != ord j by apply: contra ij => /eqP /ord_inj ->.
by rewrite /beats; lia.
Qed.
Lemma rank_lt g i j : beats g i j -> leq (S (rank g i)) (rank g j).
Proof.
move=> ij; have ni : i \notin [set l | beats g l i] by rewrite inE /beats ltnn eqxx ltnn.
rewrite /rank -[S _]add1n; have := cardsU1 i [set l | beats g l i]; rewrite ni => <-.
apply: subset_leq_card; apply/subsetP => l; rewrite !inE => /orP[/eqP -> //| li].
exact: beats_trans li ij.
Qed.
Lemma rank_inj g : injective (rank g).
Proof.
move=> i j E; apply/eqP; case: (altP (i =P j)) => // ij.
by case/orP: (beats_total g ij) => /rank_lt; rewrite E ltnn.
Qed.

Definition exist (g : I -> nat) := [set i | leq 1 (g i)].
Lemma rank_exist g i : i \in exist g -> leq (S (rank g i)) #|exist g|.
Proof.
move=> ie; apply: proper_card; apply/properP; split.
  by apply/subsetP => j; move: ie; rewrite !inE /beats; lia.
by exists i => //; rewrite inE /beats ltnn eqxx ltnn.
Qed.

Lemma card_by_rank g (D : {set I}) lo len :
  (forall i, i \in D -> leq lo (rank g i) && leq (S (rank g i)) (addn lo len)) -> leq #|D| len.
Proof.
move=> hD; rewrite cardE -(size_map (rank g)) -(size_iota lo len); apply: uniq_leq_size.
  by rewrite map_inj_uniq ?enum_uniq //; apply: rank_inj.
by move=> x /mapP[i]; rewrite mem_enum mem_iota => /hD + ->.
Qed.

Lemma card_limited g : #|limited g| = minn kbar #|exist g|.
Proof.
have sub : limited g \subset exist g by apply/subsetP => i; rewrite !inE => /andP[].
have A : leq #|limited g| kbar.
  by apply: (@card_by_rank g _ 0) => i; rewrite inE add0n => /andP[].
have B : leq #|limited g| #|exist g| by apply: subset_leq_card.
have C : leq #|exist g :\: limited g| (subn #|exist g| kbar).
  apply: (@card_by_rank g _ kbar) => i; rewrite inE => /andP[nl ie].
  by have := rank_exist ie; move: nl ie; rewrite !inE; lia.
have D : #|exist g :\: limited g| = subn #|exist g| #|limited g|.
  by rewrite cardsD (setIidPr sub).
lia.
Qed.

Variable Dmax : nat.
Hypothesis restricted : leq #|U| Dmax.     (* D-restricted *)

(* who enters was raised *)
Lemma enters_raised : limited h' :\: limited h \subset U.
Proof.
apply/subsetP => i; rewrite inE => /andP[nl /[!inE] /andP[pos rk]].
apply/negPn/negP => nU; move: nl; rewrite inE; have E : h' i = h i by rewrite raised (negbTE nU) addn0.
rewrite -E pos /=; apply/negP/negPn; apply: leq_ltn_trans rk.
apply: subset_leq_card; apply/subsetP => j; rewrite !inE /beats E (raised j).
by case: (j \in U); lia.
Qed.

Lemma limited_cards : leq #|limited h' :\: limited h| (minn Dmax kbar) /\
                      leq #|limited h :\: limited h'| (minn Dmax kbar).
Proof.
have B1 : leq #|limited h' :\: limited h| Dmax.
  by apply: leq_trans restricted; apply: subset_leq_card; apply: enters_raised.
have B2 : leq #|limited h' :\: limited h| kbar.
  apply: (@leq_trans #|limited h'|); first by apply: subset_leq_card; apply: subsetDl.
  by rewrite card_limited geq_minl.
have A : leq #|limited h :\: limited h'| #|limited h' :\: limited h|.
  rewrite !cardsD [limited h' :&: _]setIC; apply: leq_sub2r; rewrite !card_limited.
  have : leq #|exist h| #|exist h'|.
    by apply: subset_leq_card; apply/subsetP => i; rewrite !inE raised; lia.
  lia.
by rewrite !leq_min; lia.
Qed.

(* THEOREM 1 of top-k.md, limited-domain, u = min(D, kbar): (k e, delta/(1 + delta)) *)
Theorem topk_limited : 0 < beta -> INR (minn Dmax kbar) <= delta * beta -> forall F, test F ->
  let P  := run (limited h)  (weight h)  (bottom h)  k set0 F in
  let P' := run (limited h') (weight h') (bottom h') k set0 F in
  P <= exp (INR k * e) * P' + delta / (1 + delta) /\
  P' <= exp (INR k * e) * P + delta / (1 + delta).
Proof.
move=> b0 hb F hF; have [cB cA] := limited_cards.
apply: (@generic_dp (limited h) (limited h') (minn Dmax kbar)) => //.
- by move=> i; rewrite inE => /andP[/outside].
- by move=> i; rewrite inE => /andP[/outside].
Qed.

(* THEOREM 1 of top-k.md, strict, u = kbar, any number of items a user *)
Theorem topk_strict : 0 < beta -> INR kbar <= delta * beta -> forall F, test F ->
  let P  := run (strict h)  (weight h)  (bottom h)  k set0 F in
  let P' := run (strict h') (weight h') (bottom h') k set0 F in
  P <= exp (INR k * e) * P' + delta / (1 + delta) /\
  P' <= exp (INR k * e) * P + delta / (1 + delta).
Proof.
move=> b0 hb F hF.
apply: (@generic_dp (strict h) (strict h') kbar) => //.
- by move=> i; rewrite !inE => /andP[]; lia.
- by move=> i; rewrite !inE => /andP[]; lia.
- by apply: leq_trans (thr_le h'); apply: subset_leq_card; apply: subsetDl.
- by apply: leq_trans (thr_le h); apply: subset_leq_card; apply: subsetDl.
Qed.
End Neighbours.
End Counts.
