(* Cut choice is (e, delta)-DP for users, over any number of groups.

   docs/guarantees/cut-choice.md, "Candidates" and "Cut choice is such a draw"; docs/guarantees/users.md
   Theorem 6.

   In words. Keys have L bits. Every prefix of a length below L offers its cut, the largest key below its
   left child, with score min(w, depth + c); every key offers itself, with score w. Depth and w are in
   users. The user's rows weigh at most 1 over all groups. Let e > 0, 0 < delta <= 1 - exp(-e) and
   b >= (L + 1)(exp(e) - 1)(1/delta - 1).

   `cut_choice_users`: add-remove of a user, (e, 0) one way and (e, delta) the other, for all groups at once.
   `cut_choice_users_replace`: replace of a user, (2 e, delta).

   Not covered: clamping of the key to a domain (post-processing); the trimming of Theorem 7; accuracy. *)
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import zify_ssreflect.
From Coq Require Import Reals Lra Psatz.
From Logstar Require Import Privacy StableChoice.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section CutChoice.
Variable L : nat.                          (* keys of L bits *)
Let keys := 'I_(expn 2 L).
Definition rows := keys -> R.              (* what all rows at a key weigh, in users *)
Implicit Types D u : rows.
Definition total D := \S_x D x.
Definition plus D u : rows := fun x => D x + u x.

(* a prefix: its length l <= L, its number; keys are the prefixes of length L.
   (Numbers from 2^l on have no keys below them, so weight 0.) *)
Definition prefix := ('I_L.+1 * keys)%type.
Definition width (l : 'I_L.+1) : nat := expn 2 (subn L l).
Definition below (v : prefix) (x : keys) : bool := divn x (width v.1) == v.2.
Definition w D (v : prefix) := \S_(x | below v x) D x.
(* the cut: the largest key below the left child of v *)
Definition cut (v : prefix) : nat := predn (addn (muln v.2 (width v.1)) (divn (width v.1) 2)).
Definition le_cut (z : nat) (x : keys) : bool := leq x z.
Definition ge_cut (z : nat) (x : keys) : bool := leq z x.
Definition depth D (z : nat) := Rmin (\S_(x | le_cut z x) D x) (\S_(x | ge_cut z x) D x).
Variable c : R.                            (* the head start *)
Definition score D (v : prefix) :=
  if leq (S v.1) L then Rmin (w D v) (depth D (cut v) + c) else w D v.
Definition length_of (v : prefix) : 'I_L.+1 := v.1.

Lemma sum_part (Q : pred keys) u : (forall x, 0 <= u x) -> 0 <= \S_(x | Q x) u x <= total u.
Proof. by move=> u0; split; [apply: S_ge0 | apply: S_sub_pred]. Qed.

Lemma cut_choice_adds D u : (forall x, 0 <= D x) -> (forall x, 0 <= u x) ->
  adds length_of (total u) (score D) (w D) (score (plus D u)) (w (plus D u)).
Proof.
move=> D0 u0.
have wE v : w (plus D u) v = w D v + w u v by rewrite /w /plus S_add.
have wu v : 0 <= w u v <= total u by apply: sum_part.
have dE z : 0 <= depth (plus D u) z - depth D z <= total u.
  rewrite /depth /plus !S_add.
  have := @sum_part (le_cut z) u u0; have := @sum_part (ge_cut z) u u0.
  by rewrite /Rmin; case: Rle_dec; case: Rle_dec => *; lra.
split.
- by have := @sum_part xpredT u u0; rewrite -/(total u); lra.
- by move=> v; apply: S_ge0.
- by move=> v; rewrite wE; have := wu v; lra.
- move=> v; rewrite /score; case: ifP => _; last by rewrite wE; have := wu v; lra.
  by rewrite wE; have := wu v; have := dE (cut v); rewrite /Rmin; case: Rle_dec; case: Rle_dec => *; lra.
- by move=> v; rewrite /score; case: ifP => _; [apply: Rmin_l | lra].
- move=> l.
  rewrite (eq_bigr (w u)) => [|v _]; last by rewrite wE; lra.
  have -> : \S_(v | length_of v == l) w u v = \S_b w u (l, b).
    rewrite (reindex (fun b : keys => (l, b))) /=; last first.
      by exists snd => [b _ // | [l' b]]; rewrite inE /length_of /= => /eqP ->.
    by apply: eq_bigl => b; rewrite /length_of eqxx.
  right; rewrite /total /w (exchange_big_dep xpredT) //=.
  rewrite [LHS](eq_bigr u) // => x _.
  have lt : leq (S (divn x (width l))) (expn 2 L).
    by apply: leq_ltn_trans (leq_div _ _) (ltn_ord x).
  rewrite (big_pred1 (Ordinal lt)) // => b; rewrite /below /=.
  by rewrite -val_eqE /= eq_sym.
Qed.
End CutChoice.

(* THEOREM 6 of users.md for cut choice: keys of L bits, K = L + 1, D g the rows
   of group g, u g those of the user, who weighs at most 1 over all groups. *)
Theorem cut_choice_users (G : finType) (L : nat) (c e delta b : R) (D u : G -> rows L) :
  0 < e -> 0 < delta -> delta <= 1 - exp (- e) ->
  INR (L + 1) * (exp e - 1) * (1 / delta - 1) <= b ->
  (forall g x, 0 <= D g x) -> (forall g x, 0 <= u g x) -> \S_g total (u g) <= 1 ->
  let mech (D : G -> rows L) := draws (fun g => draw e b (score c (D g)) (w (D g))) in
  indist e 0 (mech D) (mech (fun g => plus (D g) (u g))) /\
  indist e delta (mech (fun g => plus (D g) (u g))) (mech D).
Proof.
move=> e0 d0 cap hb D0 u0 u1 mech.
have hb' : INR L.+1 * (exp e - 1) * (1 / delta - 1) <= b by rewrite -[L.+1]addn1 -plusE.
apply: (stable_choice_add_remove e0 d0 cap _ hb' (fam := @length_of L) (x := fun g => total (u g))) => // g.
exact: cut_choice_adds.
Qed.

(* ... and under replace: (2 e, delta) *)
Theorem cut_choice_users_replace (G : finType) (L : nat) (c e delta b : R) (A u v : G -> rows L) :
  0 < e -> 0 < delta -> delta <= 1 - exp (- e) ->
  INR (L + 1) * (exp e - 1) * (1 / delta - 1) <= b ->
  (forall g x, 0 <= A g x) -> (forall g x, 0 <= u g x) -> \S_g total (u g) <= 1 ->
  (forall g x, 0 <= v g x) -> \S_g total (v g) <= 1 ->
  let mech (D : G -> rows L) := draws (fun g => draw e b (score c (D g)) (w (D g))) in
  indist (2 * e) delta (mech (fun g => plus (A g) (v g))) (mech (fun g => plus (A g) (u g))).
Proof.
move=> e0 d0 cap hb A0 u0 u1 v0 v1 mech.
have hb' : INR L.+1 * (exp e - 1) * (1 / delta - 1) <= b by rewrite -[L.+1]addn1 -plusE.
apply: (stable_choice_replace e0 d0 cap _ hb' (fam := @length_of L)
  (x := fun g => total (u g)) (y := fun g => total (v g))
  (sA := fun g => score c (A g)) (wA := fun g => w (A g))) => // g; exact: cut_choice_adds.
Qed.
