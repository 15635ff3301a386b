(* The ledger's arithmetic: basic composition is a privacy filter.

   docs/guarantees/composition.md, "The ledger", Theorem, for the rule "sum of epsilon <= E and sum of delta <= D"
   with mechanisms that are (epsilon, delta)-DP.

   In words. At each step an adversary, who has seen all answers so far, chooses a mechanism and how much it
   costs, (e_i, d_i) with e_i, d_i >= 0, or stops. The ledger grants a request only if the sums, with it, are still at
   most E and D. On neighbouring data the mechanisms have laws that are (e_i, d_i)-indistinguishable.

   `filter`: then the transcript of any number of steps is (E, D)-indistinguishable, whatever was chosen by
   earlier answers.

   Not covered: the concentrated rule (LedgerConcentrated.v); leaks charged in the mean; answers from infinite sets; sessions
   that are interleaved; the 2^-44 that a grant is reduced by; failures and saved ledgers. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Filter.
Variable T : finType.                  (* answers of a step *)

(* A strategy on a pair of neighbours: stop, or run a mechanism that is (e, d)-DP, with its laws on either side,
   and go on by its answer. *)
Inductive strategy : Type :=
| Stop
| Run (e d : R) (p q : T -> R) (next : T -> strategy).

(* the rule: what is left is E and D *)
Fixpoint granted (s : strategy) (E D : R) : Prop := match s with
  | Stop => 0 <= E /\ 0 <= D
  | Run e d p q next =>
      [/\ 0 <= e <= E, 0 <= d <= D, law p /\ law q, indist e d p q & forall t, granted (next t) (E - e) (D - d)]
  end.

(* Transcripts of n steps: an answer of each, None from where the adversary stopped. *)
Fixpoint transcript (n : nat) : finType := match n with
  | 0 => [finType of unit]
  | S n' => [finType of (option T * transcript n')%type] end.

(* the law of a step: its answer, or None surely *)
Definition step (p : T -> R) (o : option T) : R := if o is Some t then p t else 0.
Definition stopped (o : option T) : R := if o is Some _ then 0 else 1.

Unset Implicit Arguments.
(* the law of the transcript of n steps, on the left or the right side *)
Fixpoint run (left : bool) (n : nat) (s : strategy) : transcript n -> R := match n return transcript n -> R with
  | 0 => fun _ => 1
  | S n' => match s with
    | Stop => @joint [finType of option T] (transcript n') stopped (fun _ => run left n' Stop)
    | Run e d p q next =>
        @joint [finType of option T] (transcript n') (step (if left then p else q)) (fun o => run left n' (if o is Some t then next t else Stop))
    end end.
Set Implicit Arguments.

Lemma stopped_law : law stopped.
Proof.
split; first by case=> [t|] /=; lra.
by rewrite S_option /= big1 //; lra.
Qed.
Lemma step_law p : law p -> law (step p).
Proof.
move=> [p0 p1]; split; first by case=> [t|] //=; lra.
by rewrite S_option /= p1; lra.
Qed.
Lemma joint_law (A B : finType) (p : A -> R) (r : A -> B -> R) :
  law p -> (forall a, law (r a)) -> law (joint p r).
Proof.
move=> [p0 p1] h; split=> [[a b]|]; first by apply: Rmult_le_pos => //; case: (h a).
rewrite -(pair_bigA _ (fun a b => p a * r a b)) /= -p1; apply: eq_bigr => a _.
by rewrite S_mull; case: (h a) => _ ->; lra.
Qed.
Lemma run_law left n : forall s E D, granted s E D -> law (run left n s).
Proof.
elim: n => [|n ih] s E D /=.
  by move=> _; split; [move=> _; lra | rewrite (bigD1 tt) //= big1 ?Rplus_0_r // => -[]].
case: s => [|e d p q next] /=.
  by move=> h; apply: joint_law => [|_]; [apply: stopped_law | apply: (ih Stop E D)].
move=> [he hd [lp lq] _ hn]; apply: joint_law; first by apply: step_law; case: (left).
by case=> [t|]; [apply: ih (hn t) | apply: (ih Stop 0 0) => /=; lra].
Qed.

Lemma step_indist e d p q : indist e d p q -> indist e d (step p) (step q).
Proof.
move=> /indist_pos h; apply/indist_pos; rewrite S_option /= Rmult_0_r Rmax_left; last lra.
by rewrite Rplus_0_l.
Qed.
Lemma indist_self (A : finType) e d (p : A -> R) : law p -> 0 <= e -> 0 <= d -> indist e d p p.
Proof.
move=> [p0 _] e0 d0; apply: (@indist_weak _ 0 0) => //.
by apply: indist_pure => a; rewrite exp_0; lra.
Qed.

Theorem filter n : forall s E D, granted s E D ->
  indist E D (run true n s) (run false n s).
Proof.
elim: n => [|n ih] s E D h.
  have [E0 D0] : 0 <= E /\ 0 <= D by case: s h => [|e d p q next] /= [] *; lra.
  by apply: indist_self => //; apply: (@run_law true 0 s E D h).
case: s h => [|e d p q next] /=.
- move=> [E0 D0]; have -> : E = 0 + E by lra.
  have -> : D = 0 + D by lra.
  have g : granted Stop E D by [].
  apply: composition => //.
  + exact: stopped_law.
  + by case: stopped_law.
  + by move=> _; apply: run_law g.
  + by move=> _; case: (run_law false n g).
  + by apply: indist_self; [apply: stopped_law | lra | lra].
  + by move=> _; apply: ih.
- move=> [he hd [lp lq] hi hn]; have -> : E = e + (E - e) by lra.
  have -> : D = d + (D - d) by lra.
  have g o : granted (if o is Some t then next t else Stop) (E - e) (D - d).
    by case: o => [t|] //=; lra.
  apply: composition => //.
  + exact: step_law.
  + by case: (step_law lq).
  + by move=> o; apply: run_law (g o).
  + by move=> o; case: (run_law false n (g o)).
  + lra.
  + exact: step_indist.
  + by move=> o; apply: ih.
Qed.
End Filter.
