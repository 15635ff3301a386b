"""OpenDP: quantiles by scored candidates or by a tree of counts, sums, counts, and counts above a threshold."""

import math

import opendp.prelude as dp

from peer import answer_all, bounds_of, words_by_user

dp.enable_features("contrib")

integers = dp.vector_domain(dp.atom_domain(T="i64")), dp.symmetric_distance()


def evenly(lower, upper, many):
    return sorted({lower + (upper - lower) * i // (many - 1) for i in range(many)})


def by_magnitude(lower, upper, many):
    span = upper - lower + 1
    return sorted({lower + round(span ** (i / (many - 1))) - 1 for i in range(many)})


scales = {}


def calibrated(make, epsilon, *kind):
    """The measurement of a kind with the least noise that costs epsilon, whose scale is looked for once."""
    key = (epsilon, *kind)
    if key not in scales:
        scales[key] = dp.binary_search_param(make, d_in=1, d_out=epsilon, T=float)
    measurement = make(scales[key])
    if measurement.map(1) > epsilon:
        raise ValueError(f"the scale of {kind} does not keep to epsilon {epsilon}")
    return measurement


def quantiles_by_candidates(spread):
    def answer(task, run):
        lower, upper = bounds_of(run)
        candidates = spread(lower, upper, 1000)
        share = task["epsilon"] / len(task["quantiles"])
        return [
            calibrated(
                lambda scale: integers
                >> dp.m.then_private_quantile(dp.max_divergence(), candidates=candidates, alpha=q, scale=scale),
                share,
                "candidates",
                q,
            )(run["values"])
            for q in task["quantiles"]
        ]

    return answer


def quantiles_by_tree(spread):
    def answer(task, run):
        lower, upper = bounds_of(run)
        edges = spread(lower, upper + 1, 1000)
        bins = len(edges) - 1
        branches = dp.t.choose_branching_factor(size_guess=len(run["values"]))
        counts = (
            integers
            >> dp.t.then_clamp((lower, upper))
            >> dp.t.then_find_bin(edges=edges)
            >> dp.t.then_count_by_categories(categories=list(range(1, bins + 1)), null_category=False, TOA="i64")
            >> dp.t.then_b_ary_tree(leaf_count=bins, branching_factor=branches)
        )
        leaves = dp.t.make_consistent_b_ary_tree(branching_factor=branches, TIA="i64")
        read = dp.t.make_quantiles_from_counts(bin_edges=[float(edge) for edge in edges], alphas=task["quantiles"])
        measurement = calibrated(
            lambda scale: counts >> dp.m.then_laplace(scale) >> leaves >> read, task["epsilon"], "tree", branches, bins
        )
        return measurement(run["values"])

    return answer


def noisy_sum(run, epsilon):
    bounds = bounds_of(run)
    total = integers >> dp.t.then_clamp(bounds) >> dp.t.then_sum()
    return calibrated(lambda scale: total >> dp.m.then_laplace(scale), epsilon, "sum", bounds)(run["values"])


def noisy_size(run, epsilon):
    size = integers >> dp.t.then_count()
    return calibrated(lambda scale: size >> dp.m.then_laplace(scale), epsilon, "size")(run["values"])


def mean(task, run):
    half = task["epsilon"] / 2
    return noisy_sum(run, half) / max(1, noisy_size(run, half))


def counts(task, transformation, values, categories):
    by_category = transformation >> dp.t.then_count_by_categories(
        categories=categories, null_category=False, TOA="i64"
    )
    return calibrated(lambda scale: by_category >> dp.m.then_laplace(scale), task["epsilon"], "counts")(values)


def count_by_groups(task, run):
    return counts(task, integers, run["groups"], list(range(task["groups"])))


def histogram(task, run):
    binned = integers >> dp.t.then_find_bin(edges=task["edges"])
    return counts(task, binned, run["values"], list(range(len(task["edges"]) + 1)))


counts_of_words = dp.map_domain(dp.atom_domain(T="i64"), dp.atom_domain(T="i64"))


thresholds = {}


def smallest_threshold(make, scale, shifts, delta):
    key = (scale, shifts, delta)
    if key not in thresholds:
        thresholds[key] = dp.binary_search(lambda t: make(t).map(shifts)[1] <= delta, T=int, bounds=(1, 1 << 30))
    return thresholds[key]


def above_threshold(make, scale, shifts, delta, run, most):
    found = {}
    for _, word in words_by_user(run, most):
        found[word] = found.get(word, 0) + 1
    return make(smallest_threshold(make, scale, shifts, delta))(found)


def words_by_laplace(task, run):
    most = task["perUser"]
    scale = most / task["epsilon"]
    space = counts_of_words, dp.l01inf_distance(dp.absolute_distance(T="i64"))
    make = lambda t: space >> dp.m.then_laplace_threshold(scale=scale, threshold=t)
    return named(above_threshold(make, scale, (most, most, 1), task["delta"], run, most))


def words_by_gauss(task, run):
    """A tenth of delta goes to the threshold, and the rest to what zero-concentrated privacy is worth."""
    most, epsilon, delta = task["perUser"], task["epsilon"], task["delta"]
    rho = (math.sqrt(epsilon - math.log(0.9 * delta)) - math.sqrt(-math.log(0.9 * delta))) ** 2
    scale = math.sqrt(most / (2 * rho))
    space = counts_of_words, dp.l02inf_distance(dp.absolute_distance(T="f64"))
    make = lambda t: space >> dp.m.then_gaussian_threshold(scale=scale, threshold=t)
    return named(above_threshold(make, scale, (most, math.sqrt(most), 1.0), 0.1 * delta, run, most))


def named(released):
    return sorted(released, key=released.get, reverse=True)


quantiles = [
    ("1,000 even candidates", quantiles_by_candidates(evenly)),
    ("1,000 candidates by magnitude", quantiles_by_candidates(by_magnitude)),
    ("a tree over 1,000 even bins", quantiles_by_tree(evenly)),
    ("a tree over 1,000 bins by magnitude", quantiles_by_tree(by_magnitude)),
]
words = [("Laplace noise, a threshold", words_by_laplace), ("Gaussian noise, a threshold", words_by_gauss)]
answer_all(
    {
        "quantiles": quantiles,
        "sum": [("Laplace noise", lambda task, run: noisy_sum(run, task["epsilon"]))],
        "mean": [("a sum by a count", mean)],
        "count by groups": [("Laplace noise", count_by_groups)],
        "histogram": [("Laplace noise", histogram)],
        "words": words,
    }
)
