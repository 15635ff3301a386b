"""PyDP: Google's building blocks, which find bounds where none are given; trees of counts for quantiles."""

from pydp.algorithms.laplacian import BoundedMean, BoundedSum, Count, Median, Percentile
from pydp.algorithms.partition_selection import create_partition_strategy
from pydp.algorithms.quantile_tree import QuantileTree

from peer import answer_all, bounds_of, words_by_user


def bounded(algorithm):
    def answer(task, run):
        own = algorithm(
            epsilon=task["epsilon"],
            lower_bound=run.get("lower"),
            upper_bound=run.get("upper"),
            dtype="float",
        )
        return own.quick_result([float(value) for value in run["values"]])

    return answer


def single_quantiles(task, run):
    """One search for each quantile, with its share of epsilon; of the median without bounds too."""
    if task["quantiles"] == [0.5]:
        return [bounded(Median)(task, run)]
    lower, upper = bounds_of(run)
    values = [float(value) for value in run["values"]]
    share = task["epsilon"] / len(task["quantiles"])
    return [
        Percentile(epsilon=share, percentile=q, lower_bound=lower, upper_bound=upper, dtype="float").quick_result(values)
        for q in task["quantiles"]
    ]


def quantiles_by_tree(task, run):
    lower, upper = bounds_of(run)
    tree = QuantileTree(lower, upper, 4, 16)
    for value in run["values"]:
        tree.add_entry(value)
    return tree.compute_quantiles(task["epsilon"], 0.0, 1, 1, task["quantiles"], "laplace")


def noisy_count(many, epsilon, groups):
    return Count(epsilon=epsilon, l0_sensitivity=groups, linf_sensitivity=1, dtype="int").quick_result([1] * many)


def counts(task, places, many):
    found = [0] * many
    for place in places:
        found[place] += 1
    return [noisy_count(count, task["epsilon"], 1) for count in found]


def histogram(task, run):
    edges = task["edges"]
    places = [sum(edge <= value for edge in edges) for value in run["values"]]
    return counts(task, places, len(edges) + 1)


def words(strategy):
    def answer(task, run):
        most, half = task["perUser"], task["epsilon"] / 2
        found = {}
        for _, word in words_by_user(run, most):
            found[word] = found.get(word, 0) + 1
        keeps = create_partition_strategy(strategy, half, task["delta"], most)
        kept = {word: noisy_count(count, half, most) for word, count in found.items() if keeps.should_keep(count)}
        return sorted(kept, key=kept.get, reverse=True)

    return answer


strategies = ["truncated_geometric", "laplace", "gaussian"]
answer_all(
    {
        "quantiles": [("one by one", single_quantiles), ("a tree of counts", quantiles_by_tree)],
        "sum": [("Laplace noise", bounded(BoundedSum))],
        "mean": [("Laplace noise", bounded(BoundedMean))],
        "count by groups": [("Laplace noise", lambda task, run: counts(task, run["groups"], task["groups"]))],
        "histogram": [("Laplace noise", histogram)],
        "words": [(f"{strategy}, then counts", words(strategy)) for strategy in strategies],
    }
)
