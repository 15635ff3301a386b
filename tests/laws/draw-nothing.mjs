/** Exports that draw nothing, or nothing that is released under a claim. */
export const drawNothing = [
  ...["accuracy", "plan", "composition", "load", "version", "topKForecast"],
  ...["bigIntegers", "dates", "decimals", "integers", "reals", "text"],
  ...["BudgetExceeded", "EntropyUnavailable"],
  ...["Ledger", "LedgerPart", "LedgerParts", "LedgerSteps"],
  ...["PointHypothesis", "RectangleHypothesis", "ThresholdHypothesis"],
  ...["SanitizedPoints", "SanitizedThresholds"],
];
