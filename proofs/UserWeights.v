(* How a user's weight is spread over rows: never more than W together, and little less.

   docs/guarantees/users.md Lemma 1, parts (i) and (iii), for users of at most W rows.

   In words. A user of m <= W rows gives floor(W/m) units with each.
   `spread_at_most`: together at most W.
   `spread_more_than`: together more than W - m.
   `spread_whole`: exactly W = 720,720 for every m from 1 to 16.

   Not covered: users of more than W rows, of whom W rows weigh 1 each; part (ii), that the weights do not
   depend on other users, which is a statement about the code. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import ZArith Lia.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Theorem spread_at_most (W m : nat) : leq (muln m (divn W m)) W.
Proof. by rewrite mulnC; apply: leq_trunc_div. Qed.

Theorem spread_more_than (W m : nat) : leq 1 m -> leq (S W) (addn (muln m (divn W m)) m).
Proof. by move=> m1; have := ltn_ceil W m1; rewrite mulSn mulnC addnC. Qed.

(* in binary numbers, as 720,720 in unary is too long *)
Theorem spread_whole : forall m : BinInt.Z, (1 <= m <= 16)%Z -> (m * (720720 / m) = 720720)%Z.
Proof.
move=> m h; have : (exists k, (k < 16)%coq_nat /\ m = Z.of_nat (S k)).
  by exists (Z.to_nat (m - 1)); split; lia.
move=> [k [hk ->]]; do 16 (case: k hk => [//|k] hk); lia.
Qed.
