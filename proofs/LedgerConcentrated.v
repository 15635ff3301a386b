(* The ledger's arithmetic: concentrated composition is a privacy filter.

   docs/guarantees/composition.md, "The ledger", Theorem, for the rule "sum of delta <= D - T, and sum of epsilon <=
   E or sum of rho <= R".

   In words. At each step an adversary, who has seen all answers so far, chooses a mechanism; stopping is a step
   whose answer tells nothing. A step has laws p and q on neighbours, and is charged (epsilon, delta, rho): there
   are laws p' and q' with p >= (1 - delta) p' and q >= (1 - delta) q'; p' <= exp(epsilon) q'; and the mean under p'
   of exp((a - 1) ln(p'/q')) is at most exp((a - 1) a rho). a > 1 is the order that R was computed with: c exp((a -
   1) (a R - E)) <= T, c = (1/a) ((a - 1)/a)^(a - 1).

   `conversion`: 1 - exp(-x) <= c exp((a - 1) x) for every x.
   `concentrated_filter`: if the sums of each transcript of n steps satisfy the rule, its law on p is at most exp(E)
   times that on q, and D. Exchange p and q for the other direction.

   PureStep.v and BoundedRange.v say what steps are charged: epsilon^2/2 and epsilon^2/8.

   Not covered: leaks charged in the mean; steps with two splits; infinite sets of answers; sessions that are
   interleaved. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy Superadditive PairOfLaws.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma ln_below x y : 0 < x -> 0 < y -> ln x <= x / y - 1 + ln y.
Proof.
move=> x0 y0; have h := exp_ineq1_le (ln x - ln y).
have E : exp (ln x - ln y) = x / y by rewrite /Rminus exp_plus exp_Ropp !exp_ln.
by rewrite E in h; lra.
Qed.

Section Order.
Variable a : R.
Hypothesis a1 : 1 < a.
Definition constant : R := exp (- ln a + (a - 1) * ln ((a - 1) / a)).

Theorem conversion x : 1 - exp (- x) <= constant * exp ((a - 1) * x).
Proof.
case: (Rle_lt_dec x 0) => x0.
  have : 1 <= exp (- x) by apply: exp_ge1; lra.
  by have := Rmult_lt_0_compat _ _ (exp_pos (- ln a + (a - 1) * ln ((a - 1) / a))) (exp_pos ((a - 1) * x)); rewrite -/constant; lra.
have y1 : exp (- x) < 1 by rewrite -exp_0; apply: exp_increasing; lra.
set y := exp (- x) in y1 *; have y0 : 0 < y by apply: exp_pos.
have xE : x = - ln y by rewrite /y ln_exp; lra.
have i0 : 0 < / a by apply: Rinv_0_lt_compat; lra.
have b0 : 0 < (a - 1) / a by apply: Rdiv_lt_0_compat; lra.
have A := @ln_below (1 - y) (/ a) ltac:(lra) i0; have B := @ln_below y ((a - 1) / a) y0 b0.
rewrite -(exp_ln (1 - y)); last lra.
rewrite /constant -exp_plus; apply: exp_le; rewrite xE.
have A' : ln (1 - y) <= (1 - y) * a - 1 - ln a.
  by move: A; rewrite ln_Rinv; [rewrite /Rdiv Rinv_involutive; lra | lra].
have B' : (a - 1) * ln y <= y * a - (a - 1) + (a - 1) * ln ((a - 1) / a).
  have := Rmult_le_compat_l (a - 1) _ _ ltac:(lra) B.
  have -> : (a - 1) * (y / ((a - 1) / a) - 1 + ln ((a - 1) / a)) = y * a - (a - 1) + (a - 1) * ln ((a - 1) / a) by field; lra.
  by [].
lra.
Qed.

Section Filter.
Variable T : finType.                  (* answers of a step *)
Record step := Step { eps : R; delta : R; rho : R; p : T -> R; q : T -> R; p' : T -> R; q' : T -> R }.

(* the loss of a part; where p' is 0 the factor does not matter *)
Definition moment (s : step) t := p' s t * exp ((a - 1) * ln (p' s t / q' s t)).
Definition charged (s : step) : Prop :=
  [/\ 0 <= eps s, 0 <= delta s <= 1, [/\ law (p s), law (q s), law (p' s) & law (q' s)],
      (forall t, (1 - delta s) * p' s t <= p s t /\ (1 - delta s) * q' s t <= q s t) &
      (forall t, p' s t <= exp (eps s) * q' s t) /\ \S_t moment s t <= exp ((a - 1) * (a * rho s))].

Variable adversary : seq T -> step.    (* by the answers so far, the latest first *)
Hypothesis all_charged : forall h, charged (adversary h).
Implicit Types (h : seq T) (F H : seq T -> R).

Fixpoint sums n h F : R := if n is m.+1 then \S_t sums m (t :: h) F else F h.
Fixpoint product (f : step -> T -> R) h : R := if h is t :: h' then product f h' * f (adversary h') t else 1.
Fixpoint spent (f : step -> R) h : R := if h is _ :: h' then spent f h' + f (adversary h') else 0.

Lemma sums_le n h F H : (forall h', size h' = addn n (size h) -> F h' <= H h') -> sums n h F <= sums n h H.
Proof.
elim: n h => [|n ih] h le /=; first exact: le.
by apply: S_le => t _; apply: ih => h' E; apply: le; rewrite E /= addnS.
Qed.
Lemma sums_add n h F H : sums n h (fun x => F x + H x) = sums n h F + sums n h H.
Proof. by elim: n h => [|n ih] h //=; rewrite -S_add; apply: eq_bigr => t _. Qed.
Lemma sums_mull n h k F : sums n h (fun x => k * F x) = k * sums n h F.
Proof. by elim: n h => [|n ih] h //=; rewrite -S_mull; apply: eq_bigr => t _. Qed.
Lemma sums_ge0 n h F : (forall x, 0 <= F x) -> 0 <= sums n h F.
Proof. by move=> f0; elim: n h => [|n ih] h //=; apply: S_ge0. Qed.

(* steps whose factors add up to 1, or to 1 at most *)
Lemma product_sum f n h : (forall s, charged s -> \S_t f s t = 1) -> sums n h (product f) = product f h.
Proof.
move=> f1; elim: n h => [|n ih] h //=.
rewrite (eq_bigr (fun t => product f h * f (adversary h) t)) => [|t _]; last by rewrite ih.
by rewrite S_mull f1 // Rmult_1_r.
Qed.
Lemma product_ge0 f h : (forall s t, charged s -> 0 <= f s t) -> 0 <= product f h.
Proof. by move=> f0; elim: h => [|t h ih] /=; [lra | apply: Rmult_le_pos => //; apply: f0]. Qed.
Lemma product_sum_le f n h : (forall s t, charged s -> 0 <= f s t) -> (forall s, charged s -> \S_t f s t <= 1) ->
  sums n h (product f) <= product f h.
Proof.
move=> f0 f1; elim: n h => [|n ih] h /=; first lra.
apply: (@Rle_trans _ (\S_t (product f h * f (adversary h) t))); first by apply: S_le => t _; apply: ih.
rewrite S_mull -[X in _ <= X]Rmult_1_r; apply: Rmult_le_compat_l; [exact: product_ge0 | exact: f1].
Qed.

Let P := product p. Let Q := product q. Let P' := product p'. Let Q' := product q'.
Definition kept h := product (fun s _ => 1 - delta s) h.
(* exp((a - 1) L - (a - 1) a (sum of rho)) times the law of the parts *)
Definition grown h := product (fun s t => moment s t * exp (- ((a - 1) * (a * rho s)))) h.

Let law_ge0 s t : charged s -> [/\ 0 <= p s t, 0 <= q s t, 0 <= p' s t & 0 <= q' s t].
Proof. by move=> [_ _ [[A _] [B _] [C _] [D _]] _ _]. Qed.
Let P0 h : 0 <= P h. Proof. by apply: product_ge0 => s t /(@law_ge0 s t)[]. Qed.
Let Q0 h : 0 <= Q h. Proof. by apply: product_ge0 => s t /(@law_ge0 s t)[]. Qed.
Let P'0 h : 0 <= P' h. Proof. by apply: product_ge0 => s t /(@law_ge0 s t)[]. Qed.
Let Q'0 h : 0 <= Q' h. Proof. by apply: product_ge0 => s t /(@law_ge0 s t)[]. Qed.
Let moment_ge0 s t : charged s -> 0 <= moment s t.
Proof. by move=> /(@law_ge0 s t)[_ _ A _]; apply: Rmult_le_pos => //; left; apply: exp_pos. Qed.
Let grown0 h : 0 <= grown h.
Proof.
by apply: product_ge0 => s t cs; apply: Rmult_le_pos; [apply: moment_ge0 | left; apply: exp_pos].
Qed.

Lemma kept01 h : 0 <= kept h <= 1 /\ 1 - spent delta h <= kept h.
Proof.
elim: h => [|t h [ih ih']] /=; first by rewrite /kept /=; lra.
have [_ d01 _ _ _] := all_charged h; rewrite /kept /= -/(kept h).
by split; [split; nra | nra].
Qed.
Lemma kept_part h : kept h * P' h <= P h /\ kept h * Q' h <= Q h.
Proof.
elim: h => [|t h [ihp ihq]] /=; first by rewrite /kept /P /P' /Q /Q' /=; lra.
have [_ d01 _ part _] := all_charged h; have [hp hq] := part t.
have [pp qq pp' qq'] := law_ge0 t (all_charged h); have [[k0 k1] _] := kept01 h.
rewrite /kept /P /P' /Q /Q' /= -/(kept h) -/(P h) -/(P' h) -/(Q h) -/(Q' h).
split.
- have -> : kept h * (1 - delta (adversary h)) * (P' h * p' (adversary h) t)
    = (kept h * P' h) * ((1 - delta (adversary h)) * p' (adversary h) t) by ring.
  by apply: Rmult_le_compat => //; apply: Rmult_le_pos => //; lra.
- have -> : kept h * (1 - delta (adversary h)) * (Q' h * q' (adversary h) t)
    = (kept h * Q' h) * ((1 - delta (adversary h)) * q' (adversary h) t) by ring.
  by apply: Rmult_le_compat => //; apply: Rmult_le_pos => //; lra.
Qed.
Lemma loss_within h : P' h <= exp (spent eps h) * Q' h.
Proof.
elim: h => [|t h ih] /=; first by rewrite /P' /Q' /= exp_0; lra.
have [_ _ _ _ [e _]] := all_charged h; have [_ _ pp' qq'] := law_ge0 t (all_charged h).
rewrite /P' /Q' /= -/(P' h) -/(Q' h) exp_plus.
have -> : exp (spent eps h) * exp (eps (adversary h)) * (Q' h * q' (adversary h) t)
  = (exp (spent eps h) * Q' h) * (exp (eps (adversary h)) * q' (adversary h) t) by ring.
exact: Rmult_le_compat.
Qed.
Lemma grown_is h : 0 < P' h -> 0 < Q' h /\
  grown h = P' h * exp ((a - 1) * ln (P' h / Q' h) - (a - 1) * (a * spent rho h)).
Proof.
elim: h => [|t h ih]; first by rewrite /P' /Q' /grown /= => _; split; [lra | rewrite (_ : 1 / 1 = 1) ?ln_1 ?Rmult_0_r ?Rminus_0_r ?exp_0; [lra | field]].
rewrite /P' /Q' /grown /= -/(P' h) -/(Q' h) -/(grown h) => h0.
have [_ _ pp' qq'] := law_ge0 t (all_charged h); have [_ _ _ _ [e _]] := all_charged h.
have h1 : 0 < P' h by case: (P'0 h) => // E; rewrite -E in h0; lra.
have t1 : 0 < p' (adversary h) t by case: pp' => // E; rewrite -E in h0; lra.
have t2 : 0 < q' (adversary h) t.
  case: qq' => // E; have := e t; rewrite -E Rmult_0_r; lra.
have [h2 ->] := ih h1; split; first exact: Rmult_lt_0_compat.
rewrite /moment.
have -> : P' h * p' (adversary h) t / (Q' h * q' (adversary h) t) = (P' h / Q' h) * (p' (adversary h) t / q' (adversary h) t).
  by field; lra.
rewrite ln_mult; [|exact: Rdiv_lt_0_compat | exact: Rdiv_lt_0_compat].
set x := ln (P' h / Q' h); set y := ln (_ / _); set r := rho _; set S := spent rho h.
have -> : (a - 1) * (x + y) - (a - 1) * (a * (S + r)) = ((a - 1) * x - (a - 1) * (a * S)) + ((a - 1) * y + - ((a - 1) * (a * r))) by ring.
by rewrite !exp_plus; ring.
Qed.

Variables (n : nat) (E D Tl R0 : R).
Hypothesis Tl_order : constant * exp ((a - 1) * (a * R0 - E)) <= Tl.
(* the rule, of what is spent in all *)
Hypothesis rule : forall h, size h = n ->
  spent delta h <= D - Tl /\ (spent eps h <= E \/ spent rho h <= R0).

Let C := constant * exp ((a - 1) * (a * R0 - E)).
Let C0 : 0 < C. Proof. by apply: Rmult_lt_0_compat; apply: exp_pos. Qed.

(* what the parts have beyond exp(E) *)
Lemma beyond h : size h = n -> P' h <= exp E * Q' h + C * grown h.
Proof.
move=> hn; have g0 := grown0 h; have q0 := Q'0 h; have [_ [e|r]] := rule hn.
  apply: Rle_trans (loss_within h) _.
  have := Rmult_le_compat_r _ _ _ q0 (exp_le e); have := Rmult_le_pos _ _ (Rlt_le _ _ C0) g0; lra.
case: (P'0 h) => [h0|<-]; last first.
  by have := Rmult_le_pos _ _ (Rlt_le _ _ C0) g0; have := Rmult_le_pos _ _ (Rlt_le _ _ (exp_pos E)) q0; lra.
have [h1 ->] := grown_is h0; set L := ln (P' h / Q' h).
have A := conversion (L - E).
have qE : exp (- L) * P' h = Q' h.
  by rewrite /L exp_Ropp exp_ln; [field; lra | apply: Rdiv_lt_0_compat].
have -> : exp E * Q' h = P' h * exp (- (L - E)).
  by rewrite -qE -Rmult_assoc -exp_plus Rmult_comm; congr (_ * exp _); ring.
have B : constant * exp ((a - 1) * (L - E)) <= C * exp ((a - 1) * L - (a - 1) * (a * spent rho h)).
  rewrite /C Rmult_assoc -exp_plus; apply: Rmult_le_compat_l; first by left; apply: exp_pos.
  apply: exp_le; have : (a - 1) * (a * spent rho h) <= (a - 1) * (a * R0).
    by apply: Rmult_le_compat_l; [lra | apply: Rmult_le_compat_l; lra].
  lra.
have : P' h * 1 <= P' h * (exp (- (L - E)) + C * exp ((a - 1) * L - (a - 1) * (a * spent rho h))).
  by apply: Rmult_le_compat_l; lra.
lra.
Qed.

(* THEOREM: every event F of transcripts of n answers *)
Theorem concentrated_filter (F : pred (seq T)) :
  sums n [::] (fun h => if F h then P h else 0) <= exp E * sums n [::] (fun h => if F h then Q h else 0) + D.
Proof.
pose leak h := P h + (- (1 - (D - Tl))) * P' h.
apply: (@Rle_trans _ (sums n [::] (fun h => exp E * (if F h then Q h else 0) + (leak h + C * grown h)))).
  apply: sums_le => h; rewrite addn0 => hn; have [d _] := rule hn.
  have [[k0 k1] k2] := kept01 h; have [hp hq] := kept_part h; have b := beyond hn.
  have g0 := Rmult_le_pos _ _ (Rlt_le _ _ C0) (grown0 h).
  have l0 : P h - kept h * P' h <= leak h by rewrite /leak; have := P'0 h; nra.
  have lk : 0 <= P h - kept h * P' h by lra.
  case: (F h); last lra.
  have x : kept h * P' h <= exp E * (kept h * Q' h) + C * grown h.
    have := Rmult_le_compat_l _ _ _ k0 b; have : kept h * (C * grown h) <= 1 * (C * grown h) by apply: Rmult_le_compat_r.
    lra.
  have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (exp_pos E)) hq; lra.
rewrite !sums_add !sums_mull.
have one f (fl : forall s, charged s -> \S_t f s t = 1) : sums n [::] (product f) = 1.
  by rewrite product_sum.
have SP : sums n [::] P = 1 by apply: one => s [_ _ [[_ ->]]].
have SP' : sums n [::] P' = 1 by apply: one => s [_ _ [_ _ [_ ->]]].
have SG : sums n [::] grown <= 1.
  apply: (@Rle_trans _ (grown [::])); last by rewrite /grown /=; lra.
  apply: product_sum_le => [s t cs|s cs]; first by apply: Rmult_le_pos; [apply: moment_ge0 | left; apply: exp_pos].
  have [_ _ _ _ [_ m]] := cs; rewrite (eq_bigr (fun t => exp (- ((a - 1) * (a * rho s))) * moment s t)) => [|t _]; last by rewrite Rmult_comm.
  rewrite S_mull; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (exp_pos (- ((a - 1) * (a * rho s))))) m.
  by rewrite exp_opp.
have CT : C <= Tl by exact: Tl_order.
rewrite SP SP'; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ C0) SG; lra.
Qed.
End Filter.
End Order.
