(* The references of the proofs as OCaml, over any numbers. *)
From Logstar Require Import CutChoiceReference UserRanksReference DiscoveryReference.
Require Import ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
Extraction Language OCaml.
Set Warnings "-extraction".
Extraction "references.ml" r_key r_none r_depth_score r_quantile_score r_rank r_abstain r_released r_withheld.
