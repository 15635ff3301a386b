(* The width of an interval round a released point: (e, 0)-DP and e-bounded-range.

   docs/guarantees/intervals.md, Theorem 1.

   In words. Rows weigh 0 or more; those of one user weigh at most W over all groups. Each group has a chain of
   intervals 0, 1, ..., last, which is public: an end of an interval is a key, or absent where the interval reaches
   the end of the domain or its side is open. With n what all rows of the group weigh, the reach of an interval is
   the lesser of q n - (weight below its lower end) and (weight up to its upper end) - q n, of the ends that are
   there; without ends, and for the last one, it is infinite. Interval j has the score

       c j - max(0, T - reach(j), reach(j - 1) - T)

   and is drawn in proportion to exp(r score). T and c are public, of each group its own. M = max(q, 1 - q).

   `width_add_remove` at the rate e/(2 M W), `width_replace_groups` at e/(4 M W), `width_replace_one_group` at e/(2
   W): for these neighbours the intervals of all groups together are (e, 0)-DP and e-bounded-range.

   `interval_release`: with a count at (e1, 0) and points at (e2, delta) before it, by which the chains, T and c may
   be chosen, all of it is (e1 + e2 + e, delta)-DP.

   Not covered: coverage (IntervalCoverage.v); counts from an infinite set; scores rounded to whole steps, which the
   page chooses so that T and c are the only numbers that are rounded; how a user's weight is spread
   (UserWeights.v). *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive Exponential UserRanks Ledger Recursion.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Width.
Variables (n' J' : nat).               (* keys 0..n'; a chain has at most J' + 1 intervals *)
Let key := 'I_n'.+1.
Let step := 'I_J'.+1.
Implicit Types (D u v : data n') (o : option R).

(* A chain with its target and head start. An end that is None is that of the domain, or open. *)
Record chain := Chain {
  last : step;
  lo : nat -> option key; hi : nat -> option key;
  ends : forall j, leq (S j) last -> lo j || hi j;     (* before the last interval an end is inside *)
  T : R; c : R }.

Variable q : R.
Hypothesis q01 : 0 < q < 1.
Let M := Rmax q (1 - q).

(* reaches; None is infinity *)
Definition least o o' : option R := match o, o' with
  | Some a, Some b => Some (Rmin a b) | Some a, None => Some a | None, _ => o' end.
Definition below D (l : option key) : option R := if l is Some k then Some (q * total D - less D k) else None.
Definition above D (h : option key) : option R := if h is Some k then Some (at_most D k - q * total D) else None.
Definition reach (C : chain) D (j : nat) : option R :=
  if leq (last C) j then None else least (below D (lo C j)) (above D (hi C j)).

Lemma reach_finite C D j : leq (S j) (last C) -> reach C D j.
Proof.
move=> h; rewrite /reach leqNgt h /=; have := ends h.
by case: (lo C j) => [?|]; case: (hi C j).
Qed.

(* T - g, and g - T, but 0 at least; no step behind the first without ends is drawn, so `past` is of real reaches *)
Definition short t o : R := if o is Some g then Rmax 0 (t - g) else 0.
Definition past t o : R := if o is Some g then Rmax 0 (g - t) else 0.
Definition distance C D (j : nat) : R :=
  Rmax (short (T C) (reach C D j)) (if j is i.+1 then past (T C) (reach C D i) else 0).
Definition wscore C D (j : step) : R := c C * INR j - distance C D j.
(* the intervals of the chain, and no others *)
Definition of_chain C (j : step) : R := if leq j (last C) then 1 else 0.
Definition width r C D : step -> R := mdraw r (of_chain C) (wscore C D).

(* ---------- how far a score moves ---------- *)
Definition near m o o' : Prop := match o, o' with
  | Some a, Some b => - m <= b - a <= m | None, None => True | _, _ => False end.

Lemma least_near m a a' b b' : near m a a' -> near m b b' -> near m (least a b) (least a' b').
Proof.
case: a a' b b' => [a|] [a'|] [b|] [b'|] //=.
by rewrite /Rmin; case: Rle_dec; case: Rle_dec => *; lra.
Qed.
Lemma short_near m t o o' : 0 <= m -> near m o o' -> - m <= short t o' - short t o <= m.
Proof.
move=> m0; case: o o' => [a|] [b|] //=; last by move=> *; lra.
by rewrite /Rmax; case: Rle_dec; case: Rle_dec => *; lra.
Qed.
Lemma past_near m t o o' : 0 <= m -> near m o o' -> - m <= past t o' - past t o <= m.
Proof.
move=> m0; case: o o' => [a|] [b|] //=; last by move=> *; lra.
by rewrite /Rmax; case: Rle_dec; case: Rle_dec => *; lra.
Qed.
Lemma wscore_near m C D D' j : 0 <= m -> (forall i, near m (reach C D i) (reach C D' i)) ->
  - m <= wscore C D' j - wscore C D j <= m.
Proof.
move=> m0 h; rewrite /wscore /distance; set k := nat_of_ord j.
have A := short_near (T C) m0 (h k).
have B : - m <= (if k is i.+1 then past (T C) (reach C D' i) else 0) -
                (if k is i.+1 then past (T C) (reach C D i) else 0) <= m.
  by case: k {A} => [|i]; [lra | apply: past_near].
have := Rmax_lip m0 A B; lra.
Qed.

(* a user of weight x: M x at most *)
Lemma reach_moves C D u i : (forall y, 0 <= u y) -> near (M * total u) (reach C D i) (reach C (plus D u) i).
Proof.
move=> u0; have a1 := Rmax_l q (1 - q); have a2 := Rmax_r q (1 - q); rewrite -/M in a1 a2.
have Tp : total (plus D u) = total D + total u by rewrite /total /plus S_add.
rewrite /reach; case: ifP => _ //; apply: least_near.
- case: (lo C i) => [k|] //=; have [[l0 lm] mt] := less_at_most k u0.
  have -> : less (plus D u) k = less D k + less u k by rewrite /less /plus S_add.
  by rewrite Tp; split; nra.
- case: (hi C i) => [k|] //=; have [[l0 lm] mt] := less_at_most k u0.
  have -> : at_most (plus D u) k = at_most D k + at_most u k by rewrite /at_most /plus S_add.
  by rewrite Tp; split; nra.
Qed.

Lemma near_trans m m' o o1 o2 : near m o o1 -> near m' o o2 -> near (m + m') o1 o2.
Proof. by case: o o1 o2 => [a|] [b|] [d|] //=; lra. Qed.
Lemma near_le m m' o o' : m <= m' -> near m o o' -> near m' o o'.
Proof. by case: o o' => [a|] [b|] //=; lra. Qed.

(* one user's rows u in place of v, each at most W, in one group: W at most *)
Lemma reach_replaced W C A u v i : (forall y, 0 <= u y) -> (forall y, 0 <= v y) -> total u <= W -> total v <= W ->
  near W (reach C (plus A u) i) (reach C (plus A v) i).
Proof.
move=> u0 v0 uW vW.
have Tp w : total (plus A w) = total A + total w by rewrite /total /plus S_add.
rewrite /reach; case: ifP => _ //; apply: least_near.
- case: (lo C i) => [k|] //=.
  have [[l0 lm] mt] := less_at_most k u0; have [[l0' lm'] mt'] := less_at_most k v0.
  have E w : less (plus A w) k = less A k + less w k by rewrite /less /plus S_add.
  by rewrite !E !Tp; split; nra.
- case: (hi C i) => [k|] //=.
  have [[l0 lm] mt] := less_at_most k u0; have [[l0' lm'] mt'] := less_at_most k v0.
  have E w : at_most (plus A w) k = at_most A k + at_most w k by rewrite /at_most /plus S_add.
  by rewrite !E !Tp; split; nra.
Qed.

(* ---------- the draws of all groups ---------- *)
Lemma of_chain_ge0 C j : 0 <= of_chain C j. Proof. by rewrite /of_chain; case: ifP => _; lra. Qed.
Lemma of_chain_last C : 0 < of_chain C (last C). Proof. by rewrite /of_chain leqnn; lra. Qed.
Lemma width_ge0 r C D j : 0 <= width r C D j.
Proof. exact: (mdraw_ge0 (of_chain_ge0 C) (of_chain_last C)). Qed.
Lemma width_law r C D : law (width r C D).
Proof. exact: (mdraw_law (of_chain_ge0 C) (of_chain_last C)). Qed.

Variable G : finType.
Variables (ch : G -> chain) (W e : R).
Hypothesis W0 : 0 < W.
Hypothesis e0 : 0 < e.
Definition widths r (D : G -> data n') := draws (fun g => width r (ch g) (D g)).

Lemma widths_ge0 r (D : G -> data n') f : 0 <= widths r D f.
Proof. by apply: P_ge0 => g; apply: width_ge0. Qed.
Lemma widths_law r (D : G -> data n') : law (widths r D).
Proof. by apply: draws_law => g; apply: width_law. Qed.

(* reaches of group g move by m g at most, 2 (sum of m) r <= e *)
Lemma widths_near r (m : G -> R) (D D' : G -> data n') : 0 <= r -> (forall g, 0 <= m g) ->
  (forall g i, near (m g) (reach (ch g) (D g) i) (reach (ch g) (D' g) i)) -> r * (2 * \S_g m g) <= e ->
  dp_pure e (widths r D) (widths r D').
Proof.
move=> r0 m0 h re.
have E : \S_g (r * (2 * m g)) = r * (2 * \S_g m g) by rewrite !S_mull.
have near_score g j := wscore_near j (m0 g) (h g).
have one (D1 D2 : G -> data n') :
  (forall g j, - m g <= wscore (ch g) (D2 g) j - wscore (ch g) (D1 g) j <= m g) ->
  indist e 0 (widths r D2) (widths r D1).
  move=> hs; apply: (@indist_weak _ (r * (2 * \S_g m g)) 0) => //; try lra; first exact: widths_ge0.
  rewrite -E; apply: groups_pure => g j; split; first exact: width_ge0.
  exact: (mdraw_le (of_chain_ge0 (ch g)) (of_chain_last (ch g)) j r0 (hs g)).
split; [| exact: one |].
- by apply: one => g j; have := near_score g j; lra.
- move=> f k; apply: (@Rle_trans _ (exp (r * (2 * \S_g m g)) * (widths r D f * widths r D' k))); last first.
    by apply: Rmult_le_compat_r; [apply: Rmult_le_pos; apply: widths_ge0 | apply: exp_le].
  rewrite -E -P_exp /widths /draws -!P_mul.
  suff : 0 <= \P_g (width r (ch g) (D' g) (f g) * width r (ch g) (D g) (k g)) <=
     \P_g (exp (r * (2 * m g)) * (width r (ch g) (D g) (f g) * width r (ch g) (D' g) (k g))) by case.
  apply: P_le => g; split; first by apply: Rmult_le_pos; apply: width_ge0.
  set C := ch g; have mu0 := of_chain_ge0 C.
  have z0 := mz_gt0 mu0 (of_chain_last C) r (wscore C (D g)).
  have z0' := mz_gt0 mu0 (of_chain_last C) r (wscore C (D' g)).
  rewrite /width /mdraw; set Z := \S_y _ in z0 *; set Z' := \S_y _ in z0' *.
  set w := fun (x : data n') j => exp (r * wscore C x j).
  have A : w (D' g) (f g) * w (D g) (k g) <= exp (r * (2 * m g)) * (w (D g) (f g) * w (D' g) (k g)).
    rewrite /w -!exp_plus; apply: exp_le.
    by have := near_score g (f g); have := near_score g (k g); rewrite -/C; nra.
  have B := Rmult_le_compat_l _ _ _ (Rmult_le_pos _ _ (mu0 (f g)) (mu0 (k g))) A.
  have I : 0 <= / (Z * Z') by left; apply: Rinv_0_lt_compat; apply: Rmult_lt_0_compat.
  have := Rmult_le_compat_r _ _ _ I B; rewrite /w.
  set a := exp _; set b := exp _; set x := exp _; set y := exp _; set z := exp _ => H.
  have -> : of_chain C (f g) * a / Z' * (of_chain C (k g) * b / Z) =
    of_chain C (f g) * of_chain C (k g) * (a * b) * / (Z * Z') by field; lra.
  have -> : x * (of_chain C (f g) * y / Z * (of_chain C (k g) * z / Z')) =
    of_chain C (f g) * of_chain C (k g) * (x * (y * z)) * / (Z * Z') by field; lra.
  exact: H.
Qed.

Let M0 : 0 < M. Proof. by have := Rmax_l q (1 - q); rewrite -/M; lra. Qed.
Lemma total_ge0 u : (forall y, 0 <= u y) -> 0 <= total u. Proof. by move=> u0; apply: S_ge0 => y _. Qed.

(* THEOREM 1, add-remove: a user with rows u, W units at most over all groups *)
Theorem width_add_remove (D u : G -> data n') :
  (forall g y, 0 <= u g y) -> \S_g total (u g) <= W ->
  let r := e / (2 * M * W) in
  dp_pure e (widths r D) (widths r (fun g => plus (D g) (u g))).
Proof.
move=> u0 uW r; have r0 : 0 < r by apply: Rdiv_lt_0_compat => //; apply: Rmult_lt_0_compat; lra.
apply: (@widths_near r (fun g => M * total (u g))); first lra.
- by move=> g; apply: Rmult_le_pos; [lra | apply: total_ge0].
- by move=> g i; apply: reach_moves.
- rewrite S_mull; have -> : e = r * (2 * (M * W)) by rewrite /r; field; lra.
  by apply: Rmult_le_compat_l; [lra | nra].
Qed.

(* THEOREM 1, replace over groups: rows u become rows v *)
Theorem width_replace_groups (A u v : G -> data n') :
  (forall g y, 0 <= u g y) -> \S_g total (u g) <= W ->
  (forall g y, 0 <= v g y) -> \S_g total (v g) <= W ->
  let r := e / (4 * M * W) in
  dp_pure e (widths r (fun g => plus (A g) (u g))) (widths r (fun g => plus (A g) (v g))).
Proof.
move=> u0 uW v0 vW r; have r0 : 0 < r by apply: Rdiv_lt_0_compat => //; apply: Rmult_lt_0_compat; lra.
apply: (@widths_near r (fun g => M * total (u g) + M * total (v g))); first lra.
- by move=> g; have := total_ge0 (u0 g); have := total_ge0 (v0 g); nra.
- by move=> g i; apply: (@near_trans _ _ (reach (ch g) (A g) i)); apply: reach_moves.
- rewrite S_add !S_mull; have -> : e = r * (2 * (M * W + M * W)) by rewrite /r; field; lra.
  by apply: Rmult_le_compat_l; [lra | nra].
Qed.

(* THEOREM 1, replace in one group *)
Theorem width_replace_one_group (g0 : G) (A u v : G -> data n') :
  (forall g, g = g0) ->
  (forall g y, 0 <= u g y) -> \S_g total (u g) <= W ->
  (forall g y, 0 <= v g y) -> \S_g total (v g) <= W ->
  let r := e / (2 * W) in
  dp_pure e (widths r (fun g => plus (A g) (u g))) (widths r (fun g => plus (A g) (v g))).
Proof.
move=> G1 u0 uW v0 vW r; have r0 : 0 < r by apply: Rdiv_lt_0_compat => //; lra.
have one (F : G -> R) : \S_g F g = F g0.
  by rewrite (bigD1 g0) //= big1 => [|g]; [lra | rewrite (G1 g) eqxx].
rewrite one in uW; rewrite one in vW.
apply: (@widths_near r (fun _ => W)); [lra | by move=> _; lra | | ].
- by move=> g i; rewrite (G1 g); apply: reach_replaced.
- by rewrite one; have -> : r * (2 * W) = e by [rewrite /r; field; lra]; lra.
Qed.
End Width.

(* ---------- count, point and width one after the other ---------- *)
(* Counts k, then points z chosen by k, then intervals by chains that k and z choose. On either side w has the law of
   the width with the data of that side, (e, 0) apart for all k and z by the theorems above. *)
Theorem interval_release (K Z J : finType) (count count' : K -> R) (point point' : K -> Z -> R)
  (w w' : K * Z -> J -> R) e1 e2 e delta : 0 <= delta ->
  law count -> law count' -> (forall k, law (point k)) -> (forall k, law (point' k)) ->
  (forall kz, law (w kz)) -> (forall kz, law (w' kz)) ->
  indist e1 0 count count' -> (forall k, indist e2 delta (point k) (point' k)) ->
  (forall kz, indist e 0 (w kz) (w' kz)) ->
  indist (e1 + e2 + e) delta (joint (joint count point) w) (joint (joint count' point') w').
Proof.
move=> d0 lc lc' lp lp' lw lw' h1 h2 h3.
have -> : delta = 0 + delta + 0 by lra.
have [c'0 _] := lc'.
have l : law (joint count point) by apply: joint_law.
have l' : law (joint count' point') by apply: joint_law.
have [l'0 _] := l'.
apply: composition => //; [by move=> t x; case: (lw' t) | lra | ].
by apply: composition => // t x; case: (lp' t).
Qed.
