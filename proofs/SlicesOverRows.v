(* Slices over rows: one row more in the list is one row more in every order, in a slice or in what it leaves.

   docs/guarantees/slices-over-rows.md, Lemma 1.

   In words. Rows are told apart; a list holds no row twice. A row has a key or none, by itself alone. A cut orders
   the rows with a key by their keys, rows of one key as they stand in the list. It takes the first N of them as a
   slice, and leaves the other rows in the order of the list. s' is s with one row x put in anywhere.

   `order_sorted`, `order_stable`, `order_rows`: the order is that by keys, then by places, of the rows with a key.
   `cut_without_key`: if x has no key, slices are equal, and x is the one row more in what is left.
   `cut_not_reached`: so it is if x is not among the first N of its order.
   `cut_synchronised`: otherwise N rows of s and N + 1 of s' make slices one row apart and leave the same.
   `cut_apart`: N rows of each make slices that differ in x and in the row y that x pushed out; y is the one row
   more in what is left.
   `cut_all`: if N is more than s has with a key, slices are one row apart, and what is left is the same.
   `coupling_laws`: the outcomes of docs/guarantees/slices.md, Lemma 2.4, are laws of geometric noise on both sides,
   and their probabilities are within a factor exp(e_s).

   Not covered: that noise beyond a place is again geometric; how often a cut synchronises; what all cuts cost
   together. SliceConversation.v has the computations. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* s' is s and x, put in at one place *)
Definition one_more (T : Type) (x : T) (s s' : seq T) : Prop := exists a b, s = a ++ b /\ s' = a ++ x :: b.

Section Orders.
Variables (row key : eqType) (has_key : pred row) (key_of : row -> key) (le : rel key).
Hypothesis le_total : total le.
Hypothesis le_trans : transitive le.
Implicit Types (x y : row) (s a b : seq row).

Definition before x y : bool := le (key_of x) (key_of y).
(* x, which stands in front of all of s in the list, goes in front of equal keys *)
Fixpoint insert x s : seq row := if s is y :: s' then (if before x y then x :: s else y :: insert x s') else [:: x].
Definition order s : seq row := foldr insert [::] [seq x <- s | has_key x].

Lemma before_trans : transitive before. Proof. by move=> y x z; apply: le_trans. Qed.
Lemma before_total x y : before x y || before y x. Proof. exact: le_total. Qed.

Lemma insert_perm x s : perm_eq (insert x s) (x :: s).
Proof.
elim: s => [|y s ih] //=; case: ifP => // _.
by apply/permP => p; rewrite /= (permP ih p) /= addnCA.
Qed.
Lemma insert_sorted x s : sorted before s -> sorted before (insert x s).
Proof.
have step z t : path before z t -> before z x -> path before z (insert x t).
  elim: t z => [|y t ih] z /=; first by move=> _ ->.
  by move=> /andP[zy yt] zx; case: ifP => /= xy; rewrite ?zx ?xy ?zy //=; apply: ih => //; have := before_total x y; rewrite xy.
case: s => [|y s] //= ys; case: ifP => /= xy; first by rewrite xy.
by apply: step => //; have := before_total x y; rewrite xy.
Qed.
Theorem order_sorted s : sorted before (order s).
Proof. by rewrite /order; elim: [seq _ <- _ | _] => //= x t; apply: insert_sorted. Qed.
Theorem order_rows s : perm_eq (order s) [seq x <- s | has_key x].
Proof.
rewrite /order; elim: [seq _ <- _ | _] => //= x t ih.
by apply: perm_trans (insert_perm _ _) _; rewrite perm_cons.
Qed.
(* rows of one key stand as in the list *)
Theorem order_stable k s : [seq x <- order s | key_of x == k] = [seq x <- [seq x <- s | has_key x] | key_of x == k].
Proof.
rewrite /order; move: [seq x <- s | has_key x] => w; elim: w => //= x t <-.
elim: (foldr insert [::] t) => [|y u ih] //=; case: ifP => //= xy; rewrite ih.
case: (key_of y =P k) => // yk; case: (key_of x =P k) => // xk.
by move: xy; rewrite /before xk yk; have := le_total k k; rewrite orbb => ->.
Qed.

Lemma insert_one_more y x s s' : sorted before s' -> one_more x s s' -> one_more x (insert y s) (insert y s').
Proof.
move=> srt [a [b [-> E]]]; rewrite E in srt *; elim: a srt {E} => [|z a ih] /= srt.
- case: ifP => yx; last by exists [::], (insert y b).
  exists [:: y], b; split=> //; case: b srt => [|z b] //= /andP[xz _].
  by rewrite (before_trans yx xz).
- case: ifP => yz; first by exists (y :: z :: a), b.
  by have [a' [b' [-> ->]]] := ih (path_sorted srt); exists (z :: a'), b'.
Qed.

Lemma filter_one_more (p : pred row) x s s' : one_more x s s' ->
  if p x then one_more x [seq y <- s | p y] [seq y <- s' | p y] else [seq y <- s | p y] = [seq y <- s' | p y].
Proof.
move=> [a [b [-> ->]]]; rewrite !filter_cat /=; case: (p x) => //.
by exists [seq y <- a | p y], [seq y <- b | p y].
Qed.

Lemma order_one_more x s s' : has_key x -> one_more x s s' -> one_more x (order s) (order s').
Proof.
move=> hx /(filter_one_more has_key); rewrite hx /order => -[a [b [-> ->]]].
elim: a => [|y a ih] /=; last by apply: insert_one_more ih; elim: (a ++ x :: b) => //= z t'; apply: insert_sorted.
elim: (foldr insert [::] b) => [|y t ih] /=; first by exists [::], [::].
case: ifP => _; first by exists [::], (y :: t).
by move: ih => [c [d [-> ->]]]; exists (y :: c), d.
Qed.

(* ---------- a cut ---------- *)
Definition slice N s : seq row := take N (order s).
Definition left_over N s : seq row := [seq x <- s | x \notin slice N s].

Section One.
Variables (x : row) (s s' : seq row).
Hypothesis once : uniq s'.
Hypothesis more : one_more x s s'.

Lemma x_once : uniq (x :: s).
Proof. by move: once; case: more => a [b [-> ->]]; rewrite -cat1s uniq_catCA. Qed.
Lemma x_new : x \notin s. Proof. by have /= := x_once; case/andP. Qed.
Lemma s_once : uniq s. Proof. by have /= := x_once; case/andP. Qed.
Lemma order_once t : uniq t -> uniq (order t).
Proof. by move=> u; rewrite (perm_uniq (order_rows t)) filter_uniq. Qed.

(* the rest of s' where x is left over, and where it is not *)
Lemma rest_with (m : seq row) : x \notin m ->
  one_more x [seq y <- s | y \notin m] [seq y <- s' | y \notin m].
Proof. by move=> xm; have := filter_one_more (fun y => y \notin m) more; rewrite xm. Qed.
Lemma rest_without (m m' : seq row) : x \in m' -> (forall y, y != x -> (y \in m') = (y \in m)) ->
  [seq y <- s | y \notin m] = [seq y <- s' | y \notin m'].
Proof.
move=> xm h; have := filter_one_more (fun y => y \notin m') more; rewrite xm /= => <-.
by apply: eq_in_filter => y ys; rewrite h //; apply: contraNneq x_new => <-.
Qed.

Theorem cut_without_key N : ~~ has_key x ->
  slice N s = slice N s' /\ one_more x (left_over N s) (left_over N s').
Proof.
move=> hx; have E : order s = order s'.
  by have := filter_one_more has_key more; rewrite (negbTE hx) /order => ->.
have xm : x \notin slice N s'.
  apply: contra hx => /mem_take; rewrite (perm_mem (order_rows s')) mem_filter => /andP[] //.
by rewrite /left_over /slice E; split=> //; apply: rest_with.
Qed.

Hypothesis hx : has_key x.
(* where x stands in its order, from 0 on *)
Definition place : nat := index x (order s').

Lemma split_at : exists a b, [/\ order s = a ++ b, order s' = a ++ x :: b, size a = place,
  x \notin a & x \notin b].
Proof.
have [a [b [E E']]] := order_one_more hx more; exists a, b.
have : uniq (x :: (a ++ b)) by have := order_once once; rewrite E' -(cat1s x b) uniq_catCA.
rewrite /= mem_cat negb_or => /andP[/andP[xa xb] _].
by split=> //; rewrite /place E' index_cat (negbTE xa) /= eqxx addn0.
Qed.

Theorem cut_not_reached N : (N <= place)%nat ->
  slice N s = slice N s' /\ one_more x (left_over N s) (left_over N s').
Proof.
have [a [b [E E' <- xa xb]]] := split_at => Na.
have S1 : slice N s = take N a by rewrite /slice E takel_cat.
have S2 : slice N s' = take N a by rewrite /slice E' takel_cat.
rewrite /left_over S1 S2; split=> //; apply: rest_with.
by apply: contra xa => /mem_take.
Qed.

Theorem cut_synchronised N : (place <= N)%nat ->
  one_more x (slice N s) (slice N.+1 s') /\ left_over N s = left_over N.+1 s'.
Proof.
have [a [b [E E' <- xa xb]]] := split_at => aN.
have S1 : slice N s = a ++ take (N - size a) b by rewrite /slice E take_cat ltnNge aN.
have S2 : slice N.+1 s' = a ++ x :: take (N - size a) b by rewrite /slice E' take_cat ltnNge leqW //= subSn.
rewrite /left_over S1 S2; split; first by exists a, (take (N - size a) b).
apply: rest_without; first by rewrite mem_cat mem_head orbT.
by move=> y /negbTE yx; rewrite !mem_cat inE yx.
Qed.

Theorem cut_all N : (size (order s) < N)%nat ->
  one_more x (slice N s) (slice N s') /\ left_over N s = left_over N s'.
Proof.
move=> h; have [a [b [E E' aP xa xb]]] := split_at.
have hs : size (order s') = (size (order s)).+1 by rewrite E E' !size_cat addnS.
have E1 : slice N s' = slice N.+1 s' by rewrite /slice !take_oversize ?hs // ltnW.
rewrite /left_over E1 -/(left_over N s) -/(left_over N.+1 s').
apply: cut_synchronised; apply: leq_trans (ltnW h).
by rewrite -aP E size_cat leq_addr.
Qed.

Theorem cut_apart N : (place < N)%nat -> (N <= size (order s))%nat -> exists y l,
  [/\ slice N s = rcons l y, one_more x l (slice N s') & one_more y (left_over N s) (left_over N s')].
Proof.
have [a [b [E E' <- xa xb]]] := split_at; case: N => // N; rewrite ltnS => aN Ns.
have Nb : (N - size a < size b)%nat by rewrite ltn_subLR // -size_cat -E.
pose k := (N - size a)%nat; pose y := nth x b k; pose l := a ++ take k b.
have S1 : slice N.+1 s = rcons l y.
  rewrite /slice E take_cat ltnNge leqW //= subSn // (take_nth x Nb) /l -/k -/y.
  by rewrite -!cats1 catA.
have S2 : slice N.+1 s' = a ++ x :: take k b by rewrite /slice E' take_cat ltnNge leqW //= subSn.
have uS := order_once s_once.
have yl : y \notin l.
  have := take_uniq N.+1 uS; rewrite -/(slice N.+1 s) S1 rcons_uniq => /andP[] //.
exists y, l; split=> //; first by rewrite S2; exists a, (take k b).
have ys : y \in s.
  have : y \in order s by rewrite E mem_cat; apply/orP; right; apply: mem_nth.
  by rewrite (perm_mem (order_rows s)) mem_filter => /andP[].
have yx : y != x by apply: contraNneq x_new => <-.
have L' : left_over N.+1 s' = [seq z <- s | z \notin l].
  rewrite /left_over S2; symmetry; apply: rest_without; first by rewrite mem_cat mem_head orbT.
  by move=> z /negbTE zx; rewrite /l !mem_cat inE zx.
rewrite L' /left_over S1.
have [c [d cd]] : exists c d, s = c ++ y :: d by case/splitPr: ys => c d; exists c, d.
have : uniq (y :: (c ++ d)) by have := s_once; rewrite cd -(cat1s y d) uniq_catCA.
rewrite cd /= mem_cat negb_or => /andP[/andP[yc yd] _].
exists [seq z <- c | z \notin l], [seq z <- d | z \notin l].
have keep t : y \notin t -> [seq z <- t | z \notin rcons l y] = [seq z <- t | z \notin l].
  by move=> yt; apply: eq_in_filter => z zt; rewrite mem_rcons inE negb_or; case: eqP => // zy; move: yt; rewrite -zy zt.
split; rewrite !filter_cat /= ?keep //; last by rewrite yl.
by rewrite mem_rcons mem_head.
Qed.
End One.
End Orders.

(* ---------- the coupling of docs/guarantees/slices.md ---------- *)
Local Open Scope R_scope.
Section Coupling.
Variable q : R.                        (* exp(- e_s) *)
Hypothesis q01 : 0 < q < 1.
Definition t (i : nat) : R := Rmax 0 (q ^ i + q ^ i.+1 - 1).
(* i rows beyond, apart; and i beyond from the one list, i + 1 from the other: from either list *)
Definition apart_one i := (1 - q) * t i.
Definition apart_more i := (1 - q) * (t i / q).
Definition synchronised_one i := (1 - q) * (q ^ i - t i).
Definition synchronised_more i := (1 - q) * (q ^ i.+1 - t i.+1 / q).

Lemma pow01 i : 0 < q ^ i <= 1.
Proof.
elim: i => [|i ih] /=; first lra.
by split; [apply: Rmult_lt_0_compat; lra | nra].
Qed.

(* i rows beyond the place have (1 - q) q^i on both sides; no part is negative; factors are within 1/q = exp(e_s) *)
Theorem coupling_laws i :
  [/\ apart_one i + synchronised_one i = (1 - q) * q ^ i,
      apart_more 0 = (1 - q) * q ^ 0 /\ apart_more i.+1 + synchronised_more i = (1 - q) * q ^ i.+1,
      0 <= apart_one i /\ 0 <= synchronised_one i /\ 0 <= apart_more i /\ 0 <= synchronised_more i,
      apart_more i = apart_one i / q &
      q * synchronised_one i <= synchronised_more i <= synchronised_one i / q].
Proof.
have p0 := pow01 i.
have pS : q ^ i.+1 = q * q ^ i by []. have pSS : q ^ i.+2 = q * (q * q ^ i) by [].
set u := q ^ i in p0 pS pSS *; have qi : 0 < / q by apply: Rinv_0_lt_compat; lra.
have qq : q * / q = 1 by apply: Rinv_r; lra.
have T : t i = Rmax 0 (u + q * u - 1) by rewrite /t pS.
have TS : t i.+1 = Rmax 0 (q * u + q * (q * u) - 1) by rewrite /t pSS pS.
have tb : 0 <= t i <= u by rewrite T; split; [apply: Rmax_l | apply: Rmax_lub; nra].
have tbS : 0 <= t i.+1 <= q * (q * u).
  rewrite TS; split; [apply: Rmax_l | apply: Rmax_lub; nra].
have i0 : 0 <= t i.+1 / q <= q * u.
  by rewrite /Rdiv; split; [nra | have : t i.+1 * / q <= q * (q * u) * / q by [apply: Rmult_le_compat_r; lra]; nra].
split.
- by rewrite /apart_one /synchronised_one -/u; ring.
- split; last by rewrite /apart_more /synchronised_more; ring.
  rewrite /apart_more /t /= Rmult_1_r Rmax_right; last lra.
  by rewrite (_ : 1 + q - 1 = q); [rewrite /Rdiv qq | ring].
- by rewrite /apart_one /apart_more /synchronised_one /synchronised_more pS -/u; repeat split; try (apply: Rmult_le_pos; lra);
    apply: Rmult_le_pos; [lra | rewrite /Rdiv; nra].
- by rewrite /apart_more /apart_one /Rdiv; ring.
- rewrite /synchronised_one /synchronised_more pS -/u.
  suff : q * (u - t i) <= q * u - t i.+1 / q <= (u - t i) / q.
    move=> [A B]; split; first by nra.
    by rewrite /Rdiv Rmult_assoc; apply: Rmult_le_compat_l; lra.
  have -> : (u - t i) / q = (u - t i) * / q by [].
  have E : t i.+1 / q = Rmax 0 (u + q * u - / q).
    rewrite TS /Rdiv Rmult_comm; case: (Rle_dec 0 (q * u + q * (q * u) - 1)) => h.
      by rewrite !Rmax_right //; nra.
    by rewrite !Rmax_left; nra.
  rewrite E T; set v := / q in qi qq *.
  have v1 : 1 < v by nra.
  by rewrite /Rmax; repeat case: Rle_dec => *; split; nra.
Qed.
End Coupling.
