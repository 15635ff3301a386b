(* A log-concave sequence that begins with 1: g(u)^a <= g(a)^u for a <= u.

   Discovery.v applies it to 1 - d(a): a user who spreads a contribution over several groups is no likelier
   to be seen than one who puts the most allowed into each of T/u groups. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import Reals Lra Psatz.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section LogConcave.
Variable g : nat -> R.
Hypothesis g1 : g 0%nat = 1.
Variable u : nat.
Hypothesis gpos : forall a, leq a u -> 0 < g a.
Hypothesis gstep : forall a, leq (S (S a)) u -> g (S (S a)) * g a <= g (S a) * g (S a).

(* ratios fall: g(j+1) g(i) <= g(i+1) g(j) for i <= j < u *)
Lemma ratio i j : leq i j -> leq (S j) u -> g (S j) * g i <= g (S i) * g j.
Proof.
move=> ij; elim: j ij => [|j ih] ij ju; first by move: ij; rewrite leqn0 => /eqP ->; lra.
case: (ltngtP i (S j)) ij => // [h _|-> _]; last lra.
have {}ih := ih h (ltnW ju); have hj := gstep ju.
have gi := gpos (a := i) (ltnW (leq_ltn_trans (ltnW h) ju)).
have gj := gpos (a := j) (ltnW (ltnW ju)); have gj1 := gpos (a := S j) (ltnW ju).
apply: (Rmult_le_reg_r (g j)) => //.
have A : g (S (S j)) * g j * g i <= g (S j) * g (S j) * g i by apply: Rmult_le_compat_r; lra.
have B : g (S j) * (g (S j) * g i) <= g (S j) * (g (S i) * g j) by apply: Rmult_le_compat_l; lra.
lra.
Qed.

Lemma pow_le_compat x y n : 0 <= x <= y -> 0 <= pow x n <= pow y n.
Proof. by move=> h; elim: n => [|n ih] /=; [lra | nra]. Qed.

(* with rho = g(a+1)/g(a), a < u: g(k) >= rho^k for k <= a, g(u) <= g(a) rho^(u-a) *)
Lemma log_convex a : leq a u -> pow (g u) a <= pow (g a) u.
Proof.
rewrite leq_eqVlt => /orP[/eqP->|au]; first by right.
have ga := gpos (ltnW au); have ga1 := gpos (a := S a) au.
pose rho := g (S a) / g a; have rho0 : 0 < rho by apply: Rdiv_lt_0_compat.
have lowers k : leq k a -> pow rho k <= g k.
  elim: k => [|k ih] ka; first by rewrite g1 /=; lra.
  have := @ratio k a (ltnW ka) au; have gk := gpos (a := k) (ltnW (ltn_trans ka au)) => h.
  have A : rho * g k <= g (S k).
    by apply: (Rmult_le_reg_r (g a)) => //; rewrite /rho; field_simplify; lra.
  by have := ih (ltnW ka) => /=; nra.
have uppers m : leq (addn a m) u -> g (addn a m) <= g a * pow rho m.
  elim: m => [|m ih]; first by rewrite addn0 /=; lra.
  rewrite addnS => h; have := @ratio a (addn a m) (leq_addr _ _) h => hr.
  have A : g (S (addn a m)) <= rho * g (addn a m).
    by apply: (Rmult_le_reg_r (g a)) => //; rewrite /rho; field_simplify; lra.
  by have := ih (ltnW h) => /=; nra.
have U := uppers (subn u a); rewrite subnKC in U; last exact: ltnW.
have {}U := U (leqnn u); have L := lowers a (leqnn a).
have pra : 0 < pow rho a by apply: pow_lt.
have U' : 0 <= pow (g u) a <= pow (g a * pow rho (subn u a)) a.
  by apply: pow_le_compat; have := gpos (leqnn u); lra.
have -> : pow (g a) u = pow (g a) a * pow (g a) (subn u a).
  by rewrite -pow_add plusE subnKC // ltnW.
apply: (@Rle_trans _ _ _ (proj2 U')); rewrite Rpow_mult_distr -pow_mult Nat.mul_comm pow_mult.
apply: Rmult_le_compat_l; first by left; apply: pow_lt.
have : 0 <= pow (pow rho a) (subn u a) <= pow (g a) (subn u a) by apply: pow_le_compat; lra.
by case.
Qed.
End LogConcave.

(* x^n <= y^n gives x <= y *)
Lemma pow_root x y n : leq 1 n -> 0 <= y -> pow x n <= pow y n -> x <= y.
Proof.
move=> n1 y0 h; case: (Rle_lt_dec x y) => // yx.
have : pow y n < pow x n.
  case: n n1 {h} => // n _; elim: n => [|n ih] /=; first by lra.
  have : 0 <= pow y (S n) by apply: pow_le.
  by move: ih => /=; nra.
lra.
Qed.
