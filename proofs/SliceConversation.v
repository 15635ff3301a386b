(* A conversation about one slice is one computation: a randomised response, drawn once, and what follows from it.

   docs/guarantees/slices-over-rows.md, Lemma 2.

   In words. Requests are made one after the other, each chosen by whatever was seen before; an answer comes from a
   finite set. On either of two lists, b = true and false, the answer to a request has a law that may depend on the
   requests and answers before it. A request is (e, d)-indistinguishable on the two lists, both ways, and its e and
   d may depend on these too. What is refused has e = d = 0 and one answer. On every path the sums of e and of d are
   at most c > 0 and delta <= 1. M b h is the probability, on list b, of the answers of h to the requests of h. A
   machine is what can be asked so: its probabilities are not negative, and those of the answers to one more request
   add up.

   `pure_conversation`: with d = 0 there are machines R true and R false with
       M b = (exp(c) R b + R (not b))/(exp(c) + 1).
   `conversation`: in general there are such machines R, and machines B true and B false, with
       M b = (1 - delta) (exp(c) R b + R (not b))/(exp(c) + 1) + delta (B b).
   `conversation_two_rows`: for lists two rows apart, by the list between: at 2 c, and (1 + exp(c)) delta.

   Not covered: answers from infinite sets; pieces that are conversations themselves (docs/guarantees/composition.md
   says what of these is cited). *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive PairOfLaws.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Conversation.
Variables (Q : Type) (A : finType).    (* requests; answers *)
Definition history := seq (Q * A).      (* the latest first *)
Implicit Types (h : history) (r : Q) (a : A).

Definition machine (X : history -> R) : Prop :=
  [/\ X [::] = 1, forall h, 0 <= X h & forall h r, \S_a X ((r, a) :: h) = X h].
(* the machine that answers by laws K *)
Fixpoint asked (K : history -> Q -> A -> R) h : R :=
  if h is (r, a) :: h' then asked K h' * K h' r a else 1.
(* sums of costs along a history *)
Fixpoint spent (cost : history -> Q -> R) h : R :=
  if h is (r, _) :: h' then spent cost h' + cost h' r else 0.

Lemma asked_machine K : (forall h r, law (K h r)) -> machine (asked K).
Proof.
move=> l; split=> // [h|h r] /=; last by rewrite S_mull; case: (l h r) => _ ->; lra.
by elim: h => [|[r a] h ih] /=; [lra | apply: Rmult_le_pos => //; case: (l h r)].
Qed.

Variable c : R.
Hypothesis c0 : 0 < c.
Let ec : 1 < exp c. Proof. by rewrite -exp_0; apply: exp_increasing. Qed.

(* machines within exp(c) of each other *)
Definition response (P P' : history -> R) h := (exp c * P h - P' h) / (exp c - 1).
Lemma responses P P' : machine P -> machine P' -> (forall h, P' h <= exp c * P h) -> machine (response P P').
Proof.
move=> [P1 P0 PS] [P1' P0' PS'] h; have i0 : 0 < / (exp c - 1) by apply: Rinv_0_lt_compat; lra.
rewrite /response; split.
- by rewrite P1 P1'; field; lra.
- by move=> x; apply: Rmult_le_pos; [have := h x; lra | lra].
- by move=> x r; rewrite S_div S_sub S_mull PS PS'.
Qed.
Lemma response_mixed P P' h :
  P h = (exp c * response P P' h + response P' P h) / (exp c + 1).
Proof. by rewrite /response; field; lra. Qed.

Section Pieces.
Variables (K : bool -> history -> Q -> A -> R) (e d : history -> Q -> R).
Hypothesis K_law : forall b h r, law (K b h r).
Hypothesis e0 : forall h r, 0 <= e h r.
Hypothesis d0 : forall h r, 0 <= d h r.
Hypothesis K_close : forall b h r, indist (e h r) (d h r) (K b h r) (K (~~ b) h r).
Hypothesis e_within : forall h, spent e h <= c.

Let keep h r := 1 - Rmin 1 (d h r).
Lemma keep01 h r : 0 <= keep h r <= 1.
Proof. by rewrite /keep /Rmin; have := d0 h r; case: Rle_dec => *; lra. Qed.

(* the pure piece of each piece; where nothing is kept it is the same on both sides *)
Definition pure b h r : A -> R := if Rle_dec (keep h r) 0 then K true h r
  else fun a => kept (e h r) (d h r) (K b h r) (K (~~ b) h r) a / keep h r.

Lemma kept_piece b h r : let k' := kept (e h r) (d h r) (K b h r) (K (~~ b) h r) in
  [/\ forall a, 0 <= k' a <= K b h r a, \S_a k' a = keep h r &
      forall a, k' a <= exp (e h r) * kept (e h r) (d h r) (K (~~ b) h r) (K b h r) a].
Proof. by apply: mixture_of_pair => //; have := K_close (~~ b) h r; rewrite negbK. Qed.

Lemma pure_law b h r : law (pure b h r).
Proof.
rewrite /pure; case: Rle_dec => [_|/Rnot_le_lt k0] /=; first exact: K_law.
have [A1 A2 _] := kept_piece b h r.
split=> [a|]; first by apply: Rmult_le_pos; [case: (A1 a) | left; apply: Rinv_0_lt_compat].
by rewrite S_div A2; field; lra.
Qed.
Lemma pure_part b h r a : keep h r * pure b h r a <= K b h r a.
Proof.
rewrite /pure; case: Rle_dec => [k0|/Rnot_le_lt k0] /=.
  have := keep01 h r; case: (K_law b h r) => /(_ a) x _; case: (K_law true h r) => /(_ a) y _; nra.
have [A1 _ _] := kept_piece b h r.
by case: (A1 a) => _ x; rewrite /Rdiv (Rmult_comm _ (/ _)) -Rmult_assoc Rinv_r; lra.
Qed.
Lemma pure_close b h r a : pure b h r a <= exp (e h r) * pure (~~ b) h r a.
Proof.
rewrite /pure; case: Rle_dec => [_|/Rnot_le_lt k0] /=.
  by have := exp_ge1 (e0 h r); case: (K_law true h r) => /(_ a) y _; nra.
have [_ _ A3] := kept_piece b h r.
rewrite negbK /Rdiv -Rmult_assoc; apply: Rmult_le_compat_r => //.
by left; apply: Rinv_0_lt_compat.
Qed.

Let M b := asked (K b).
Let P b := asked (pure b).
Let P_machine b : machine (P b). Proof. by apply: asked_machine => *; apply: pure_law. Qed.
Let M_machine b : machine (M b). Proof. by apply: asked_machine. Qed.

Lemma P_close_spent b h : P b h <= exp (spent e h) * P (~~ b) h.
Proof.
rewrite /P; elim: h => [|[r a] h ih] /=; first by rewrite exp_0; lra.
rewrite exp_plus; have [_ p0 _] := P_machine b; have [_ p0' _] := P_machine (~~ b).
have x := pure_close b h r a; have [y _] := pure_law b h r; have [y' _] := pure_law (~~ b) h r.
have := exp_pos (spent e h); have := exp_pos (e h r) => u w.
have -> : exp (spent e h) * exp (e h r) * (asked (pure (~~ b)) h * pure (~~ b) h r a)
  = (exp (spent e h) * P (~~ b) h) * (exp (e h r) * pure (~~ b) h r a) by rewrite /P; ring.
by apply: Rmult_le_compat; [apply: p0 | apply: y | apply: ih | apply: x].
Qed.
Lemma P_close b h : P b h <= exp c * P (~~ b) h.
Proof.
apply: Rle_trans (P_close_spent b h) _; apply: Rmult_le_compat_r; last exact: exp_le.
by have [_ p0 _] := P_machine (~~ b).
Qed.

(* what is kept along a history: all but the sum of d *)
Lemma P_part b h delta : 0 <= delta -> spent d h <= delta <= 1 -> (1 - delta) * P b h <= M b h.
Proof.
have gen : forall h, spent d h <= 1 -> 0 <= spent d h /\ (1 - spent d h) * P b h <= M b h.
  elim=> [|[r a] h' ih] /=; first by move=> _; rewrite /P /M /=; split; lra.
  have dh := d0 h' r => s1; have [s0 m] := ih ltac:(lra).
  have [_ p0 _] := P_machine b; have [_ m0 _] := M_machine b; have [y _] := pure_law b h' r.
  have x := pure_part b h' r a; have [k0 k1] := keep01 h' r.
  split; first lra.
  apply: (@Rle_trans _ (((1 - spent d h') * P b h') * (keep h' r * pure b h' r a))).
    have kd : 1 - d h' r <= keep h' r by rewrite /keep; have := Rmin_r 1 (d h' r); lra.
    have q0 : 0 <= P b h' * pure b h' r a by apply: Rmult_le_pos.
    have X : 1 - (spent d h' + d h' r) <= (1 - spent d h') * keep h' r by nra.
    have Y := Rmult_le_compat_r _ _ _ q0 X.
    apply: (@Rle_trans _ ((1 - (spent d h' + d h' r)) * (P b h' * pure b h' r a))); first by right.
    by apply: Rle_trans Y _; right; ring.
  apply: Rmult_le_compat => //; first by apply: Rmult_le_pos => //; lra.
  by apply: Rmult_le_pos.
move=> D0 [sd d1]; have [_ m] := gen h ltac:(lra); have [_ p0 _] := P_machine b.
by have := p0 h; nra.
Qed.

Definition responses_of b : history -> R := response (P b) (P (~~ b)).

Lemma P_mixed b h : P b h = (exp c * responses_of b h + responses_of (~~ b) h) / (exp c + 1).
Proof. by rewrite /responses_of negbK; apply: response_mixed. Qed.
Lemma responses_machine b : machine (responses_of b).
Proof.
apply: responses => // h.
by have := P_close (~~ b) h; rewrite negbK.
Qed.

(* LEMMA 2 *)
Theorem conversation delta : 0 < delta <= 1 -> (forall h, spent d h <= delta) -> exists Rr B : bool -> history -> R,
  [/\ forall b, machine (Rr b), forall b, machine (B b) & forall b h, asked (K b) h =
    (1 - delta) * ((exp c * Rr b h + Rr (~~ b) h) / (exp c + 1)) + delta * B b h].
Proof.
move=> [D0 D1] sd; exists responses_of, (fun b h => (M b h - (1 - delta) * P b h) / delta).
have i0 : 0 < / delta by apply: Rinv_0_lt_compat.
split=> [||b h]; first exact: responses_machine; last by rewrite -P_mixed /M; field; lra.
move=> b; have [M1 M0 MS] := M_machine b; have [P1 P0 PS] := P_machine b; split.
- by rewrite M1 P1; field; lra.
- by move=> h; apply: Rmult_le_pos; [have := P_part b (Rlt_le _ _ D0) (conj (sd h) D1); lra | lra].
- by move=> h r; rewrite S_div S_sub S_mull MS PS.
Qed.
End Pieces.

(* the same with d = 0 *)
Theorem pure_conversation (K : bool -> history -> Q -> A -> R) (e : history -> Q -> R) :
  (forall b h r, law (K b h r)) -> (forall h r, 0 <= e h r) ->
  (forall b h r, indist (e h r) 0 (K b h r) (K (~~ b) h r)) -> (forall h, spent e h <= c) ->
  exists Rr : bool -> history -> R, (forall b, machine (Rr b)) /\
    forall b h, asked (K b) h = (exp c * Rr b h + Rr (~~ b) h) / (exp c + 1).
Proof.
move=> Kl e0 Kc ew.
have pw b h r a : K b h r a <= exp (e h r) * K (~~ b) h r a.
  by have := Kc b h r [set a]; rewrite /Pr !big_set1; lra.
have close b h : asked (K b) h <= exp c * asked (K (~~ b)) h.
  have [_ m0 _] := @asked_machine (K b) (Kl b); have [_ m0' _] := @asked_machine (K (~~ b)) (Kl (~~ b)).
  apply: (@Rle_trans _ (exp (spent e h) * asked (K (~~ b)) h)); last first.
    by apply: Rmult_le_compat_r => //; apply: exp_le.
  elim: h => [|[r a] h ih] /=; first by rewrite exp_0; lra.
  have [x _] := Kl b h r; rewrite exp_plus.
  have -> : exp (spent e h) * exp (e h r) * (asked (K (~~ b)) h * K (~~ b) h r a)
    = (exp (spent e h) * asked (K (~~ b)) h) * (exp (e h r) * K (~~ b) h r a) by ring.
  exact: Rmult_le_compat.
exists (fun b => response (asked (K b)) (asked (K (~~ b)))); split=> b.
- apply: responses; try exact: asked_machine.
  by move=> h; have := close (~~ b) h; rewrite negbK.
- by move=> h; rewrite negbK; apply: response_mixed.
Qed.
End Conversation.

(* lists two rows apart: K false and K true, with K0 for the list between *)
Theorem conversation_two_rows (Q : Type) (A : finType) (K : bool -> history Q A -> Q -> A -> R)
  (K0 : history Q A -> Q -> A -> R) (e d : history Q A -> Q -> R) c delta :
  0 < c -> 0 < (1 + exp c) * delta <= 1 ->
  (forall b h r, law (K b h r)) -> (forall h r, law (K0 h r)) -> (forall h r, 0 <= e h r) -> (forall h r, 0 <= d h r) ->
  (forall b h r, indist (e h r) (d h r) (K b h r) (K0 h r)) ->
  (forall b h r, indist (e h r) (d h r) (K0 h r) (K b h r)) ->
  (forall h, spent e h <= c) -> (forall h, spent d h <= delta) ->
  let D := (1 + exp c) * delta in
  exists Rr B : bool -> history Q A -> R,
  [/\ forall b, machine (Rr b), forall b, machine (B b) & forall b h, asked (K b) h =
    (1 - D) * ((exp (2 * c) * Rr b h + Rr (~~ b) h) / (exp (2 * c) + 1)) + D * B b h].
Proof.
move=> c0 D01 Kl K0l e0 d0 to0 from0 ew dw D.
have ge0 (f : history Q A -> Q -> R) h : (forall h r, 0 <= f h r) -> 0 <= spent f h.
  by move=> f0; elim: h => [|[r a] h ih] /=; [lra | have := f0 h r; lra].
apply: (@conversation Q A (2 * c) _ K (fun h r => 2 * e h r) (fun h r => (1 + exp (e h r)) * d h r)) => //.
- by lra.
- by move=> h r; have := e0 h r; lra.
- by move=> h r; apply: Rmult_le_pos => //; have := exp_pos (e h r); lra.
- by move=> b h r; apply: (@add_remove_twice _ _ _ _ (K0 h r)).
- move=> h; suff -> : spent (fun h r => 2 * e h r) h = 2 * spent e h by have := ew h; lra.
  by elim: h => [|[r a] h ih] /=; [lra | rewrite ih; lra].
- move=> h; apply: (@Rle_trans _ ((1 + exp c) * spent d h)); last first.
    by apply: Rmult_le_compat_l => //; have := exp_pos c; lra.
  elim: h => [|[r a] h ih] /=; first lra.
  have ec : exp (e h r) <= exp c.
    by apply: exp_le; have := ew ((r, a) :: h) => /=; have := ge0 e h e0; lra.
  by have := d0 h r; nra.
Qed.
