"""PipelineDP on its local backend: metrics by partition, public or selected, with Laplace or Gaussian noise."""

import pipeline_dp
from pipeline_dp import AggregateParams, Metrics, NoiseKind

from peer import answer_all, bounds_of


def aggregate(task, rows, params, public, delta=0):
    accountant = pipeline_dp.NaiveBudgetAccountant(task["epsilon"], delta)
    engine = pipeline_dp.DPEngine(accountant, pipeline_dp.LocalBackend())
    extractors = pipeline_dp.DataExtractors(
        privacy_id_extractor=lambda row: row[0],
        partition_extractor=lambda row: row[1],
        value_extractor=lambda row: row[2],
    )
    released = engine.aggregate(rows, params, extractors, public_partitions=public)
    accountant.compute_budgets()
    return dict(released)


def of_values(metrics, read):
    def answer(task, run):
        lower, upper = bounds_of(run)
        rows = [(user, 0, value) for user, value in enumerate(run["values"])]
        params = AggregateParams(
            metrics=metrics(task),
            max_partitions_contributed=1,
            max_contributions_per_partition=1,
            min_value=lower,
            max_value=upper,
        )
        return read(task, aggregate(task, rows, params, [0])[0])

    return answer


def percentiles(task):
    return [Metrics.PERCENTILE(100 * q) for q in task["quantiles"]]


def counts(task, places, many):
    rows = [(user, place, 0) for user, place in enumerate(places)]
    params = AggregateParams(
        metrics=[Metrics.COUNT], max_partitions_contributed=1, max_contributions_per_partition=1
    )
    released = aggregate(task, rows, params, list(range(many)))
    return [released[place].count for place in range(many)]


def histogram(task, run):
    edges = task["edges"]
    places = [sum(edge <= value for edge in edges) for value in run["values"]]
    return counts(task, places, len(edges) + 1)


def words(noise, strategy):
    def answer(task, run):
        params = AggregateParams(
            metrics=[Metrics.PRIVACY_ID_COUNT],
            noise_kind=noise,
            max_partitions_contributed=task["perUser"],
            max_contributions_per_partition=1,
            partition_selection_strategy=strategy,
            post_aggregation_thresholding=strategy is not strategies.TRUNCATED_GEOMETRIC,
        )
        rows = [(user, word, 0) for user, word in zip(run["users"], run["words"])]
        released = aggregate(task, rows, params, None, task["delta"])
        return sorted(released, key=lambda word: released[word].privacy_id_count, reverse=True)

    return answer


strategies = pipeline_dp.PartitionSelectionStrategy
answer_all(
    {
        "quantiles": [
            ("a tree of counts", of_values(percentiles, lambda _, released: [float(value) for value in released]))
        ],
        "sum": [("Laplace noise", of_values(lambda _: [Metrics.SUM], lambda _, released: float(released.sum)))],
        "mean": [("Laplace noise", of_values(lambda _: [Metrics.MEAN], lambda _, released: float(released.mean)))],
        "count by groups": [("Laplace noise", lambda task, run: counts(task, run["groups"], task["groups"]))],
        "histogram": [("Laplace noise", histogram)],
        "words": [
            ("truncated geometric, then Laplace noise", words(NoiseKind.LAPLACE, strategies.TRUNCATED_GEOMETRIC)),
            ("Laplace noise, a threshold", words(NoiseKind.LAPLACE, strategies.LAPLACE_THRESHOLDING)),
            ("Gaussian noise, a threshold", words(NoiseKind.GAUSSIAN, strategies.GAUSSIAN_THRESHOLDING)),
        ],
    }
)
