(* ThresholdMonitor, method "laplace": a record leaves with its tau-th hit, however many questions are asked.

   docs/guarantees/threshold-monitor.md, "Laplace charging (for comparison)", Theorem.

   In words. D' is D with one more record. A conversation asks questions, each chosen by all answers before it. A
   question is answered yes with probability q on D and q' on D'. If the record takes no part, q = q'. If it
   does, q <= q' <= l q and 1 - q <= l (1 - q'), l > 1, and a yes is a hit; after tau hits it takes part no more. Beside
   it stands the plain coin: yes with 1/(1 + l) on D and l/(1 + l) on D', tossed until the tau-th yes.

   A question splits: it is, with some probability m, the plain coin, and otherwise a coin that both sides share.
   `split_up`: the conditions on q and q' give that.
   `conversation_at_most`: for every n, the hockey stick of the answers to n questions is at most that of n plain
   coins, stopped at the tau-th yes. So (e, d) with d the hockey stick of the coins.
   `coins_attained`: the plain coins are such a conversation, so no smaller d is right.
   `coins_grow`: more coins have a larger hockey stick; d for any number of questions is the limit.
   `laplace_up`, `laplace_down`: the theorem, from D to D' and back, each with its own hockey stick.

   Not covered: that the limit is the divergence of negative binomial numbers of noes, which the code adds
   up with the rest rounded upwards; that the test's noise meets the conditions; method "charging". *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Ledger.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Charging.
Variables (e l : R).
Hypothesis l1 : 1 < l.

(* the positive part of x - exp(e) y, of one result *)
Definition over (x y : R) := Rmax 0 (x - exp e * y).

(* A plain coin is yes with v on one side and w on the other. n tosses at most, until the k-th yes; x and y are
   the probabilities of what came before. *)
Section Coins.
Variables v w : R.
Hypotheses (v01 : 0 < v < 1) (w01 : 0 < w < 1).
Fixpoint coins (n k : nat) (x y : R) : R := match n, k with
  | S n', S k' => coins n' k' (v * x) (w * y) + coins n' k ((1 - v) * x) ((1 - w) * y)
  | _, _ => over x y
  end.

Lemma over_add x y x' y' : over (x + x') (y + y') <= over x y + over x' y'.
Proof.
rewrite /over; have := Rmax_l 0 (x - exp e * y); have := Rmax_r 0 (x - exp e * y).
have := Rmax_l 0 (x' - exp e * y'); have := Rmax_r 0 (x' - exp e * y').
by move=> *; apply: Rmax_lub; lra.
Qed.
Lemma over_scale m x y : 0 <= m -> over (m * x) (m * y) = m * over x y.
Proof.
move=> m0; rewrite /over; have -> : m * x - exp e * (m * y) = m * (x - exp e * y) by ring.
by rewrite -{1}[0](Rmult_0_r m) RmaxRmult.
Qed.
Lemma coins_0 n x y : coins n 0 x y = over x y. Proof. by case: n. Qed.

Lemma coins_add n : forall k x y x' y', coins n k (x + x') (y + y') <= coins n k x y + coins n k x' y'.
Proof.
elim: n => [|n ih] [|k] x y x' y' /=; try exact: over_add.
have := ih k (v * x) (w * y) (v * x') (w * y').
have := ih k.+1 ((1 - v) * x) ((1 - w) * y) ((1 - v) * x') ((1 - w) * y').
rewrite -!Rmult_plus_distr_l; lra.
Qed.
Lemma coins_scale n : forall k m x y, 0 <= m -> coins n k (m * x) (m * y) = m * coins n k x y.
Proof.
elim: n => [|n ih] [|k] m x y m0 /=; try exact: over_scale.
have E c z : c * (m * z) = m * (c * z) by ring.
by rewrite !E !ih // -Rmult_plus_distr_l.
Qed.
(* what comes next splits a result in two *)
Lemma over_coins n k x y : over x y <= coins n k x y.
Proof.
elim: n k x y => [|n ih] [|k] x y /=; try lra.
apply: Rle_trans (Rplus_le_compat _ _ _ _ (ih _ _ _) (ih _ _ _)).
have := over_add (v * x) (w * y) ((1 - v) * x) ((1 - w) * y).
have -> : v * x + (1 - v) * x = x by ring.
have -> : w * y + (1 - w) * y = y by ring.
exact.
Qed.
(* one more toss, or one more yes, lets more be told apart *)
Lemma coins_grow n : forall k x y, coins n k x y <= coins n.+1 k x y.
Proof.
elim: n => [|n ih] [|k] x y; try (by rewrite !coins_0; lra); first exact: (over_coins 1).
have -> : coins n.+2 k.+1 x y
  = coins n.+1 k (v * x) (w * y) + coins n.+1 k.+1 ((1 - v) * x) ((1 - w) * y) by [].
by rewrite /=; apply: Rplus_le_compat; [exact: ih | exact: (ih k.+1)].
Qed.
Lemma coins_more n : forall k x y, coins n k x y <= coins n k.+1 x y.
Proof.
elim: n => [|n ih] [|k] x y; try (by rewrite /=; lra).
- by rewrite coins_0; apply: over_coins.
- by rewrite /=; apply: Rplus_le_compat; [exact: ih | exact: (ih k.+1)].
Qed.

(* ---------- conversations ---------- *)
(* a question: whether the record takes part, how probable yes is on either side, and what follows *)
Inductive talk : Type := Quiet | Ask (part : bool) (q q' : R) (yes no : talk).

(* q is m times the plain coin, and else a coin of probability c on both sides *)
Definition splits (q q' : R) := exists m c, [/\ 0 <= m <= 1, 0 <= c <= 1,
  q = m * v + (1 - m) * c & q' = m * w + (1 - m) * c].

Fixpoint fits (n k : nat) (t : talk) {struct t} : Prop := match t with
  | Quiet => True
  | Ask part q q' yes no => match n with
    | 0 => False
    | S n' =>
      if part then (0 < k)%nat /\ splits q q' /\ fits n' k.-1 yes /\ fits n' k no
      else (0 <= q <= 1 /\ q = q') /\ fits n' k yes /\ fits n' k no
    end end.
Fixpoint stick_of (t : talk) (x y : R) : R := match t with
  | Quiet => over x y
  | Ask _ q q' yes no => stick_of yes (q * x) (q' * y) + stick_of no ((1 - q) * x) ((1 - q') * y)
  end.


Theorem conversation_at_most n : forall k t x y, 0 <= x -> 0 <= y -> fits n k t -> stick_of t x y <= coins n k x y.
Proof.
elim: n => [|n ih] k [|part q q' yes no] x y x0 y0 //=; try (by move=> _; first [lra | exact: (over_coins n.+1) | exact: over_coins]).
case: part => /=.
- case: k => [[]//|k] [_ [[m [c [m01 c01 -> ->]]] [hy hn]]] /=.
  have p0 (a z : R) : 0 <= a -> 0 <= z -> 0 <= a * z by exact: Rmult_le_pos.
  have Q0 : 0 <= m * v + (1 - m) * c by have := p0 m v; have := p0 (1 - m) c; lra.
  have Q0' : 0 <= m * w + (1 - m) * c by have := p0 m w; have := p0 (1 - m) c; lra.
  have Q1 : 0 <= 1 - (m * v + (1 - m) * c).
    by have := p0 m (1 - v); have := p0 (1 - m) (1 - c); lra.
  have Q1' : 0 <= 1 - (m * w + (1 - m) * c).
    by have := p0 m (1 - w); have := p0 (1 - m) (1 - c); lra.
  apply: Rle_trans (Rplus_le_compat _ _ _ _ (ih _ _ _ _ (p0 _ _ Q0 x0) (p0 _ _ Q0' y0) hy)
                                            (ih _ _ _ _ (p0 _ _ Q1 x0) (p0 _ _ Q1' y0) hn)) _.
  have M : 0 <= m by lra.
  have M' : 0 <= 1 - m by lra.
  have -> : (m * v + (1 - m) * c) * x = m * (v * x) + (1 - m) * (c * x) by ring.
  have -> : (m * w + (1 - m) * c) * y = m * (w * y) + (1 - m) * (c * y) by ring.
  have -> : (1 - (m * v + (1 - m) * c)) * x = m * ((1 - v) * x) + (1 - m) * ((1 - c) * x) by ring.
  have -> : (1 - (m * w + (1 - m) * c)) * y = m * ((1 - w) * y) + (1 - m) * ((1 - c) * y) by ring.
  have A := coins_add n k (m * (v * x)) (m * (w * y)) ((1 - m) * (c * x)) ((1 - m) * (c * y)).
  have B := coins_add n k.+1 (m * ((1 - v) * x)) (m * ((1 - w) * y)) ((1 - m) * ((1 - c) * x)) ((1 - m) * ((1 - c) * y)).
  rewrite !coins_scale // in A B; try lra.
  (* a shared coin tells nothing *)
  have C : c * coins n k x y + (1 - c) * coins n k.+1 x y <= coins n.+1 k.+1 x y.
    have := coins_more n k x y; have := coins_grow n k.+1 x y => g h.
    have := Rmult_le_compat_l c _ _ (proj1 c01) h; lra.
  have C' := Rmult_le_compat_l (1 - m) _ _ M' C; rewrite /= in C'.
  rewrite /= in A B *; lra.
- move=> [[q01 <-] [hy hn]].
  have p0 (a z : R) : 0 <= a -> 0 <= z -> 0 <= a * z by exact: Rmult_le_pos.
  have Q0 : 0 <= q by lra.
  have Q1 : 0 <= 1 - q by lra.
  have A := ih _ _ _ _ (p0 _ _ Q0 x0) (p0 _ _ Q0 y0) hy.
  have B := ih _ _ _ _ (p0 _ _ Q1 x0) (p0 _ _ Q1 y0) hn.
  rewrite !coins_scale // in A B; have := coins_grow n k x y.
  by rewrite -/(coins n.+1 k x y) => g; lra.
Qed.

(* n plain coins are a conversation *)
Fixpoint plain (n k : nat) : talk := match n, k with
  | S n', S k' => Ask true v w (plain n' k') (plain n' k)
  | _, _ => Quiet
  end.
Theorem coins_attained n : forall k x y, fits n k (plain n k) /\ stick_of (plain n k) x y = coins n k x y.
Proof.
elim: n => [|n ih] [|k] x y //=.
have [A E] := ih k (v * x) (w * y); have [B F] := ih k.+1 ((1 - v) * x) ((1 - w) * y).
split; last by rewrite E F.
split=> //; split; last by [].
by exists 1, 0; split; lra.
Qed.

(* ---------- the output distribution of n answers ---------- *)
Fixpoint answers (n : nat) : finType := match n with
  | 0 => [finType of unit]
  | S n' => [finType of (bool * answers n')%type] end.
(* after the last question all answers are no *)
Unset Implicit Arguments.
Fixpoint law_of (left : bool) (n : nat) (t : talk) : answers n -> R := match n return answers n -> R with
  | 0 => fun _ => 1
  | S n' => match t with
    | Quiet => fun r => (if r.1 then 0 else 1) * law_of left n' Quiet r.2
    | Ask _ q q' yes no => fun r =>
        (let z := if left then q else q' in if r.1 then z else 1 - z) * law_of left n' (if r.1 then yes else no) r.2
    end end.
Set Implicit Arguments.

Lemma S_bool (F : bool -> R) : \S_i F i = F true + F false.
Proof. by rewrite (bigD1 true) //= (big_pred1 false) //; case. Qed.

Lemma stick_law n : forall k t x y, fits n k t ->
  \S_r over (x * law_of true n t r) (y * law_of false n t r) = stick_of t x y.
Proof.
elim: n => [|n ih] k [|part q q' yes no] x y //= h.
- by rewrite (bigD1 tt) //= big1 ?Rplus_0_r ?Rmult_1_r // => -[]; rewrite eqxx.
- rewrite -(pair_bigA _ (fun a r => over (x * ((if a then 0 else 1) * law_of true n Quiet r)) (y * ((if a then 0 else 1) * law_of false n Quiet r)))) /=.
  rewrite S_bool big1 => [|r _]; last by rewrite !Rmult_0_l !Rmult_0_r /over Rmax_left; lra.
  have E := ih k Quiet x y I; rewrite /= in E; rewrite -E Rplus0l; apply: eq_bigr => r _; rewrite !Rmult_1_l //.
- have [hy hn] : fits n (if part then k.-1 else k) yes /\ fits n k no by case: part h => [[_ [_ []]]|[_ []]].
  rewrite -(pair_bigA _ (fun (a : bool) r => over (x * ((if a then q else 1 - q) * law_of true n (if a then yes else no) r))
     (y * ((if a then q' else 1 - q') * law_of false n (if a then yes else no) r)))) /= S_bool /=.
  rewrite -(ih _ yes _ _ hy) -(ih _ no _ _ hn).
  by congr (_ + _); apply: eq_bigr => r _; congr over; ring.
Qed.

(* d of n plain coins is enough for n questions, whatever is asked *)
Theorem conversation_indist n k t d : fits n k t -> coins n k 1 1 <= d ->
  indist e d (law_of true n t) (law_of false n t).
Proof.
move=> h hd; apply/indist_pos; apply: Rle_trans hd.
apply: Rle_trans (conversation_at_most Rle_0_1 Rle_0_1 h); right.
by rewrite -(stick_law 1 1 h); apply: eq_bigr => r _; rewrite /over !Rmult_1_l.
Qed.
End Coins.

(* ---------- the test of "laplace" ---------- *)
Let v := 1 / (1 + l).
Let w := l / (1 + l).

(* the page's decomposition *)
Lemma split_up q q' : 0 <= q -> q' <= 1 -> q <= q' -> q' <= l * q -> 1 - q <= l * (1 - q') -> splits v w q q'.
Proof.
move=> q0 q1 a b c; pose m := (q' - q) * (l + 1) / (l - 1).
have i0 : 0 < / (l - 1) by apply: Rinv_0_lt_compat; lra.
have m0 : 0 <= m by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | lra].
have mv : m * v = (q' - q) / (l - 1) by rewrite /m /v; field; lra.
have mw : m * w = l * (q' - q) / (l - 1) by rewrite /m /w; field; lra.
clearbody m.
have dq : (q' - q) / (l - 1) <= q.
  by apply: (Rmult_le_reg_r (l - 1)); [lra | rewrite /Rdiv Rmult_assoc Rinv_l; lra].
have nq : l * (q' - q) / (l - 1) <= 1 - q.
  by apply: (Rmult_le_reg_r (l - 1)); [lra | rewrite /Rdiv !Rmult_assoc Rinv_l; lra].
have AB : l * (q' - q) / (l - 1) = (q' - q) / (l - 1) + (q' - q) by field; lra.
have sum : m = m * v + m * w by rewrite /v /w; field; lra.
have m1 : m <= 1 by lra.
case: (Req_dec m 1) => [me|mne].
- exists 1, 0; rewrite me in mv mw sum; split; [split; lra | split; lra | lra | lra].
- have k0 : 0 < 1 - m by lra.
  exists m, ((q - m * v) / (1 - m)); split; try lra.
  + split; first by apply: Rmult_le_pos; [lra | left; apply: Rinv_0_lt_compat].
    apply: (Rmult_le_reg_r (1 - m)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; last lra.
    by lra.
  + by field; lra.
  + have -> : (1 - m) * ((q - m * v) / (1 - m)) = q - m * v by field; lra.
    by rewrite mv mw; field; lra.
Qed.

Let v01 : 0 < v < 1.
Proof.
by rewrite /v; split; apply: (Rmult_lt_reg_r (1 + l)); try lra; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.
Let w01 : 0 < w < 1.
Proof.
by rewrite /w; split; apply: (Rmult_lt_reg_r (1 + l)); try lra; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.

(* THEOREM, from D to D' *)
Theorem laplace_up n tau t d : fits v w n tau t -> coins v w n tau 1 1 <= d ->
  indist e d (law_of true n t) (law_of false n t).
Proof. exact: conversation_indist. Qed.

(* and back: the same with the two sides exchanged *)
Fixpoint swapped (t : talk) : talk := match t with
  | Quiet => Quiet
  | Ask part q q' yes no => Ask part q' q (swapped yes) (swapped no)
  end.
Lemma fits_swapped t : forall n k, fits v w n k t -> fits w v n k (swapped t).
Proof.
elim: t => [|part q q' yes ihy no ihn] n k //=; case: n => [//|n]; case: part.
- by move=> [k0 [[m [c [m01 c01 a b]]] [hy hn]]]; split=> //; split; [exists m, c | split; [apply: ihy | apply: ihn]].
- by move=> [[q01 E] [hy hn]]; split; [rewrite -E | split; [apply: ihy | apply: ihn]].
Qed.
Lemma law_swapped left n : forall t r, law_of left n (swapped t) r = law_of (~~ left) n t r.
Proof.
elim: n => [|n ih] [|part q q' yes no] r //=; congr (_ * _); first exact: (ih Quiet).
- by case: left ih.
- by case: r.1; apply: ih.
Qed.
Theorem laplace_down n tau t d : fits v w n tau t -> coins w v n tau 1 1 <= d ->
  indist e d (law_of false n t) (law_of true n t).
Proof.
move=> /fits_swapped h hd F.
have := conversation_indist w01 v01 h hd F.
have E left : Pr (law_of left n (swapped t)) F = Pr (law_of (~~ left) n t) F.
  by apply: eq_bigr => r _; apply: law_swapped.
by rewrite !E.
Qed.
End Charging.
