(* "None": however few rows there are, an answer outside the data has probability at most beta.

   docs/guarantees/users.md Theorem 5, its first sentence, for one group; docs/guarantees/none.md Theorem 1.

   In words. Keys are those of UserRanks.v, rows weigh 0 or more, and the draw is at the rate r > 0. A key is
   outside the data if all rows are above it, or all are below it; of a table without rows every key is.
   Let 0 < beta < 1.

   `depth_abstains`: with a score t of "none" such that exp(r t) >= |X| (1/beta - 1), the probability of any
   set of keys outside the data is at most beta.
   `quantile_abstains`: with the lesser of the scores t - g n and s (n1 - n), s = max(a, b - a), g = min(a, b - a),
   for the same t, which is at least 0 and at most g n1, the same.
   `quantile_abstains_measured`: the same where a key k weighs mu(k) exp(r score), mu at least m and of mass 1
   together at most, none weighs m exp(r score), and m exp(r t) >= 1/beta - 1.
   `several_abstain`: of draws one after the other, each none with at least 1/beta - 1 times the probability of
   an answer outside, or certainly inside: no draw is none and some answer outside with at most beta.

   Not covered: from how many users on there is an answer; scores cut off at 2^61; rounding of t and n1
   (the page: upwards). *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive Exponential UserRanks.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Abstain.
Variables (n' : nat) (r beta : R) (D : data n').
Hypotheses (r0 : 0 < r) (b01 : 0 < beta < 1).
Hypothesis D0 : forall z, 0 <= D z.
Let X := INR #|[finType of 'I_n'.+1]|.

(* all rows are above z, or all are below it *)
Definition outside (z : 'I_n'.+1) := at_most D z = 0 \/ at_least D z = 0.

Let part0 Q : 0 <= \S_(y | Q y) D y. Proof. exact: S_ge0. Qed.

Lemma less_at_least z : less D z + at_least D z = total D.
Proof.
rewrite /total (bigID (fun y => lt_key y z)) /=; congr (_ + _).
by apply: eq_bigl => y; rewrite /lt_key /le_key -leqNgt.
Qed.

(* keys outside of weight at most x each, against z or more: X x <= beta z *)
Lemma outside_le (t : R) (s : 'I_n'.+1 -> R) (F : {set 'I_n'.+1}) (x z : R) :
  (forall k, k \in F -> exp (r * s k) <= x) -> 0 <= x ->
  z <= \S_(o : option 'I_n'.+1 | true) exp (r * with_none t s o) -> 0 < z -> X * x <= beta * z ->
  \S_(k in F) edraw r (with_none t s) (Some k) <= beta.
Proof.
move=> hF x0 hz z0 h; have e0 := ez_gt0 None r (with_none t s).
rewrite /edraw S_div; apply: (Rmult_le_reg_r (ez r (with_none t s))) => //.
rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
apply: (@Rle_trans _ (\S_(k in F) x)); first by apply: S_le => k /hF.
rewrite S_const; apply: (@Rle_trans _ (X * x)).
  by apply: Rmult_le_compat_r => //; apply: le_INR; apply/leP; apply: max_card.
by apply: (Rle_trans _ _ _ h); apply: Rmult_le_compat_l => //; lra.
Qed.

Let ln0 : 0 <= X. Proof. exact: pos_INR. Qed.

(* THEOREM 5 of users.md, depth *)
Theorem depth_abstains (t : R) (F : {set 'I_n'.+1}) :
  X * (1 / beta - 1) <= exp (r * t) -> (forall k, k \in F -> outside k) ->
  \S_(k in F) edraw r (with_none t (depth D)) (Some k) <= beta.
Proof.
move=> ht hF; have et := exp_pos (r * t).
apply: (@outside_le t (depth D) F 1 (exp (r * t) + X)); try lra.
- move=> k /hF h; have -> : depth D k = 0.
    have := part0 (fun y => le_key y k); have := part0 (fun y => le_key k y).
    by rewrite -/(at_most D k) -/(at_least D k) /depth /Rmin; case: Rle_dec; case: h => ->; lra.
  by rewrite Rmult_0_r exp_0; lra.
- rewrite S_option /=; apply: Rplus_le_compat_l.
  rewrite /X -cardsT -[X in X <= _]Rmult_1_r -S_const; apply: (@Rle_trans _ (\S_(i : 'I_n'.+1 | true) 1)).
    by right; apply: eq_bigl => i; rewrite inE.
  apply: S_le => k _; rewrite -exp_0; apply: exp_le; apply: Rmult_le_pos; first lra.
  by apply: Rmin_glb; apply: part0.
- have -> : beta * (exp (r * t) + X) = beta * exp (r * t) + beta * X by ring.
  have := Rmult_le_compat_l beta _ _ (Rlt_le _ _ (proj1 b01)) ht.
  by have -> : beta * (X * (1 / beta - 1)) = X - beta * X by [field; lra]; lra.
Qed.

Variables a b : R.
Hypothesis ab : 0 < a < b.
Let g := Rmin a (b - a).
Let s := Rmax a (b - a).

(* a key of score 0 *)
Lemma best_key : exists k : 'I_n'.+1, qscore a b D k = 0.
Proof.
pose P (z : 'I_n'.+1) := if Rle_dec (a * total D) (b * at_most D z) then true else false.
have n0 : 0 <= total D by exact: (part0 xpredT).
have Plast : P ord_max.
  rewrite /P; case: Rle_dec => // h; case: h.
  have -> : at_most D ord_max = total D by apply: eq_bigl => y; rewrite /le_key -ltnS ltn_ord.
  by apply: Rmult_le_compat_r; lra.
case: (arg_minnP (fun z : 'I_n'.+1 => nat_of_ord z) Plast) => m Pm least.
exists m; rewrite /qscore; suff [h1 h2] : b * less D m - a * total D <= 0 /\ a * total D - b * at_most D m <= 0.
  by rewrite Rmax_left ?Ropp_0 //; apply: Rmax_lub.
split; last by move: Pm; rewrite /P; case: Rle_dec => // *; lra.
have an : 0 <= a * total D by apply: Rmult_le_pos; lra.
case: (posnP m) => m0.
  by rewrite /less big_pred0 => [|y]; [lra | rewrite /lt_key m0].
have pm : (m.-1 < n'.+1)%nat by apply: leq_ltn_trans (leq_pred _) (ltn_ord m).
have -> : less D m = at_most D (Ordinal pm).
  by apply: eq_bigl => y; rewrite /lt_key /le_key /=; case: (nat_of_ord m) m0.
have : ~~ P (Ordinal pm).
  by apply/negP => /least /=; rewrite leqNgt; case: (nat_of_ord m) m0 => //= k _; rewrite ltnSn.
by rewrite /P; case: Rle_dec => // *; lra.
Qed.

Let add_le (x y z : R) : 0 <= z -> x + y <= y + (x + z).
Proof. by lra. Qed.
Let add_le3 (x y z u : R) : 0 <= y -> u <= z -> x + u <= y + (x + z).
Proof. by lra. Qed.
Let one_le (z : R) : 0 <= z -> 1 <= 1 + z.
Proof. by lra. Qed.

(* the best candidate that is not in F outweighs F 1/beta - 1 times *)
Lemma outweighed (v : option 'I_n'.+1 -> R) (F : {set 'I_n'.+1}) (x z : R) :
  (forall o, 0 <= v o) -> \S_(k in F) v (Some k) <= x -> (1 / beta - 1) * x <= z ->
  \S_(k in F) v (Some k) + z <= \S_(o : option 'I_n'.+1 | true) v o -> 0 < z ->
  (\S_(k in F) v (Some k)) / \S_(o : option 'I_n'.+1 | true) v o <= beta.
Proof.
move=> pos hx hz ht z0; set O := \S_(k in F) _ in hx ht *; set T := \S_(o | true) _ in ht *.
have O0 : 0 <= O by apply: S_ge0 => k _; apply: pos.
have T0 : 0 < T by lra.
apply: (Rmult_le_reg_r T) => //; rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
have b1 : 0 <= 1 / beta - 1.
  have -> : 1 / beta - 1 = (1 - beta) * / beta by field; lra.
  by apply: Rmult_le_pos; [lra | left; apply: Rinv_0_lt_compat; lra].
have h : (1 / beta - 1) * O <= z by apply: Rle_trans hz; apply: Rmult_le_compat_l.
have := Rmult_le_compat_l beta _ _ (Rlt_le _ _ (proj1 b01)) h.
have -> : beta * ((1 / beta - 1) * O) = O - beta * O by [field; lra].
by have := Rmult_le_compat_l beta _ _ (Rlt_le _ _ (proj1 b01)) ht; lra.
Qed.

(* THEOREM 1 of none.md: keys weigh mu >= m, together 1 at most, none m exp(r min(...)) *)
Theorem quantile_abstains_measured (mu : 'I_n'.+1 -> R) (m t n1 : R) (F : {set 'I_n'.+1}) :
  0 < m -> (forall k, m <= mu k) -> \S_k mu k <= 1 ->
  1 / beta - 1 <= m * exp (r * t) -> 0 <= t -> t <= g * n1 -> (forall k, k \in F -> outside k) ->
  let v o := match o with
    | Some k => mu k * exp (r * qscore a b D k)
    | None => m * exp (r * Rmin (t - g * total D) (s * (n1 - total D))) end in
  (\S_(k in F) v (Some k)) / (\S_(o : option 'I_n'.+1 | true) v o) <= beta.
Proof.
move=> m0 mmu mu1 ht t0 hn hF v; set n := total D in v *; have n0 : 0 <= n by exact: (part0 xpredT).
have g0 : 0 < g by rewrite /g; apply: Rmin_glb_lt; lra.
have gs : g <= s.
  by rewrite /g /s; apply: Rle_trans (Rmin_l a (b - a)) (Rmax_l a (b - a)).
have ga := Rmin_l a (b - a); have gb := Rmin_r a (b - a); rewrite -/g in ga gb.
have sc k : k \in F -> g * n <= - qscore a b D k.
  move=> /hF h.
  have M := Rmax_r 0 (Rmax (b * less D k - a * n) (a * n - b * at_most D k)).
  have L := Rmax_l (b * less D k - a * n) (a * n - b * at_most D k).
  have R := Rmax_r (b * less D k - a * n) (a * n - b * at_most D k).
  rewrite /qscore -/n; case: h => h.
  - have : g * n <= a * n by apply: Rmult_le_compat_r.
    by rewrite h in M R *; lra.
  - have E : less D k = n by have := less_at_least k; rewrite h -/n; lra.
    have : g * n <= (b - a) * n by apply: Rmult_le_compat_r.
    by rewrite E in M L *; lra.
have mu0 k : 0 <= mu k by have := mmu k; lra.
have pos o : 0 <= v o.
  by case: o => [k|] /=; apply: Rmult_le_pos => //; [left; apply: exp_pos | lra | left; apply: exp_pos].
have b1 : 0 <= 1 / beta - 1.
  have -> : 1 / beta - 1 = (1 - beta) * / beta by field; lra.
  by apply: Rmult_le_pos; [lra | left; apply: Rinv_0_lt_compat; lra].
have O_le : \S_(k in F) v (Some k) <= exp (- (r * g * n)).
  apply: (@Rle_trans _ (\S_(k in F) (exp (- (r * g * n)) * mu k))).
    apply: S_le => k kF; rewrite /v Rmult_comm; apply: Rmult_le_compat_r => //; apply: exp_le.
    by have := Rmult_le_compat_l r _ _ (Rlt_le _ _ r0) (sc k kF); lra.
  rewrite S_mull -[X in _ <= X]Rmult_1_r; apply: Rmult_le_compat_l; first by left; apply: exp_pos.
  by apply: Rle_trans mu1; apply: S_sub_pred.
have keys : \S_(k : 'I_n'.+1 | true) v (Some k) =
    \S_(k in F) v (Some k) + \S_(k | k \notin F) v (Some k).
  by rewrite (bigID (fun k => k \in F)).
have rest0 : 0 <= \S_(k | k \notin F) v (Some k) by apply: S_ge0.
case: (Rle_lt_dec (g * n) t) => h.
- have esn : Rmin (t - g * n) (s * (n1 - n)) = t - g * n.
    rewrite Rmin_left //.
    have n1n : 0 <= n1 - n.
      suff : n <= n1 by lra.
      by apply: (Rmult_le_reg_l g) => //; lra.
    by have := Rmult_le_compat_r _ _ _ n1n gs; lra.
  apply: (@outweighed v F _ (v None) pos O_le).
  + rewrite /v esn Rmult_minus_distr_l /Rminus exp_plus.
    have -> : - (r * (g * n)) = - (r * g * n) by ring.
    rewrite -Rmult_assoc; apply: Rmult_le_compat_r; first by left; apply: exp_pos.
    by lra.
  + by rewrite S_option keys; apply: add_le.
  + by apply: Rmult_lt_0_compat => //; apply: exp_pos.
- have [k0 hk] := best_key.
  have k0F : k0 \notin F by apply/negP => /sc; rewrite hk; lra.
  apply: (@outweighed v F _ m pos O_le) => //.
  + have e1 : exp (- (r * g * n)) <= exp (- (r * t)).
      by apply: exp_le; have := Rmult_le_compat_l r _ _ (Rlt_le _ _ r0) (Rlt_le _ _ h); lra.
    apply: (@Rle_trans _ ((1 / beta - 1) * exp (- (r * t)))); first by apply: Rmult_le_compat_l.
    apply: (@Rle_trans _ (m * exp (r * t) * exp (- (r * t)))).
      by apply: Rmult_le_compat_r => //; left; apply: exp_pos.
    by rewrite Rmult_assoc -exp_plus Rplus_opp_r exp_0; lra.
  + have k1 : m <= \S_(k | k \notin F) v (Some k).
      rewrite (bigD1 k0) //= hk Rmult_0_r exp_0 Rmult_1_r.
      set rest := \S_(i | _) _; have : 0 <= rest.
        by apply: S_ge0 => i _; apply: (pos (Some i)).
      by have := mmu k0; lra.
    by rewrite S_option keys; apply: add_le3 => //; apply: pos.
Qed.
(* the same where keys weigh alike *)
Corollary quantile_abstains (t n1 : R) (F : {set 'I_n'.+1}) :
  X * (1 / beta - 1) <= exp (r * t) -> 0 <= t -> t <= g * n1 -> (forall k, k \in F -> outside k) ->
  \S_(k in F) edraw r (with_none (Rmin (t - g * total D) (s * (n1 - total D))) (qscore a b D)) (Some k) <= beta.
Proof.
move=> ht t0 hn hF; set w := with_none _ _.
have X0 : 0 < X by apply: lt_0_INR; apply/leP; rewrite card_ord.
have i0 : 0 < / X by apply: Rinv_0_lt_compat.
have one : \S_(k : 'I_n'.+1 | true) (/ X) <= 1.
  rewrite (eq_bigl (fun k => k \in [set: 'I_n'.+1])) => [|k]; last by rewrite inE.
  by rewrite S_const cardsT -/X Rinv_r; lra.
have ht' : 1 / beta - 1 <= / X * exp (r * t).
  by apply: (Rmult_le_reg_l X) => //; rewrite -Rmult_assoc Rinv_r; lra.
have := @quantile_abstains_measured (fun _ => / X) (/ X) t n1 F i0 (fun _ => Rle_refl _) one ht' t0 hn hF.
rewrite /= S_mull S_option S_mull /edraw S_div /ez S_option /=.
set p := \S_(k in F) _; set q := \S_(k : 'I_n'.+1 | true) _; set z := exp _ => h.
have pos : 0 < z + q.
  have := exp_pos (r * Rmin (t - g * total D) (s * (n1 - total D))); rewrite -/z.
  by have : 0 <= q by [apply: S_ge0 => k _; left; apply: exp_pos]; lra.
have E : / X * p / (/ X * z + / X * q) = p / (z + q) by field; split; lra.
by rewrite -E.
Qed.
End Abstain.

(* ---------- several draws, one after the other: Lemma 4 of none.md ---------- *)
Section Several.
Variables (T : finType) (beta : R).
Hypothesis b01 : 0 < beta < 1.

(* A draw is none (None), or an answer; what follows depends on all answers before it. *)
Inductive draws_in_turn : Type := End | Draw (p : option T -> R) (then_ : T -> draws_in_turn).
(* which answers lie outside, of the draw at hand *)
Variable outside_now : draws_in_turn -> T -> bool.

(* each draw is none with 1/beta - 1 times the probability of lying outside, or certainly lies inside *)
Fixpoint abstains (q : draws_in_turn) : Prop := match q with
  | End => True
  | Draw p th => [/\ law p, (1 / beta - 1) * \S_(t | outside_now q t) p (Some t) <= p None &
                     forall t, ~~ outside_now q t -> abstains (th t)]
  end.

(* the probability that no draw is none and some answer lies outside: at most 1 once one does *)
Fixpoint fails (q : draws_in_turn) : R := match q with
  | End => 0
  | Draw p th => \S_t (p (Some t) * (if outside_now q t then 1 else fails (th t)))
  end.

Theorem several_abstain q : abstains q -> fails q <= beta.
Proof.
elim: q => [|p th ih] /=; first by lra.
set out := outside_now (Draw p th) => -[[p0 p1] h hth].
rewrite (bigID out) /=.
have E : \S_(t | out t) (p (Some t) * (if out t then 1 else fails (th t))) = \S_(t | out t) p (Some t).
  by apply: eq_bigr => t ->; lra.
have I : \S_(t | ~~ out t) (p (Some t) * (if out t then 1 else fails (th t))) <= \S_(t | ~~ out t) (beta * p (Some t)).
  apply: S_le => t ht; rewrite (negbTE ht); have := ih t (hth t ht); have := p0 (Some t); nra.
have tot := p1; rewrite S_option (bigID out) /= in tot.
rewrite E; rewrite S_mull in I.
set f := \S_(t | out t) p (Some t) in h tot *; set i := \S_(t | ~~ out t) p (Some t) in I tot.
have f0 : 0 <= f by apply: S_ge0.
have k : (1 / beta - 1) * f * beta = f - beta * f by field; lra.
have := Rmult_le_compat_r beta _ _ (Rlt_le _ _ (proj1 b01)) h.
rewrite k => hn; nra.
Qed.
End Several.
