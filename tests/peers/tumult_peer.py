"""Tumult Analytics on a local Spark: bounds are given, or found by `get_bounds` with a quarter of epsilon.

A query takes seconds, whatever its size. So the runs of a task are groups of one table: a row is in one group, and each
group is answered as if it were alone.
"""

import os
import sys

import pandas as pd
from pyspark.sql import SparkSession
from tmlt.analytics import (
    AddOneRow,
    AddRowsWithID,
    ApproxDPBudget,
    KeySet,
    MaxGroupsPerID,
    MaxRowsPerGroupPerID,
    PureDPBudget,
    QueryBuilder,
    Session,
)

from peer import answer_all

os.environ["PYSPARK_PYTHON"] = sys.executable  # Spark starts workers of its own
spark = (
    SparkSession.builder.master("local[1]")
    .config("spark.sql.shuffle.partitions", "1")
    .config("spark.ui.enabled", "false")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("OFF")
rows = QueryBuilder("rows")
most_queries = 6


def session(budget, frame, change):
    return Session.from_dataframe(budget, "rows", spark.createDataFrame(frame), protected_change=change)


def answers(own, query, budget):
    return own.evaluate(query, budget).toPandas()


def runs_of(task, column, most=None):
    """A session on the rows of all runs, or of the first ones."""
    runs = task["runs"][:most]
    frame = pd.DataFrame(
        [(number, value) for number, run in enumerate(runs) for value in task["sets"][run["set"]][column]],
        columns=["run", "value"],
    )
    return session(PureDPBudget(float("inf")), frame, AddOneRow())


def bounds_of_runs(task, own):
    """The bounds of each run, and the epsilon that is left."""
    epsilon, runs = task["epsilon"], task["runs"]
    if "lower" in runs[0]:
        return {number: (run["lower"], run["upper"]) for number, run in enumerate(runs)}, epsilon
    keys = KeySet.from_dict({"run": list(range(len(runs)))})
    found = answers(own, rows.groupby(keys).get_bounds("value"), PureDPBudget(epsilon / 4))
    return {
        int(row["run"]): (int(row["value_lower_bound"]), int(row["value_upper_bound"])) for _, row in found.iterrows()
    }, 0.75 * epsilon


def of_values(queries):
    """Queries of values within bounds: runs with the same bounds are asked together, as many as few queries reach."""

    def answer(task, _):
        own = runs_of(task, "values")
        bounds, epsilon = bounds_of_runs(task, own)
        many = len(queries(rows, task, 0, 1))
        pairs = list(dict.fromkeys(bounds.values()))[: max(1, most_queries // many)]
        found = {}
        for lower, upper in pairs:
            own_runs = [run for run, pair in bounds.items() if pair == (lower, upper)]
            grouped = rows.groupby(KeySet.from_dict({"run": own_runs}))
            for query in queries(grouped, task, lower, upper):
                table = answers(own, query, PureDPBudget(epsilon / many))
                for _, row in table.iterrows():
                    found.setdefault(int(row["run"]), []).append(float(row["answer"]))
        return {run: one if task["function"] == "quantiles" else one[0] for run, one in found.items()}

    return answer


def quantiles(grouped, task, lower, upper):
    return [grouped.quantile("value", q, lower, upper, name="answer") for q in task["quantiles"]]


def total(grouped, _, lower, upper):
    return [grouped.sum("value", lower, upper, name="answer")]


def mean(grouped, _, lower, upper):
    return [grouped.average("value", lower, upper, name="answer")]


def counts(task, own, query, column, places):
    keys = KeySet.from_dict({"run": list(range(len(task["runs"]))), column: places})
    table = answers(own, query.groupby(keys).count(name="answer"), PureDPBudget(task["epsilon"]))
    by_place = {(int(row["run"]), row[column]): int(row["answer"]) for _, row in table.iterrows()}
    return {run: [by_place[run, place] for place in places] for run in range(len(task["runs"]))}


def count_by_groups(task, _):
    return counts(task, runs_of(task, "groups"), rows, "value", list(range(task["groups"])))


def histogram(task, _):
    edges = task["edges"]
    binned = {
        run["set"]: {"bins": [sum(edge <= value for edge in edges) for value in task["sets"][run["set"]]["values"]]}
        for run in task["runs"]
    }
    return counts(task, runs_of({**task, "sets": binned}, "bins"), rows, "value", list(range(len(edges) + 1)))


def words(task, _):
    """Half of epsilon and all of delta find the words, the other half counts them."""
    epsilon, delta, most = task["epsilon"], task["delta"], task["perUser"]
    runs = task["runs"][: 8 if most == 1 else 1]
    frame = pd.DataFrame(
        [
            (f"{number} {user}", f"{number} {word}")
            for number, run in enumerate(runs)
            for user, word in zip(task["sets"][run["set"]]["users"], task["sets"][run["set"]]["words"])
        ],
        columns=["person", "word"],
    )
    own = session(ApproxDPBudget(epsilon, delta), frame, AddRowsWithID("person"))
    cut = rows.enforce(MaxGroupsPerID("word", most)).enforce(MaxRowsPerGroupPerID("word", 1))
    found = own.evaluate(cut.get_groups(["word"]), ApproxDPBudget(epsilon / 2, delta))
    table = answers(own, cut.groupby(KeySet.from_dataframe(found)).count(), ApproxDPBudget(epsilon / 2, 0))
    named = [(int(part) for part in word.split()) for word in table.sort_values("count", ascending=False)["word"]]
    by_run = {number: [] for number in range(len(runs))}
    for number, word in named:
        by_run[number].append(word)
    return by_run


answer_all(
    {
        "quantiles": [("exponential mechanism", of_values(quantiles))],
        "sum": [("discrete Laplace noise", of_values(total))],
        "mean": [("a sum by a count", of_values(mean))],
        "count by groups": [("discrete Laplace noise", count_by_groups)],
        "histogram": [("discrete Laplace noise", histogram)],
        "words": [("groups, then counts", words)],
    }
)
