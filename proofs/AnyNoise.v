(* Private groups with any noise that is drawn once: the exact delta of their threshold.

   docs/guarantees/counts.md Theorem 5.

   In words. Each group that occurs gets noise, and is named, with its noisy count, if that is above t. A group
   of one user is not named with probability u = exp(-x), 0 < u. Let a user be alone in i groups before and in
   j groups after, and let all other groups have some output distributions before and after, R and R' together
   (they move by at most 1 in as many groups as the user shares). D(a) is the sum of the positive parts of
   R - exp(a) R', the hockey stick of the noise.

   `threshold_exact`: the sum of the positive parts of all answers is 1 - u^i + u^i D(e + (i - j) x), D of the
   other groups as they are named.
   `threshold_any_noise`: so delta = 1 - u^i + u^i D(e + (i - j) x) is enough, D of their noisy counts before
   the threshold hides any of them.
   `threshold_attained`: where the threshold hides none of them, no smaller delta is.
   `stick_reflected`: mirrored noise costs the same, so a count may move down as well as up.

   Add-remove is i = 0 or j = 0; replace has both. Not covered: D itself, for the discrete Gaussian and the
   discrete Laplace law; infinite sets of noisy counts; the order in which groups are listed. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* the hockey stick: the least delta at e, by `indist_pos` *)
Definition stick (T : finType) (e : R) (p q : T -> R) := \S_t Rmax 0 (p t - exp e * q t).

Lemma stick_least (T : finType) e d (p q : T -> R) : indist e d p q <-> stick e p q <= d.
Proof. exact: indist_pos. Qed.

Lemma stick_push (T U : finType) e (p q : T -> R) (k : T -> U -> R) :
  (forall t, law (k t)) -> stick e (push p k) (push q k) <= stick e p q.
Proof. by move=> kl; apply/stick_least; apply: post_processing => //; apply/stick_least; apply: Rle_refl. Qed.

Section Threshold.
Variables G T : finType.                (* groups; answers of one group *)
Variable unnamed : T.
Variables (x : R) (before after : {set G}).   (* the user's own groups, before and after *)
Variables p p' : G -> T -> R.
Let u := exp (- x).
Definition nobody (t : T) : R := if t == unnamed then 1 else 0.
(* a group in which the user is alone occurs on one side only, and is unnamed there with u *)
Hypothesis laws : forall g, law (p g).
Hypothesis laws' : forall g, law (p' g).
Hypothesis before_u : forall g, g \in before -> p g unnamed = u /\ p' g = nobody.
Hypothesis after_u : forall g, g \in after -> p' g unnamed = u /\ p g = nobody.
(* the other groups alone *)
Let own := before :|: after.
Definition others (r : G -> T -> R) g := if g \in own then nobody else r g.
Let hides (f : {ffun G -> T}) := [forall g in own, f g == unnamed].

Lemma nobody_law : law nobody.
Proof.
split=> [t|]; first by rewrite /nobody; case: eqP => _; lra.
by rewrite /nobody -big_mkcond /= big_pred1_eq.
Qed.

Lemma P_if (A : {set G}) c : \P_g (if g \in A then c else 1) = pow c #|A|.
Proof.
rewrite -big_mkcond /= big_const; elim: #|A| => [|n ih] //=.
by rewrite ih.
Qed.

Lemma hidden_before f : hides f -> draws p f = pow u #|before| * draws (others p) f.
Proof.
move=> /forall_inP h; rewrite /draws -P_if -P_mul; apply: eq_bigr => g _.
rewrite /others; case: (boolP (g \in before)) => gb.
  have go : g \in own by rewrite inE gb.
  by rewrite go (eqP (h g go)) /nobody eqxx; case: (before_u gb) => -> _; lra.
case: (boolP (g \in own)) => go; last lra.
have ga : g \in after by move: go; rewrite inE (negbTE gb).
by rewrite (eqP (h g go)) /nobody eqxx; case: (after_u ga) => _ ->; rewrite /nobody eqxx; lra.
Qed.

Lemma hidden_after f : hides f -> draws p' f = pow u #|after| * draws (others p') f.
Proof.
move=> /forall_inP h; rewrite /draws -P_if -P_mul; apply: eq_bigr => g _.
rewrite /others; case: (boolP (g \in after)) => ga.
  have go : g \in own by rewrite inE ga orbT.
  by rewrite go (eqP (h g go)) /nobody eqxx; case: (after_u ga) => -> _; lra.
case: (boolP (g \in own)) => go; last lra.
have gb : g \in before by move: go; rewrite inE (negbTE ga) orbF.
by rewrite (eqP (h g go)) /nobody eqxx; case: (before_u gb) => _ ->; rewrite /nobody eqxx; lra.
Qed.

Lemma draws_zero (r : G -> T -> R) (f : {ffun G -> T}) g : r g (f g) = 0 -> draws r f = 0.
Proof. by move=> h; rewrite /draws (bigD1 g) //= h; lra. Qed.

Lemma others_shown r (f : {ffun G -> T}) : ~~ hides f -> draws (others r) f = 0.
Proof.
case/forall_inPn => g go ne; apply: (@draws_zero _ _ g).
by rewrite /others go /nobody (negbTE ne).
Qed.

Lemma draws_ge0 (r : G -> T -> R) (f : {ffun G -> T}) : (forall g, law (r g)) -> 0 <= draws r f.
Proof. by move=> h; apply: P_ge0 => g; case: (h g). Qed.

(* an answer that names one of the user's own groups has positive part draws p f *)
Lemma shown e f : ~~ hides f -> Rmax 0 (draws p f - exp e * draws p' f) = draws p f.
Proof.
case/forall_inPn => g go ne; have P0 := draws_ge0 f laws; have P0' := draws_ge0 f laws'.
case: (boolP (g \in before)) => gb.
  have -> : draws p' f = 0.
    by apply: (@draws_zero _ _ g); case: (before_u gb) => _ ->; rewrite /nobody (negbTE ne).
  by rewrite Rmax_right; lra.
have ga : g \in after by move: go; rewrite inE (negbTE gb).
have -> : draws p f = 0.
  by apply: (@draws_zero _ _ g); case: (after_u ga) => _ ->; rewrite /nobody (negbTE ne).
by rewrite Rmax_left //; have := exp_pos e; nra.
Qed.

Lemma others_law r : (forall g, law (r g)) -> forall g, law (others r g).
Proof. by move=> h g; rewrite /others; case: ifP => _; [exact: nobody_law | exact: h]. Qed.

Lemma S_hides (F : {ffun G -> T} -> R) : (forall f, ~~ hides f -> F f = 0) -> \S_(f | hides f) F f = \S_f F f.
Proof.
move=> h; rewrite [RHS](bigID hides) /= [X in _ = _ + X]big1; last by move=> f; apply: h.
by lra.
Qed.

Lemma pow_u n : pow u n = exp (- (INR n * x)).
Proof.
elim: n => [|n ih]; first by rewrite /= Rmult_0_l Ropp_0 exp_0.
by rewrite S_INR /= ih /u -exp_plus; congr exp; lra.
Qed.

(* THEOREM 5, exact *)
Theorem threshold_exact e :
  stick e (draws p) (draws p') =
  1 - pow u #|before| + pow u #|before| * stick (e + (INR #|before| - INR #|after|) * x) (draws (others p)) (draws (others p')).
Proof.
set i := #|before|; set j := #|after|; set a := e + _.
have u0 n : 0 < pow u n by rewrite pow_u; apply: exp_pos.
have E : exp e * pow u j = pow u i * exp a.
  by rewrite !pow_u -!exp_plus; congr exp; rewrite /a; lra.
rewrite /stick (bigID hides) /=.
have -> : \S_(f | hides f) Rmax 0 (draws p f - exp e * draws p' f)
  = pow u i * \S_f Rmax 0 (draws (others p) f - exp a * draws (others p') f).
  rewrite -(@S_hides (fun f => Rmax 0 (draws (others p) f - exp a * draws (others p') f))); last first.
    by move=> f h; rewrite !others_shown // Rmax_left; lra.
  rewrite -S_mull; apply: eq_bigr => f h.
  rewrite (hidden_before h) (hidden_after h) -/i -/j.
  have -> : pow u i * draws (others p) f - exp e * (pow u j * draws (others p') f)
    = pow u i * (draws (others p) f - exp a * draws (others p') f).
    by rewrite -Rmult_assoc E; lra.
  by rewrite -{1}[0](Rmult_0_r (pow u i)) RmaxRmult //; have := u0 i; lra.
have -> : \S_(f | ~~ hides f) Rmax 0 (draws p f - exp e * draws p' f) = \S_(f | ~~ hides f) draws p f.
  by apply: eq_bigr => f h; apply: shown.
have [_ tot] := draws_law laws.
move: tot; rewrite (bigID hides) /=.
have -> : \S_(f | hides f) draws p f = pow u i.
  have [_ one] := draws_law (others_law laws).
  rewrite -[RHS]Rmult_1_r -one -(@S_hides (draws (others p))); last by move=> f; apply: others_shown.
  by rewrite -S_mull; apply: eq_bigr => f h; rewrite hidden_before.
by move=> *; lra.
Qed.
End Threshold.

(* ---------- the threshold hides small counts: a later step ---------- *)
Section Cut.
Variables G C T : finType.
Variable cut : C -> T.                  (* the noisy count if it is above t, or unnamed *)
Definition cut_law (r : C -> R) (o : T) := \S_(c | cut c == o) r c.
Let step (h : {ffun G -> C}) (f : {ffun G -> T}) : R := if f == [ffun g => cut (h g)] then 1 else 0.

Lemma step_law h : law (step h).
Proof.
split=> [f|]; first by rewrite /step; case: ifP => _; lra.
by rewrite /step -big_mkcond /= big_pred1_eq.
Qed.

Lemma cut_draws (r : G -> C -> R) f : draws (fun g => cut_law (r g)) f = push (draws r) step f.
Proof.
rewrite /draws /cut_law /push bigA_distr_big_dep /= big_mkcond /=; apply: eq_bigr => h _.
rewrite /step; case: ifP => fam; case: eqP => ne; try lra.
- by case: ne; apply/ffunP => g; rewrite ffunE; move/familyP: fam => /(_ g) /eqP.
- move/negP: fam => []; apply/familyP => g; rewrite ne ffunE unfold_in; exact: eqxx.
Qed.

Lemma cut_stick e (r r' : G -> C -> R) :
  stick e (draws (fun g => cut_law (r g))) (draws (fun g => cut_law (r' g))) <= stick e (draws r) (draws r').
Proof.
apply: Rle_trans (stick_push e _ _ step_law); right.
by apply: eq_bigr => f _; rewrite !cut_draws.
Qed.

End Cut.

(* where the counts can be told from what is left of them, nothing is hidden *)
Lemma cut_back (C T : finType) (cut : C -> T) (back : T -> C) (r : C -> R) c :
  cancel cut back -> cut_law back (cut_law cut r) c = r c.
Proof.
move=> cb; rewrite /cut_law (exchange_big_dep (fun c' => c' == c)) /=; last first.
  by move=> o c' /eqP <- /eqP <-; rewrite cb.
rewrite (big_pred1 c) // (big_pred1 (cut c)) // => o /=.
by apply/andP/eqP => [[_ /eqP <-] // | ->]; rewrite cb !eqxx.
Qed.

Lemma cut_stick_eq (G C T : finType) (cut : C -> T) (back : T -> C) e (r r' : G -> C -> R) : cancel cut back ->
  stick e (draws (fun g => cut_law cut (r g))) (draws (fun g => cut_law cut (r' g))) = stick e (draws r) (draws r').
Proof.
move=> cb; apply: Rle_antisym; first exact: cut_stick.
apply: Rle_trans (cut_stick back e (fun g => cut_law cut (r g)) (fun g => cut_law cut (r' g))); right.
have E s f : draws (fun g => cut_law back (cut_law cut (s g))) f = draws s f.
  by apply: eq_bigr => g _; rewrite cut_back.
by apply: eq_bigr => f _; rewrite !E.
Qed.

(* a bijection of each group's counts, such as the mirror of a symmetric noise, changes nothing *)
Corollary stick_reflected (G C : finType) (mirror : C -> C) e (r r' : G -> C -> R) : involutive mirror ->
  stick e (draws (fun g c => r g (mirror c))) (draws (fun g c => r' g (mirror c))) = stick e (draws r) (draws r').
Proof.
move=> im; rewrite -(@cut_stick_eq _ _ _ mirror mirror e r r' im).
have E (s : G -> C -> R) f : draws (fun g c => s g (mirror c)) f = draws (fun g => cut_law mirror (s g)) f.
  apply: eq_bigr => g _; rewrite /cut_law (big_pred1 (mirror (f g))) // => c /=.
  by apply/eqP/eqP => [<-|->]; rewrite im.
by apply: eq_bigr => f _; rewrite !E.
Qed.

(* ---------- the theorem as the page has it ---------- *)
Section Release.
Variables G C T : finType.
Variables (cut : C -> T) (unnamed : T) (x e : R) (before after : {set G}).
Variables r r' : G -> C -> R.             (* the noisy counts of the other groups *)
Variables p p' : G -> T -> R.             (* all groups, as they are named *)
Hypothesis laws : forall g, law (p g).
Hypothesis laws' : forall g, law (p' g).
Hypothesis before_u : forall g, g \in before -> p g unnamed = exp (- x) /\ p' g = nobody unnamed.
Hypothesis after_u : forall g, g \in after -> p' g unnamed = exp (- x) /\ p g = nobody unnamed.
Hypothesis cut_p : forall g, g \notin before :|: after -> p g = cut_law cut (r g) /\ p' g = cut_law cut (r' g).
(* no count of a group that only the user has is left to be told apart *)
Hypothesis own_r : forall g, g \in before :|: after ->
  cut_law cut (r g) = nobody unnamed /\ cut_law cut (r' g) = nobody unnamed.
Let u := exp (- x).
Let a := e + (INR #|before| - INR #|after|) * x.

Lemma others_cut : others unnamed before after p = (fun g => cut_law cut (r g)) /\
                   others unnamed before after p' = (fun g => cut_law cut (r' g)).
Proof.
split; apply: FunctionalExtensionality.functional_extensionality => g; rewrite /others; case: ifP => h.
- by case: (own_r h) => ->.
- by case: (cut_p (negbT h)).
- by case: (own_r h) => _ ->.
- by case: (cut_p (negbT h)).
Qed.

Theorem threshold_any_noise delta :
  1 - pow u #|before| + pow u #|before| * stick a (draws r) (draws r') <= delta ->
  indist e delta (draws p) (draws p').
Proof.
move=> h; apply/stick_least; rewrite (threshold_exact laws laws' before_u after_u).
case: others_cut => -> ->; apply: Rle_trans h; apply: Rplus_le_compat_l.
by apply: Rmult_le_compat_l; [apply: pow_le; left; apply: exp_pos | apply: cut_stick].
Qed.

Theorem threshold_attained back delta : cancel cut back -> indist e delta (draws p) (draws p') ->
  1 - pow u #|before| + pow u #|before| * stick a (draws r) (draws r') <= delta.
Proof.
move=> cb /stick_least; rewrite (threshold_exact laws laws' before_u after_u).
by case: others_cut => -> ->; rewrite (cut_stick_eq _ _ _ cb).
Qed.
End Release.
