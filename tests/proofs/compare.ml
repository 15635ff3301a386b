(* The references that Coq extracted, on floating-point numbers beside the laws of the C++ code, and that of cut
   choice on exact fractions: (epsilon, delta) over all neighbours of small tables. Fails if a law is off by more than
   rounding explains, if bottom weighs less than the theorem asks for, or if a fraction exceeds delta. *)
open References

(* Laws are sums of a few dozen rounded terms, each at most 1; a wrong constant moves them by 1e-3 and more. *)
let tolerance = 1e-14

type found = { mutable laws : int; mutable worst : float }

let failures = ref 0
let fail text = incr failures; print_endline text

let key f c = let r = { laws = 0; worst = 0. } in Hashtbl.add f c r; r
let found : (string, found) Hashtbl.t = Hashtbl.create 3
let found_of kind = try Hashtbl.find found kind with Not_found -> key found kind

let compare_law kind line expected got =
  let f = found_of kind in
  f.laws <- f.laws + 1;
  List.iter2 (fun e g ->
    let off = abs_float (e -. g) in
    f.worst <- max f.worst off;
    if not (off <= tolerance) then fail (Printf.sprintf "off by %g: %s" off line)) expected got

(* The numbers from place i on: n weights, then the law, none first. *)
let weights_and_law fields i n =
  let weight z = int_of_string fields.(i + z) in
  weight, List.init (n + 1) (fun v -> float_of_string fields.(i + n + v))

let cut line f =
  let bits = int_of_string f.(1) and rate = float_of_string f.(2) and c = int_of_string f.(3) in
  let b = exp (rate *. float_of_string f.(4)) and least = float_of_string f.(5) in
  let size = 1 lsl bits in
  let d, got = weights_and_law f 6 size in
  let ex n = exp (rate *. float n) in
  if b < least then fail ("bottom weighs less than the theorem asks for: " ^ line);
  let none = r_none 0. 1. (+.) (-.) ( *. ) (/.) ex bits d c b in
  let at z = r_key 0. 1. (+.) (-.) ( *. ) (/.) ex bits d c b z in
  compare_law "cut choice" line (none :: List.init size at) got

let rank line f =
  let bits = int_of_string f.(1) and rate = float_of_string f.(2) in
  let a = int_of_string f.(3) and b = int_of_string f.(4) in
  let none = if f.(5) = "no" then 0. else exp (rate *. float_of_string f.(5)) in
  let size = 1 lsl bits in
  let d, got = weights_and_law f 6 size in
  let ex n = exp (rate *. float n) in
  let score = if b = 0 then r_depth_score size d else r_quantile_score size d a b in
  let expected =
    r_abstain 0. (+.) (/.) ex size none score
    :: List.init size (fun z -> r_rank 0. (+.) (/.) ex size none score z) in
  compare_law (if b = 0 then "depth" else "quantile") line expected got

let groups line f =
  let q = exp (-. float_of_string f.(1)) and t = int_of_string f.(2) and x = int_of_string f.(3) in
  let expected =
    r_withheld 1. (+.) (-.) ( *. ) (/.) q t x
    :: List.init (x + t + 1) (fun y -> r_released 0. 1. (+.) (-.) ( *. ) (/.) q t x y) in
  compare_law "private groups" line expected
    (List.init (x + t + 2) (fun v -> float_of_string f.(4 + v)))

let () =
  let lines = open_in Sys.argv.(1) in
  (try
    while true do
      let line = input_line lines in
      let f = Array.of_list (String.split_on_char ' ' line) in
      match f.(0) with
      | "cut" -> cut line f
      | "rank" -> rank line f
      | "groups" -> groups line f
      | _ -> fail ("unknown law: " ^ line)
    done
  with End_of_file -> ());
  List.iter (fun kind ->
    match Hashtbl.find_opt found kind with
    | Some { laws; worst } -> Printf.printf "%s: %d laws, largest difference %.2g\n" kind laws worst
    | None -> fail ("no law of " ^ kind))
    [ "cut choice"; "depth"; "quantile"; "private groups" ]

(* Exact fractions: e^(e/W) = 3/2 with two units a user, so e^e = 9/4. Returns the worst delta from D' to D over the
   one claimed, and what is left from D to D', which has to be 0. *)
let exact_worst delta times =
  let bits = 2 and user = 2 and q = Q.of_ints 3 2 and ee = Q.of_ints 9 4 in
  let rec power n = if n = 0 then Q.one else if n > 0 then Q.mul q (power (n - 1)) else Q.inv (power (- n)) in
  let b = Q.mul times (Q.mul (Q.of_int (bits + 1)) (Q.mul (Q.sub ee Q.one) (Q.sub (Q.inv delta) Q.one))) in
  let law c t =
    let d z = t.(z) in
    r_none Q.zero Q.one Q.add Q.sub Q.mul Q.div power bits d c b
    :: List.init 4 (r_key Q.zero Q.one Q.add Q.sub Q.mul Q.div power bits d c b) in
  let tables = (* weights 0 to 2 of four keys *)
    List.init 81 (fun i -> [| i mod 3; i / 3 mod 3; i / 9 mod 3; i / 27 |]) in
  let over p p' =
    List.fold_left2 (fun sum x y -> Q.add sum (Q.max Q.zero (Q.sub x (Q.mul ee y)))) Q.zero p p' in
  let pairs = ref 0 and worst = ref Q.zero and back = ref Q.zero in
  List.iter (fun c ->
    List.iter (fun t ->
      let p = law c t in
      List.iter (fun u ->
        let weight = Array.fold_left (+) 0 u in
        if weight > 0 && weight <= user then begin
          let p' = law c (Array.map2 (+) t u) in
          incr pairs;
          worst := Q.max !worst (over p' p);
          back := Q.max !back (over p p')
        end) tables) tables) [ 0; 1; 2; 4 ];
  Printf.printf "cut choice, exact fractions, delta %s, bottom times %s: %d pairs, worst delta %.6f of it\n"
    (Q.to_string delta) (Q.to_string times) !pairs (Q.to_float (Q.div !worst delta));
  Q.div !worst delta, !back

let () =
  List.iter (fun delta ->
    let worst, back = exact_worst delta Q.one in
    if Q.gt worst Q.one || Q.gt back Q.zero then fail "cut choice exceeds its delta")
    [ Q.of_ints 1 10; Q.of_ints 1 2 ];
  (* Control: with a bottom of nine tenths it does exceed it. *)
  let worst, _ = exact_worst (Q.of_ints 1 10) (Q.of_ints 9 10) in
  if Q.leq worst Q.one then fail "control: a bottom of nine tenths was not seen";
  exit (if !failures > 0 then 1 else 0)
