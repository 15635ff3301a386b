(* Noisy slices are (e, delta)-DP under add-remove, in both directions.

   docs/guarantees/noisy-slices.md, Theorem (privacy).

   In words. m slices of V records, M noisy blocks with noise of the rate e0 on -B..B, and the conditions
   that the page has for n0. Let a draw from a slice be (e1, delta1)-indistinguishable where one record of
   the slice is replaced, and the other mechanism (e1 + ln u, delta1)-DP, with u = 1 for
   m = 2 and u = 1 + 1/(V + 1) for m >= 3. Then, with
   e = e0 + e1 + ln u and delta = delta1 + M P[N = B]:

   `noisy_slices_add_remove`: every event of the public n*, of which mechanism answered, and of its answers
   changes by (e, delta), from the data to the data and one record, and back.

   `noisy_slices_replace`: (2 e, (1 + exp(e)) delta) where one record takes the place of another.

   Not covered: the page's corollary with a better other mechanism; sorting (post-processing); that a gap
   between targets makes n0 as large as the page says; accuracy. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import ZArith Reals Lra Lia Psatz.
From Logstar Require Import Privacy Superadditive Mixture SliceContents SliceShares.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Notation Int := BinInt.Z.
Local Open Scope R_scope.

Section NoisySlices.
Variables (key : eqType) (T U : finType).    (* keys; answers of a slice; of the other mechanism *)
Variables (m V B M' : nat).                  (* m slices of V records; noise -B..B *)
Let M := M'.+1.                              (* noisy blocks *)
Variable blk : nat -> nat.                   (* the i-th noisy block, i < M, lies behind slice blk i *)
Hypothesis blk0 : blk 0 = 1%nat.
Hypothesis blkM : (blk M').+1 = m.
Hypothesis blk_next : forall i, (i.+1 < M)%nat -> blk i.+1 = (blk i).+1 \/ blk i.+1 = (blk i).+2.
Variable base : nat -> Int -> Int.           (* base k n* = floor(q_k n* ) - floor(V/2) *)
Variable n0 : Int.
Definition noisy k := [exists i : 'I_M, blk i == k].
Hypothesis gap_noisy : forall s k, (n0 <= s)%Z -> (0 < k < m)%nat -> noisy k ->
  (base k s + Z.of_nat V + Z.of_nat B + 1 <= base k.+1 s)%Z.
Hypothesis gap_other : forall s k, (n0 <= s)%Z -> (0 < k < m)%nat -> ~~ noisy k ->
  (base k s + Z.of_nat V + Z.of_nat V <= base k.+1 s)%Z.

(* noise: x i - B in block blk i *)
Definition noise := {ffun 'I_M -> 'I_(B + B)%nat.+1}.
Definition upto (x : noise) (k : nat) := (\sum_(i : 'I_M | (blk i < k)%nat) x i)%nat.
Definition many (k : nat) := (\sum_(i : 'I_M | (blk i < k)%nat) B)%nat.
(* where slice k starts, given n* = s *)
Definition st (x : noise) (s : Int) k : Int := (base k s + Z.of_nat (upto x k) - Z.of_nat (many k))%Z.
Definition ns (n : Int) (x : noise) : Int :=
  (n - (Z.of_nat (\sum_i x i)%nat - Z.of_nat (\sum_(i : 'I_M) B)%nat))%Z.

(* y is x with one more at j *)
Definition rel (j : 'I_M) (x y : noise) := [forall i : 'I_M, nat_of_ord (y i) == addn (x i) (i == j)].

Lemma relE j x y : rel j x y -> forall i, nat_of_ord (y i) = addn (x i) (i == j).
Proof. by move=> /forallP h i; apply/eqP. Qed.
Lemma sum_rel j x y (P : pred 'I_M) : rel j x y ->
  (\sum_(i | P i) y i = \sum_(i | P i) x i + P j)%nat.
Proof.
move=> /relE h; rewrite (eq_bigr (fun i => x i + (i == j))%nat) => [|i _]; last exact: h.
rewrite big_split /=; congr addn; rewrite big_mkcond (bigD1 j) //= eqxx big1 => [|i /negbTE ->].
  by case: (P j).
by case: ifP.
Qed.
Lemma st_rel j x y s k : rel j x y -> (st y s k = st x s k + (if (blk j < k)%nat then 1 else 0))%Z.
Proof.
move=> /(@sum_rel j x y (fun i => blk i < k)%nat) /= h0; rewrite /st /upto h0.
by case: (ltnP (blk j) k) => _; rewrite /= ?addn1 ?addn0; lia.
Qed.
Lemma ns_rel j x y n : rel j x y -> ns (n + 1) y = ns n x.
Proof.
move=> r; have h0 := sum_rel xpredT r; rewrite /ns h0 /= addn1.
move: (\sum_i x i)%nat (\sum_(i : 'I_M) B)%nat => q w; lia.
Qed.

Lemma blk_mono i j : (i < j)%nat -> (j < M)%nat -> (blk i < blk j)%nat.
Proof.
elim: j => // j ih; rewrite ltnS leq_eqVlt => /orP[/eqP ->|ij] jM.
  by case: (blk_next jM) => ->; lia.
by have := ih ij (ltnW jM); case: (blk_next jM) => ->; lia.
Qed.
Lemma blk_lt (i j : 'I_M) : (blk i < blk j)%nat = (i < j)%nat.
Proof.
case: (ltngtP i j) => h; first exact: blk_mono.
- by apply/negbTE; rewrite -leqNgt; apply: ltnW; apply: blk_mono.
- by rewrite h ltnn.
Qed.
Lemma blk_bound i : (i < M)%nat -> (0 < blk i < m)%nat.
Proof.
move=> iM; have A : (blk i <= blk M')%nat.
  by move: iM; rewrite ltnS leq_eqVlt => /orP[/eqP -> //|h]; apply: ltnW; apply: blk_mono.
have C : (0 < blk i)%nat by case: i iM A => [|i] iM _; [rewrite blk0 | have := @blk_mono 0 i.+1 isT iM; lia].
lia.
Qed.

(* slices are apart: a record between them at least in a noisy block, V in another *)
Lemma step_noisy x s k : (n0 <= s)%Z -> (0 < k < m)%nat -> noisy k ->
  (st x s k + Z.of_nat V + 1 <= st x s k.+1)%Z.
Proof.
move=> hs hk nk; have := gap_noisy hs hk nk; case/existsP: nk => i /eqP bi.
have split (F : 'I_M -> nat) : (\sum_(l : 'I_M | (blk l < k.+1)%nat) F l = \sum_(l : 'I_M | (blk l < k)%nat) F l + F i)%nat.
  rewrite (bigD1 i) /=; last by rewrite bi ltnSn.
  rewrite addnC; congr addn; apply: eq_bigl => l.
  have := blk_lt l i; have := blk_lt i l; rewrite bi -val_eqE /= => a b.
  by rewrite ltnS; lia.
rewrite /st /upto /many !split; have := leq0n (x i); lia.
Qed.
Lemma step_other x s k : (n0 <= s)%Z -> (0 < k < m)%nat -> ~~ noisy k ->
  (st x s k + Z.of_nat V + Z.of_nat V <= st x s k.+1)%Z.
Proof.
move=> hs hk nk; have := gap_other hs hk nk.
have split (F : 'I_M -> nat) : (\sum_(l : 'I_M | (blk l < k.+1)%nat) F l = \sum_(l : 'I_M | (blk l < k)%nat) F l)%nat.
  apply: eq_bigl => l; have : blk l != k by apply: contra nk => /eqP h; apply/existsP; exists l; rewrite h.
  by rewrite ltnS; lia.
by rewrite /st /upto /many !split; lia.
Qed.
Lemma st_step x s k : (n0 <= s)%Z -> (0 < k < m)%nat -> (st x s k + Z.of_nat V <= st x s k.+1)%Z.
Proof.
by move=> hs hk; case: (boolP (noisy k)) => nk; [have := @step_noisy x s k hs hk nk | have := @step_other x s k hs hk nk]; lia.
Qed.
Lemma st_mono x s k l : (n0 <= s)%Z -> (0 < k)%nat -> (k <= l <= m)%nat -> (st x s k <= st x s l)%Z.
Proof.
move=> hs k0; elim: l => [|l ih] /andP[kl lm]; first lia.
case: (ltngtP k l.+1) kl => // [kl _|-> _]; last lia.
have := ih ltac:(lia); have := @st_step x s l hs ltac:(lia); lia.
Qed.

(* the threshold between noisy blocks i - 1 and i: a ramp of V + 1 steps from here *)
Definition adjacent i := blk i == (blk i.-1).+1.
Definition thr x s i : Int :=
  if adjacent i then (st x s (blk i) - 1)%Z else (st x s (blk i.-1).+1 + Z.of_nat V - 1)%Z.
Let h := V.+1.

Lemma other_between i : (0 < i)%nat -> (i < M)%nat -> ~~ adjacent i ->
  blk i = (blk i.-1).+2 /\ ~~ noisy (blk i.-1).+1.
Proof.
case: i => // i _ iM; rewrite /adjacent /= => na.
have E : blk i.+1 = (blk i).+2 by case: (blk_next iM) na => -> //; rewrite eqxx.
split=> //; apply/negP => /existsP[l /eqP hl].
have A := blk_lt l (Ordinal iM); have C := blk_lt (Ordinal (ltnW iM)) l; rewrite /= in A C.
have a1 : (l < i.+1)%nat by rewrite -A hl E.
have c1 : (i < l)%nat by rewrite -C hl.
by move: a1 c1; rewrite ltnS leqNgt => /negbTE ->.
Qed.
Lemma noisy_blk i : (i < M)%nat -> noisy (blk i).
Proof. by move=> iM; apply/existsP; exists (Ordinal iM). Qed.

Lemma thr_apart x s i : (n0 <= s)%Z -> (0 < i)%nat -> (i.+1 < M)%nat ->
  (thr x s i + Z.of_nat h <= thr x s i.+1)%Z.
Proof.
move=> hs i0 iM; have bi := @blk_bound i (ltnW iM); have bi1 := @blk_bound i.+1 iM.
have sn := @step_noisy x s (blk i) hs bi (noisy_blk (ltnW iM)).
(* the ramp at i ends at st (blk i) + V at most *)
have E : (thr x s i + Z.of_nat h <= st x s (blk i) + Z.of_nat V)%Z.
  rewrite /thr /h; case: ifP => [|/negbT na]; first lia.
  have [E no] := other_between i0 (ltnW iM) na.
  have so := @step_other x s (blk i.-1).+1 hs.
  have b1 : (0 < (blk i.-1).+1 < m)%nat by move: bi; rewrite E => /andP[_ h0]; apply: ltnW h0.
  have := so b1 no; rewrite -E; move: (st x s _) (st x s _) => q w; lia.
rewrite {2}/thr /adjacent /=; case: eqP => [->|_]; lia.
Qed.

Lemma thr_rel j x y s i : rel j x y -> (0 < i)%nat -> (i < M)%nat ->
  thr y s i = (thr x s i + (if (j < i)%nat then 1 else 0))%Z.
Proof.
move=> r i0 iM; rewrite /thr; case: ifP => [_|/negbT na].
  by rewrite (st_rel _ _ r) (blk_lt j (Ordinal iM)) /=; lia.
rewrite (st_rel _ _ r) ltnS.
have -> : (blk j <= blk i.-1)%nat = (j < i)%nat; last lia.
have im : (i.-1 < M)%nat by lia.
have := blk_lt (Ordinal im) j; rewrite /= => A.
by rewrite leqNgt A; lia.
Qed.

(* who moves: the shares of the noisy blocks *)
Variable p : Int.
Definition om n (j : 'I_M) (x : noise) : R :=
  let s := ns n x in
  if Z.ltb s n0 then (if j == ord0 then 1 else 0) else f M h (thr x s) j p - f M h (thr x s) j.+1 p.

Let M0 : (0 < M)%nat. Proof. by []. Qed.
Let h1 : (0 < h)%nat. Proof. by []. Qed.

Lemma om_ge0 n j x : 0 <= om n j x.
Proof.
rewrite /om; case: Z.ltb_spec => hs; first by case: ifP => _; lra.
suff : f M h (thr x (ns n x)) j.+1 p <= f M h (thr x (ns n x)) j p by lra.
by apply: f_anti => // i i0 iM; apply: thr_apart.
Qed.
Lemma om_total n x : \S_(j : 'I_M | true) om n j x = 1.
Proof.
rewrite /om; case: Z.ltb_spec => hs.
  by rewrite (bigD1 ord0) //= big1 => [|j /negbTE ->]; lra.
by rewrite -(big_mkord xpredT (fun j => f M h (thr x (ns n x)) j p - f M h (thr x (ns n x)) j.+1 p)) shares_total.
Qed.
Lemma om_le1 n j x : om n j x <= 1.
Proof. by rewrite -(om_total n x); apply: (@S_term _ (fun j => om n j x)) => i; apply: om_ge0. Qed.

(* where p is, if block j moves *)
Lemma where_p x s (j : 'I_M) : (n0 <= s)%Z ->
  (j = 0%nat :> nat \/ (thr x s j < p)%Z) -> (j.+1 = M \/ (p < thr x s j.+1 + Z.of_nat V + 2)%Z) ->
  (forall k, (0 < k <= m)%nat -> (k < blk j)%nat -> (st x s k + Z.of_nat V <= p)%Z) /\
  (forall k, (0 < k <= m)%nat -> ((blk j).+1 < k)%nat -> (p <= st x s k)%Z).
Proof.
move=> hs lo hi; have jM := ltn_ord j; have bj := blk_bound jM; split=> k km kj.
- case: lo => [j0|lo]; first by move: kj; rewrite j0 blk0; lia.
  have j0 : (0 < j)%nat by case: (nat_of_ord j) lo kj => // _; rewrite blk0; lia.
  have bp := @blk_bound j.-1 ltac:(lia).
  move: lo; rewrite /thr; case: ifP => [/eqP E|/negbT na].
  + have := @step_noisy x s (blk j.-1) hs bp (noisy_blk (i := j.-1) ltac:(lia)).
    have := @st_mono x s k (blk j.-1) hs ltac:(lia) ltac:(lia); rewrite E; lia.
  + have [E _] := other_between j0 jM na.
    have := @st_mono x s k (blk j.-1).+1 hs ltac:(lia) ltac:(lia); lia.
- have last : (j.+1 >= M)%nat -> (p <= st x s k)%Z.
    rewrite /M ltnS => h8; have jE : M' = j by apply/eqP; rewrite eqn_leq h8 -ltnS jM.
    by have bm := blkM; rewrite jE in bm; move: km kj; rewrite -bm => /andP[_ h2]; rewrite ltnNge h2.
  case: (ltnP j.+1 M) => [j1|h2]; last exact: last h2.
  case: hi => [jE|hi]; first by apply: last; rewrite jE.
  have b1 := blk_bound j1.
  move: hi; rewrite /thr /=; case: ifP => [/eqP /= E|/negbT na].
  + have := @step_noisy x s (blk j.+1) hs b1 (noisy_blk j1).
    have := @st_mono x s (blk j.+1).+1 k hs ltac:(lia) ltac:(rewrite E; lia); lia.
  + have [/= E no] := other_between (i := j.+1) isT j1 na.
    have := @step_other x s (blk j).+1 hs ltac:(lia) no.
    have := @st_mono x s (blk j).+2 k hs ltac:(lia) ltac:(lia); lia.
Qed.

Lemma share_pos (a : nat -> Int) (j : nat) : (j < M)%nat -> 0 < f M h a j p - f M h a j.+1 p ->
  (j = 0%nat \/ (a j < p)%Z) /\ (j.+1 = M \/ (p < a j.+1 + Z.of_nat h)%Z).
Proof.
move=> jM hp; have F b i : 0 <= f M h b i p <= 1.
  by rewrite /f; case: ifP => _; [lra | case: ifP => _; [lra | apply: ramp01]].
split.
- case: (j =P 0%nat) => [->|/eqP j0]; [by left | right].
  case: (Z.le_gt_cases p (a j)) => // hle.
  have fj : f M h a j p = 0 by rewrite /f (negbTE j0) (ltn_eqF jM) ramp_low.
  by move: hp (F a j.+1); rewrite fj; lra.
- case: (j.+1 =P M) => [->|/eqP j1]; [by left | right].
  case: (Z.le_gt_cases (a j.+1 + Z.of_nat h) p) => // hge.
  have fj : f M h a j.+1 p = 1 by rewrite /f /= (negbTE j1) ramp_high.
  by move: hp (F a j); rewrite fj; lra.
Qed.

(* ---------- the laws ---------- *)
Variables (D : Int -> key) (x0 : key) (n : Int).   (* D sorted, n records; D' has x0 at p *)
Let E' := D' D p x0.
Variable S : seq key -> T -> R.                    (* a draw from a slice *)
Hypothesis S_law : forall w, law (S w).
Variables (e0 e1 delta1 : R).
Hypotheses (e00 : 0 <= e0) (e10 : 0 <= e1) (d10 : 0 <= delta1).
Hypothesis S_dp : forall w w', replaced w w' -> indist e1 delta1 (S w) (S w').
(* 1 for two slices, which have one noisy block *)
Definition u := if M' == 0%nat then 1 else 1 + / INR h.
Variables O O' : U -> R.                           (* the other mechanism on D, on D' *)
Hypotheses (O_law : law O) (O'_law : law O').
Hypothesis O_dp : indist (e1 + ln u) delta1 O O' /\ indist (e1 + ln u) delta1 O' O.

Let hR : 0 < / INR h. Proof. by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ltP. Qed.
Let u1 : 1 <= u. Proof. by rewrite /u; case: ifP => _; lra. Qed.

Definition slices_law (E : Int -> key) x s := draws (fun k : 'I_m => S (slice E (st x s k.+1) V)).
(* an event: for each public n*, a set of answers *)
Variables (Ev : Int -> {set {ffun 'I_m -> T}}) (Eo : Int -> {set U}).
Definition given (E : Int -> key) (Q : U -> R) n (x : noise) : R :=
  let s := ns n x in if Z.ltb s n0 then Pr Q (Eo s) else Pr (slices_law E x s) (Ev s).

(* P[N = i - B], r = e^-e0 *)
Definition raw (t : 'I_(B + B)%nat.+1) : R := exp (- (e0 * IZR (Z.abs (Z.of_nat t - Z.of_nat B)))).
Definition pi1 t := raw t / \S_t raw t.
Definition pi (x : noise) := draws (fun _ => pi1) x.
(* the whole mechanism *)
Definition release E Q n := \S_x (pi x * given E Q n x).

Lemma raw_total : 0 < \S_t raw t.
Proof.
have := @S_term _ raw ord0 (fun t => Rlt_le _ _ (exp_pos _)).
by have : 0 < raw ord0 by [apply: exp_pos]; lra.
Qed.
Lemma pi1_law : law pi1.
Proof.
have z := raw_total; split=> [t|]; first by left; apply: Rdiv_lt_0_compat => //; apply: exp_pos.
by rewrite S_div; apply: Rinv_r; lra.
Qed.
Lemma pi_law : law pi. Proof. by apply: draws_law => _; apply: pi1_law. Qed.

Lemma pi1_step (t t' : 'I_(B + B)%nat.+1) : (t' = t.+1 :> nat) ->
  pi1 t <= exp e0 * pi1 t' /\ pi1 t' <= exp e0 * pi1 t.
Proof.
move=> E; have iz : 0 < / \S_t raw t by apply: Rinv_0_lt_compat; apply: raw_total.
have A a b : IZR (Z.abs b) <= IZR (Z.abs a) + 1 -> exp (- (e0 * IZR (Z.abs a))) <= exp e0 * exp (- (e0 * IZR (Z.abs b))).
  by move=> hab; rewrite -exp_plus; apply: exp_le; nra.
split; rewrite /pi1 /Rdiv -Rmult_assoc; apply: Rmult_le_compat_r; try lra; apply: A;
  rewrite -plus_IZR; apply: IZR_le; rewrite E; lia.
Qed.
Lemma pi_rel j x y : rel j x y -> pi x <= exp e0 * pi y /\ pi y <= exp e0 * pi x.
Proof.
move=> r; rewrite /pi /draws (bigD1 j) //= [\big[Rmult/1]_g pi1 (y g)](bigD1 j) //=.
have -> : \big[Rmult/1]_(g | g != j) pi1 (y g) = \big[Rmult/1]_(g | g != j) pi1 (x g).
  apply: eq_bigr => g gj; congr pi1; apply: val_inj => /=.
  by rewrite (relE r) (negbTE gj) addn0.
set c := \big[Rmult/1]_(g | _) _.
have c0 : 0 <= c.
  apply: (big_ind (Rle 0)); [lra | by move=> *; apply: Rmult_le_pos | by move=> g _; case: pi1_law].
have [a b] : pi1 (x j) <= exp e0 * pi1 (y j) /\ pi1 (y j) <= exp e0 * pi1 (x j).
  by apply: pi1_step; rewrite (relE r) eqxx addn1.
by have a1 := Rmult_le_compat_r c _ _ c0 a; have b1 := Rmult_le_compat_r c _ _ c0 b; split; lra.
Qed.

Lemma given01 E Q k x : law Q -> 0 <= given E Q k x <= 1.
Proof.
have pr (A : finType) (q : A -> R) F : law q -> 0 <= Pr q F <= 1.
  by move=> [q0 q1]; split; [apply: S_ge0 | rewrite -q1; apply: S_sub_pred].
by move=> hQ; rewrite /given; case: ifP => _; apply: pr => //; apply: draws_law => g; apply: S_law.
Qed.

(* (1) in terms of laws: one slice has one record replaced at most *)
Lemma replaced_sym w w' : replaced w w' -> @replaced key w' w.
Proof. by move=> [a [b [l]]] /andP[ha hb]; exists b, a, l; rewrite ha hb. Qed.

Lemma laws_close x y (j : 'I_M) : rel j x y -> (n0 <= ns n x)%Z ->
  (j = 0%nat :> nat \/ (thr x (ns n x) j < p)%Z) ->
  (j.+1 = M \/ (p < thr x (ns n x) j.+1 + Z.of_nat V + 2)%Z) ->
  indist e1 delta1 (slices_law D x (ns n x)) (slices_law E' y (ns n x)) /\
  indist e1 delta1 (slices_law E' y (ns n x)) (slices_law D x (ns n x)).
Proof.
move=> r hs lo hi; set s := ns n x in hs lo hi *.
have bj := blk_bound (ltn_ord j).
have [A1 A2] := where_p hs lo hi.
have [k0 hk] := @one_slice key D p x0 (fun k => 0 < k <= m)%nat (st x s) V (blk j)
  (@st_step x s (blk j) hs bj) A1 A2.
have ste k : st y s k = (st x s k + (if (k <= blk j)%nat then 0 else 1))%Z.
  by rewrite (st_rel _ _ r) ltnNge; case: (k <= blk j)%nat => /=; lia.
have La E z : forall k : 'I_m, law (S (slice E (st z s k.+1) V)) by move=> k; apply: S_law.
have same (k : 'I_m) : k.+1 <> k0 -> slice E' (st y s k.+1) V = slice D (st x s k.+1) V.
  move=> kk; have := hk k.+1; rewrite ste => /(_ ltac:(have := ltn_ord k; lia)) [-> //|[kE _]].
  by [].
(* the slice that may change is one of the m slices, or none does *)
case: (pickP (fun k : 'I_m => k.+1 == k0)) => [k1 /eqP k1E|none].
- have others g : g != k1 -> slice E' (st y s g.+1) V = slice D (st x s g.+1) V.
    move=> gk; apply: same => gE; move: gk; rewrite -val_eqE /=; lia.
  have C : slice E' (st y s k1.+1) V = slice D (st x s k1.+1) V \/
     replaced (slice D (st x s k1.+1) V) (slice E' (st y s k1.+1) V).
    have := hk k1.+1; rewrite ste => /(_ ltac:(have := ltn_ord k1; lia)) [->|[_ hr]]; [by left | by right].
  have self (q : T -> R) : law q -> indist e1 delta1 q q.
    move=> [q0 _]; apply: (@indist_weak _ 0 0) => //; apply: indist_pure => t; rewrite exp_0; lra.
  split; apply: (@draws_one _ _ _ _ k1) => //.
  + by move=> g gk t; rewrite (others g gk).
  + by case: C => [->|hr]; [apply: self | apply: S_dp].
  + by move=> g gk t; rewrite (others g gk).
  + by case: C => [->|hr]; [apply: self | apply: S_dp; apply: replaced_sym].
- have all (g : 'I_m) : slice E' (st y s g.+1) V = slice D (st x s g.+1) V.
    by apply: same => gE; have := none g; rewrite gE eqxx.
  have E : forall F, slices_law E' y s F = slices_law D x s F.
    by move=> F; rewrite /slices_law /draws; apply: eq_bigr => g _; rewrite all.
  split; apply: (@indist_weak _ 0 0) => //; try (by case: (draws_law (La D x)));
    try (by case: (draws_law (La E' y))); apply: indist_pure => F; rewrite E exp_0; lra.
Qed.

(* the maps of the noise *)
Definition up j x : option noise := [pick y | rel j x y].
Definition down j y : option noise := [pick x | rel j x y].
Lemma up_rel j x y : up j x = Some y -> rel j x y.
Proof. by rewrite /up; case: pickP => // z hz [<-]. Qed.
Lemma down_rel j x y : down j y = Some x -> rel j x y.
Proof. by rewrite /down; case: pickP => // z hz [<-]. Qed.
Lemma rel_uniq j x y y' : rel j x y -> rel j x y' -> y = y'.
Proof. by move=> /relE a /relE b; apply/ffunP => i; apply: val_inj; rewrite /= a b. Qed.
Lemma rel_uniq' j x x' y : rel j x y -> rel j x' y -> x = x'.
Proof.
move=> /relE a /relE b; apply/ffunP => i; apply: val_inj => /=.
by have := a i; rewrite (b i) => /eqP; rewrite eqn_add2r => /eqP.
Qed.
Let top : 'I_(B + B)%nat.+1 := ord_max.
Lemma up_none j x : up j x = None -> x j = top.
Proof.
rewrite /up; case: pickP => // hn _; apply: val_inj => /=; apply/eqP; rewrite eqn_leq -ltnS ltn_ord /=.
rewrite leqNgt; apply/negP => lt.
pose y : noise := [ffun i => if i == j then inord (x j).+1 else x i].
have := hn y; suff -> : rel j x y by [].
apply/forallP => i; rewrite ffunE; case: (i =P j) => [->|_]; last by rewrite addn0.
by rewrite inordK ?addn1 // ltnS.
Qed.
Lemma down_none j y : down j y = None -> y j = ord0.
Proof.
rewrite /down; case: pickP => // hn _; apply: val_inj => /=; apply/eqP; rewrite -leqn0 leqNgt; apply/negP => gt.
pose x : noise := [ffun i => if i == j then inord (y j).-1 else y i].
have := hn x; suff -> : rel j x y by [].
have b := ltn_ord (y j).
apply/forallP => i; rewrite ffunE; case: (i =P j) => [->|_]; last by rewrite addn0.
rewrite inordK; first by rewrite addn1 prednK.
exact: leq_ltn_trans (leq_pred _) b.
Qed.

(* noise at its end: P[N = B] each, and the two ends are alike *)
Lemma at_end (t : 'I_(B + B)%nat.+1) j : \S_(x : noise | x j == t) pi x = pi1 t.
Proof.
rewrite big_mkcond /=.
pose F i (t' : 'I_(B + B)%nat.+1) := if i == j then (if t' == t then pi1 t' else 0) else pi1 t'.
have -> : \S_(x : noise | true) (if x j == t then pi x else 0) = \S_(x : noise | true) \P_i F i (x i).
  apply: eq_bigr => x _; case: ifP => hx.
    by rewrite /pi /draws; apply: eq_bigr => i _; rewrite /F; case: eqP => // ->; rewrite hx.
  by rewrite (bigD1 j) //= /F eqxx hx Rmult_0_l.
rewrite -(bigA_distr_bigA F) (bigD1 j) //= [\big[Rmult/1]_(i | _) _]big1 ?Rmult_1_r.
  rewrite /F eqxx -big_mkcond /=; by rewrite big_pred1_eq.
move=> i ij; rewrite /F (negbTE ij); by case: pi1_law.
Qed.
Lemma ends_alike : pi1 ord0 = pi1 top.
Proof.
rewrite /pi1 /raw /=; congr (exp (- (e0 * IZR _)) / _); lia.
Qed.
Definition tail := pi1 top.

Lemma lost_le (g : 'I_M -> noise -> option noise) (t : 'I_(B + B)%nat.+1) k :
  (forall (j : 'I_M) (x : noise), g j x = None -> x j = t) ->
  \S_(x : noise | true) (pi x * \S_(i : 'I_M | g i x == None) om k i x) <= INR M * pi1 t.
Proof.
move=> hg; apply: (@Rle_trans _ (\S_(x : noise | true) \S_(i : 'I_M | true) (if x i == t then pi x else 0))).
  apply: S_le => x _; rewrite -S_mull [X in X <= _]big_mkcond; apply: S_le => i _.
  have p0 : 0 <= pi x by case: pi_law.
  case: ifP => [/eqP /hg ->|_]; last by case: ifP => _; lra.
  by rewrite eqxx; have := om_le1 k i x; have := om_ge0 k i x; nra.
rewrite exchange_big /= (eq_bigr (fun _ => pi1 t)) => [|i _]; last by rewrite -big_mkcond; apply: at_end.
have := S_const (pi1 t) [set: 'I_M]; rewrite cardsT card_ord => <-.
by right; apply: eq_bigl => i; rewrite inE.
Qed.

(* the price of what is compared at y *)
Definition price k (y : noise) : R := if Z.ltb (ns k y) n0 then exp e1 * u else exp e1.
Let K := exp e1 * u.
Let eu : exp (e1 + ln u) = K. Proof. by rewrite exp_plus exp_ln //; lra. Qed.
Let p1 : 0 < exp e1. Proof. exact: exp_pos. Qed.

Lemma one_source (I : finType) (P : pred I) (F : I -> R) c : 0 <= c -> (forall a, P a -> F a <= c) ->
  (forall a b, P a -> P b -> a = b) -> \S_(a | P a) F a <= c.
Proof.
move=> c0 hF uq; case: (pickP P) => [a Pa|none]; last by rewrite big_pred0.
rewrite (bigD1 a) //= big1 ?Rplus_0_r; first exact: hF.
by move=> b /andP[Pb ba]; move: ba; rewrite (uq b a Pb Pa) eqxx.
Qed.

Lemma ramp_shift a : ramp h (a + 1) p = ramp h a (p - 1).
Proof. by rewrite /ramp plus_IZR minus_IZR; congr (Rmax 0 (Rmin 1 (_ / _))); lra. Qed.
Lemma ramp_shift' a : ramp h a (p + 1) = ramp h (a - 1) p.
Proof. by rewrite /ramp plus_IZR minus_IZR; congr (Rmax 0 (Rmin 1 (_ / _))); lra. Qed.

(* how often x (noise for D) is reached from noise for D' *)
Lemma count_down x : price n x * \S_(j : 'I_M | true) \S_(y | down j y == Some x) om (n + 1) j y <= K.
Proof.
rewrite /price /K; case: Z.ltb_spec => hs.
- rewrite -[X in _ <= X]Rmult_1_r; apply: Rmult_le_compat_l; first by apply: Rmult_le_pos; lra.
  apply: (@Rle_trans _ (\S_(j : 'I_M | true) (if j == ord0 then 1 else 0))).
    apply: S_le => j _; apply: one_source.
    + by case: ifP => _; lra.
    + move=> y /eqP /down_rel r; rewrite /om (ns_rel n r).
      by have -> : Z.ltb (ns n x) n0 = true by [apply/Z.ltb_lt]; lra.
    + by move=> y y' /eqP /down_rel r /eqP /down_rel r'; apply: rel_uniq r r'.
  by rewrite (bigD1 ord0) //= big1 => [|j /negbTE ->]; lra.
- apply: Rmult_le_compat_l; first lra.
  have A : \S_(j : 'I_M | true) \S_(y | down j y == Some x) om (n + 1) j y
     <= \S_(j : 'I_M | true) (f M h (thr x (ns n x)) j p - f M h (thr x (ns n x)) j.+1 (p - 1)).
    apply: S_le => j _; apply: one_source.
    + suff : f M h (thr x (ns n x)) j.+1 (p - 1) <= f M h (thr x (ns n x)) j p by lra.
      have := @f_anti M h (thr x (ns n x)) h1 (fun i i0 iM => @thr_apart x (ns n x) i hs i0 iM) j (p - 1) (ltn_ord j).
      have : f M h (thr x (ns n x)) j (p - 1) <= f M h (thr x (ns n x)) j p.
        rewrite /f; case: ifP => _; first lra; case: ifP => _; first lra.
        by have := @ramp_step h h1 (thr x (ns n x) j) p; lra.
      lra.
    + move=> y /eqP /down_rel r; rewrite /om (ns_rel n r).
      have -> : Z.ltb (ns n x) n0 = false by apply/Z.ltb_ge.
      right; congr (_ - _); rewrite /f.
      * case: eqP => // j0; rewrite (ltn_eqF (ltn_ord j)); congr (ramp h _ p).
        by rewrite (thr_rel _ r) ?ltnn ?ltn_ord //; [lia | case: (nat_of_ord j) j0].
      * rewrite /=; case: eqP => // j1; rewrite (thr_rel _ r) //; last first.
          by have := ltn_ord j; move: j1; rewrite /M; lia.
        by rewrite ltnSn; apply: ramp_shift.
    + by move=> y y' /eqP /down_rel r /eqP /down_rel r'; apply: rel_uniq r r'.
  apply: (Rle_trans _ _ _ A).
  rewrite -(big_mkord xpredT (fun j => f M h (thr x (ns n x)) j p - f M h (thr x (ns n x)) j.+1 (p - 1))).
  have R1 := @reached_one M h (thr x (ns n x)) p.
  have R := @reached M h (thr x (ns n x)) h1 (fun i i0 iM => @thr_apart x (ns n x) i hs i0 iM) p M0.
  rewrite /u; case: eqP => [M1|_]; last exact: R.
  by apply: R1; rewrite /M M1.
Qed.
(* and y (noise for D') from noise for D: once *)
Lemma count_up y : price (n + 1) y * \S_(j : 'I_M | true) \S_(x | up j x == Some y) om n j x <= K.
Proof.
have K1 : exp e1 <= K by rewrite /K; nra.
apply: (@Rle_trans _ (price (n + 1) y * 1)); last first.
  by rewrite Rmult_1_r /price; case: ifP => _ //; right.
apply: Rmult_le_compat_l; first by rewrite /price; case: ifP => _; [apply: Rmult_le_pos; lra | lra].
case: (Z.lt_ge_cases (ns (n + 1) y) n0) => hs.
- apply: (@Rle_trans _ (\S_(j : 'I_M | true) (if j == ord0 then 1 else 0))).
    apply: S_le => j _; apply: one_source.
    + by case: ifP => _; lra.
    + move=> x /eqP /up_rel r; rewrite /om -(ns_rel n r).
      by have -> : Z.ltb (ns (n + 1) y) n0 = true by [apply/Z.ltb_lt]; lra.
    + by move=> x x' /eqP /up_rel r /eqP /up_rel r'; apply: rel_uniq' r r'.
  by rewrite (bigD1 ord0) //= big1 => [|j /negbTE ->]; lra.
- have A : \S_(j : 'I_M | true) \S_(x | up j x == Some y) om n j x
     <= \S_(j : 'I_M | true) Rmax 0 (f M h (thr y (ns (n + 1) y)) j p - f M h (thr y (ns (n + 1) y)) j.+1 (p + 1)).
    apply: S_le => j _; apply: one_source; first exact: Rmax_l.
    + move=> x /eqP /up_rel r; apply: Rle_trans (Rmax_r _ _).
      rewrite /om -(ns_rel n r).
      have -> : Z.ltb (ns (n + 1) y) n0 = false by apply/Z.ltb_ge.
      right; congr (_ - _); rewrite /f.
      * case: eqP => // j0; rewrite (ltn_eqF (ltn_ord j)); congr (ramp h _ p).
        by rewrite (thr_rel _ r) ?ltnn ?ltn_ord //; [lia | case: (nat_of_ord j) j0].
      * rewrite /=; case: eqP => // j1; rewrite ramp_shift' (thr_rel _ r) //; last first.
          by have := ltn_ord j; move: j1; rewrite /M; lia.
        by rewrite ltnSn; congr (ramp h _ p); lia.
    + by move=> x x' /eqP /up_rel r /eqP /up_rel r'; apply: rel_uniq' r r'.
  apply: (Rle_trans _ _ _ A).
  (* each term is at most the share at p, and these add up to 1 *)
  rewrite -(@shares_total M h (thr y (ns (n + 1) y)) h1 p M0) big_mkord; apply: S_le => j _.
  have anti := @f_anti M h (thr y (ns (n + 1) y)) h1 (fun i i0 iM => @thr_apart y (ns (n + 1) y) i hs i0 iM) j p (ltn_ord j).
  apply: Rmax_lub; first lra.
  suff : f M h (thr y (ns (n + 1) y)) j.+1 p <= f M h (thr y (ns (n + 1) y)) j.+1 (p + 1) by lra.
  rewrite /f /=; case: ifP => _; first lra.
  have := @ramp_step h h1 (thr y (ns (n + 1) y) j.+1) (p + 1).
  by have -> : (p + 1 - 1)%Z = p by [lia]; lra.
Qed.

(* THEOREM (privacy) of noisy-slices.md, add-remove: e = e0 + e1 + ln u,
   delta = delta1 + M P[N = B], for every event of n*, which mechanism answered,
   and the answers *)
Theorem noisy_slices_add_remove :
  release D O n <= exp (e0 + e1 + ln u) * release E' O' (n + 1) + (delta1 + INR M * tail) /\
  release E' O' (n + 1) <= exp (e0 + e1 + ln u) * release D O n + (delta1 + INR M * tail).
Proof.
have [pl0 pl1] := pi_law.
have -> : exp (e0 + e1 + ln u) = exp e0 * K by rewrite -eu -exp_plus; congr exp; ring.
have pr0 k y : 0 <= price k y by rewrite /price; case: ifP => _; [apply: Rmult_le_pos; lra | lra].
have [OO1 OO2] := O_dp.
split; rewrite /release.
- have := @mixture _ _ pi up (om n) (given D O n) (given E' O' (n + 1)) (price (n + 1)) e0 K delta1 (INR M * tail)
    pl0 pl1 (om_ge0 n) (om_total n) (fun x => given01 D n x O_law)
    (fun y => proj1 (given01 E' (n + 1) y O'_law)) (pr0 _) d10.
  rewrite Rplus_assoc; apply.
  + by move=> j x y /up_rel r; case: (pi_rel r).
  + move=> j x y /up_rel r; rewrite /given /price (ns_rel n r) /om.
    case: Z.ltb_spec => hs op; first by have := OO1 (Eo (ns n x)); rewrite eu.
    have [lo hi] := share_pos (ltn_ord j) op.
    have [A _] := laws_close r hs lo ltac:(case: hi => hi; [by left | right; rewrite /h in hi; lia]).
    exact: A.
  + exact: count_up.
  + by exact: (@lost_le up top n (fun j x h => up_none h)).
- have := @mixture _ _ pi down (om (n + 1)) (given E' O' (n + 1)) (given D O n) (price n) e0 K delta1 (INR M * tail)
    pl0 pl1 (om_ge0 (n + 1)) (om_total (n + 1)) (fun y => given01 E' (n + 1) y O'_law)
    (fun x => proj1 (given01 D n x O_law)) (pr0 _) d10.
  rewrite Rplus_assoc; apply.
  + by move=> j y x /down_rel r; case: (pi_rel r).
  + move=> j y x /down_rel r; rewrite /given /price /om (ns_rel n r).
    case: Z.ltb_spec => hs op; first by have := OO2 (Eo (ns n x)); rewrite eu.
    have [lo hi] := share_pos (ltn_ord j) op.
    have lo' : j = 0%nat :> nat \/ (thr x (ns n x) j < p)%Z.
      case: lo => [lo|lo]; first by left.
      case: (posnP j) => j0; [by left | right].
      by move: lo; rewrite (thr_rel _ r j0 (ltn_ord j)) ltnn Z.add_0_r.
    have hi' : j.+1 = M \/ (p < thr x (ns n x) j.+1 + Z.of_nat V + 2)%Z.
      case: hi => [hi|hi]; first by left.
      case: (j.+1 =P M) => [->|j1]; [by left | right].
      have j1M : (j.+1 < M)%nat by have := ltn_ord j; move: j1; rewrite /M; lia.
      by move: hi; rewrite (@thr_rel j x y (ns n x) j.+1 r isT j1M) ltnSn /h; lia.
    have [_ A] := laws_close r hs lo' hi'.
    exact: A.
  + exact: count_down.
  + by rewrite /tail -ends_alike; exact: (@lost_le down ord0 (n + 1)%Z (fun j x h => down_none h)).
Qed.
End NoisySlices.

(* Replace, by two steps through the data without the record: x at place p becomes y at place p'. *)
Theorem noisy_slices_replace (key : eqType) (T U : finType) (m V B M' : nat) (blk : nat -> nat)
  (base : nat -> Int -> Int) (n0 : Int) (p p' : Int) (D : Int -> key) (x y : key) (n : Int)
  (S : seq key -> T -> R) (e0 e1 delta1 : R) (O Ox Oy : U -> R)
  (Ev : Int -> {set {ffun 'I_m -> T}}) (Eo : Int -> {set U}) :
  blk 0%nat = 1%nat -> (blk M').+1 = m ->
  (forall i, (i.+1 < M'.+1)%nat -> blk i.+1 = (blk i).+1 \/ blk i.+1 = (blk i).+2) ->
  (forall s k, (n0 <= s)%Z -> (0 < k < m)%nat -> noisy M' blk k ->
    (base k s + Z.of_nat V + Z.of_nat B + 1 <= base k.+1 s)%Z) ->
  (forall s k, (n0 <= s)%Z -> (0 < k < m)%nat -> ~~ noisy M' blk k ->
    (base k s + Z.of_nat V + Z.of_nat V <= base k.+1 s)%Z) ->
  (forall w, law (S w)) -> 0 <= e0 -> 0 <= e1 -> 0 <= delta1 ->
  (forall w w', replaced w w' -> indist e1 delta1 (S w) (S w')) ->
  law O -> law Ox -> law Oy ->
  indist (e1 + ln (u V M')) delta1 O Ox /\ indist (e1 + ln (u V M')) delta1 Ox O ->
  indist (e1 + ln (u V M')) delta1 O Oy /\ indist (e1 + ln (u V M')) delta1 Oy O ->
  let e := e0 + e1 + ln (u V M') in
  let delta := delta1 + INR M'.+1 * tail B e0 in
  let P E Q := @release key T U m V B M' blk base n0 S e0 Ev Eo E Q (n + 1)%Z in
  P (SliceContents.D' D p x) Ox <= exp (2 * e) * P (SliceContents.D' D p' y) Oy + (1 + exp e) * delta.
Proof.
move=> h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 h15 e delta P.
have [_ A] := @noisy_slices_add_remove key T U m V B M' blk h1 h2 h3 base n0 h4 h5 p D x n S h6
  e0 e1 delta1 h7 h8 h9 h10 O Ox h11 h12 h14 Ev Eo.
have [C _] := @noisy_slices_add_remove key T U m V B M' blk h1 h2 h3 base n0 h4 h5 p' D y n S h6
  e0 e1 delta1 h7 h8 h9 h10 O Oy h11 h13 h15 Ev Eo.
have -> : exp (2 * e) = exp e * exp e by rewrite -exp_plus; congr exp; lra.
apply: (Rle_trans _ _ _ A); rewrite -/delta -/e.
have := Rmult_le_compat_l (exp e) _ _ (Rlt_le _ _ (exp_pos e)) C; rewrite -/delta -/e /P; lra.
Qed.
