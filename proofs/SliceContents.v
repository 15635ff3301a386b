(* Noisy slices, step (1): one more record, and one block one place longer, change one slice at most.

   docs/guarantees/noisy-slices.md, proof, (1) Contents.

   In words. D' is D with x at place p. Slices up to a noisy block j start where they did, those behind it
   one place further. If p is neither in front of the end of slice j - 1 nor behind the start of slice
   j + 2, at most one slice changes.

   `one_slice`: and in that slice one record takes the place of one other.

   Not covered: where p stands for each block; NoisySlices.v shows it. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import ZArith Reals Lra Lia Psatz.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Notation Int := BinInt.Z.

Section Contents.
Variable key : eqType.
Variables (D : Int -> key) (p : Int) (x : key).
Local Open Scope Z_scope.
(* D' is D with x at place p *)
Definition D' (i : Int) : key := if Z.ltb i p then D i else if Z.eqb i p then x else D (i - 1).
Definition slice (E : Int -> key) (s : Int) (V : nat) := [seq E (s + Z.of_nat i) | i <- iota 0 V].

Lemma D'_lt i : i < p -> D' i = D i. Proof. by rewrite /D' => /Z.ltb_lt ->. Qed.
Lemma D'_eq : D' p = x. Proof. by rewrite /D' Z.ltb_irrefl Z.eqb_refl. Qed.
Lemma D'_gt i : p < i -> D' i = D (i - 1).
Proof. by move=> h; rewrite /D'; case: Z.ltb_spec => [?|_]; [lia | case: Z.eqb_spec => [?|_]; [lia | ]]. Qed.

Lemma slice_ext (E F : Int -> key) s s' V : (forall i, (i < V)%coq_nat -> E (s + Z.of_nat i) = F (s' + Z.of_nat i)) ->
  slice E s V = slice F s' V.
Proof. by move=> h; apply/eq_in_map => i; rewrite mem_iota add0n => /andP[_ /ltP hi]; apply: h. Qed.
Lemma slice_cat E s V1 V2 : slice E s (addn V1 V2) = slice E s V1 ++ slice E (s + Z.of_nat V1) V2.
Proof.
rewrite /slice iotaD map_cat add0n; congr (_ ++ _); rewrite -{1}[V1]addn0 iotaDl -map_comp.
by apply: eq_map => i /=; congr E; rewrite -plusE; lia.
Qed.
Lemma slice1 E s : slice E s 1 = [:: E s]. Proof. by rewrite /slice /= Z.add_0_r. Qed.

(* one record of the slice is replaced *)
Definition replaced (w w' : seq key) := exists a b l, perm_eq w (a :: l) && perm_eq w' (b :: l).

(* slices that start where they did *)
Lemma same_start V s : s + Z.of_nat V <= p -> slice D' s V = slice D s V.
Proof. by move=> h; apply: slice_ext => i hi; apply: D'_lt; lia. Qed.
(* slices that start one place further *)
Lemma next_start V s : p <= s -> slice D' (s + 1) V = slice D s V.
Proof. by move=> h; apply: slice_ext => i hi; rewrite D'_gt; [congr D | ]; lia. Qed.

Lemma one_replaced_same V s : slice D' s V = slice D s V \/ replaced (slice D s V) (slice D' s V).
Proof.
case: (Z.le_gt_cases (s + Z.of_nat V) p) => h; first by left; apply: same_start.
case: V h => [|V] h; first by left.
right; case: (Z.le_gt_cases s p) => sp.
- (* x is inside: the last record goes *)
  pose d := Z.to_nat (p - s); have pE : p = s + Z.of_nat d by rewrite /d; lia.
  have dV : (d <= V)%nat by apply/leP; rewrite /d; lia.
  exists (D (s + Z.of_nat V)), x, (slice D s d ++ slice D p (V - d)%nat); apply/andP; split.
  + have -> : slice D s V.+1 = slice D s V ++ [:: D (s + Z.of_nat V)] by rewrite -addn1 slice_cat slice1.
    have -> : slice D s V = slice D s d ++ slice D p (V - d)%nat by rewrite -{1}(subnKC dV) slice_cat pE.
    by rewrite perm_catC.
  + have -> : V.+1 = addn d (addn 1 (subn V d)) by rewrite -plusE -minusE; lia.
    rewrite !slice_cat slice1 -pE D'_eq same_start; last lia.
    rewrite perm_sym -cat1s perm_catCA /= perm_cat2l perm_cons.
    by rewrite (slice_ext (F := D) (s' := p)) // => i hi; rewrite D'_gt; [congr D | ]; lia.
- (* x is in front: all move by one *)
  exists (D (s + Z.of_nat V)), (D (s - 1)), (slice D s V); apply/andP; split.
  + by rewrite -addn1 slice_cat slice1 perm_catC.
  + rewrite -[V.+1]add1n slice_cat slice1 D'_gt; last lia.
    rewrite /= perm_cons (slice_ext (F := D) (s' := s)) // => i hi.
    by rewrite D'_gt; [congr D | ]; lia.
Qed.

Lemma one_replaced_next V s : slice D' (s + 1) V = slice D s V \/ replaced (slice D s V) (slice D' (s + 1) V).
Proof.
case: (Z.le_gt_cases p s) => h; first by left; apply: next_start.
case: V => [|V]; first by left.
right; case: (Z.le_gt_cases (s + 1 + Z.of_nat V.+1) p) => sp.
- (* x is behind: all move by one *)
  exists (D s), (D (s + 1 + Z.of_nat V)), (slice D (s + 1) V); apply/andP; split.
  + by rewrite -[V.+1]add1n slice_cat slice1.
  + by rewrite (same_start sp) -addn1 slice_cat slice1 perm_catC.
- (* x is inside: the first record goes *)
  pose d := Z.to_nat (p - (s + 1)); have pE : p = s + 1 + Z.of_nat d by rewrite /d; lia.
  have dV : (d <= V)%nat by apply/leP; rewrite /d; lia.
  exists (D s), x, (slice D (s + 1) d ++ slice D p (V - d)%nat); apply/andP; split.
  + by rewrite -[V.+1]add1n slice_cat slice1 /= perm_cons -{1}(subnKC dV) slice_cat -pE.
  + have -> : V.+1 = addn d (addn 1 (subn V d)) by rewrite -plusE -minusE; lia.
    rewrite !slice_cat slice1 -pE D'_eq same_start; last lia.
    rewrite perm_sym -cat1s perm_catCA /= perm_cat2l perm_cons.
    by rewrite (slice_ext (F := D) (s' := p)) // => i hi; rewrite D'_gt; [congr D | ]; lia.
Qed.

(* N -> N + (1 at j): slices up to j start at st k, those behind at st k + 1.  If p is
   not in front of the end of slice j - 1 nor behind the start of slice j + 2, at
   most slice j or slice j + 1 has changed, and by one record *)
Theorem one_slice (ok : pred nat) (st : nat -> Int) (V j : nat) :
  st j + Z.of_nat V <= st j.+1 ->
  (forall k, ok k -> (k < j)%nat -> st k + Z.of_nat V <= p) ->
  (forall k, ok k -> (j.+1 < k)%nat -> p <= st k) ->
  let st' k := st k + (if (k <= j)%nat then 0 else 1) in
  exists k0, forall k, ok k -> slice D' (st' k) V = slice D (st k) V \/
    (k = k0 /\ replaced (slice D (st k) V) (slice D' (st' k) V)).
Proof.
move=> gap lo hi st'.
have low k : ok k -> (k < j)%nat -> slice D' (st' k) V = slice D (st k) V.
  by move=> ek kj; rewrite /st' ltnW // Z.add_0_r; apply: same_start; apply: lo.
have high k : ok k -> (j.+1 < k)%nat -> slice D' (st' k) V = slice D (st k) V.
  move=> ek kj; rewrite /st' leqNgt (ltnW kj) /=; exact: next_start (hi k ek kj).
case: (Z.le_gt_cases (st j + Z.of_nat V) p) => hj.
- exists j.+1 => k ek; case: (ltngtP k j.+1) => kj.
  + left; case: (ltngtP k j) => kj'; [exact: low | lia | ].
    by rewrite kj' /st' leqnn Z.add_0_r; apply: same_start.
  + by left; apply: high.
  + rewrite kj /st' ltnn; case: (one_replaced_next V (st j.+1)); [by left | by right].
- exists j => k ek; case: (ltngtP k j) => kj.
  + by left; apply: low.
  + left; case: (ltngtP k j.+1) => kj'; [lia | exact: high | ].
    rewrite kj' /st' ltnn; apply: next_start; lia.
  + rewrite kj /st' leqnn Z.add_0_r; case: (one_replaced_same V (st j)); [by left | by right].
Qed.
End Contents.
