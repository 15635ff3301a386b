"""SmartNoise SQL: counts, sums and averages by SQL. Bounds are metadata; groups are censored by a threshold."""

import warnings

import pandas as pd
import snsql
from snsql import Privacy

from peer import answer_all, bounds_of

warnings.filterwarnings("ignore")


def ask(task, frame, columns, query, options, epsilon):
    metadata = {"": {"data": {"rows": {"row_privacy": False, "rows": len(frame), **columns, **options}}}}
    privacy = Privacy(epsilon=epsilon, delta=task.get("delta") or 1e-12)
    reader = snsql.from_df(frame, privacy=privacy, metadata=metadata)
    return reader.execute(query)[1:]


person = {"person": {"type": "int", "private_id": True}}


def of_values(expression, statistics):
    """Epsilon is for each statistic that a query needs: an average needs two."""

    def answer(task, run):
        lower, upper = bounds_of(run)
        frame = pd.DataFrame({"person": range(len(run["values"])), "value": run["values"]})
        columns = {**person, "value": {"type": "int", "lower": lower, "upper": upper}}
        options = {"max_ids": 1, "censor_dims": False}
        query = f"SELECT {expression} AS answer FROM data.rows"
        return float(ask(task, frame, columns, query, options, task["epsilon"] / statistics)[0][0])

    return answer


def counts(task, places, many):
    frame = pd.DataFrame({"person": range(len(places)), "place": places})
    columns = {**person, "place": {"type": "int"}}
    query = "SELECT place, COUNT(*) AS answer FROM data.rows GROUP BY place"
    options = {"max_ids": 1, "censor_dims": False, "clamp_counts": False}
    found = {int(place): float(count) for place, count in ask(task, frame, columns, query, options, task["epsilon"])}
    return [found.get(place, 0.0) for place in range(many)]


def histogram(task, run):
    edges = task["edges"]
    return counts(task, [sum(edge <= value for edge in edges) for value in run["values"]], len(edges) + 1)


def words(task, run):
    frame = pd.DataFrame({"person": run["users"], "word": run["words"]})
    columns = {**person, "word": {"type": "int"}}
    query = "SELECT word, COUNT(DISTINCT person) AS answer FROM data.rows GROUP BY word"
    options = {"max_ids": task["perUser"], "censor_dims": True, "sample_max_ids": True}
    found = {int(word): float(count) for word, count in ask(task, frame, columns, query, options, task["epsilon"])}
    return sorted(found, key=found.get, reverse=True)


answer_all(
    {
        "sum": [("discrete Laplace noise", of_values("SUM(value)", 1))],
        "mean": [("a sum by a count", of_values("AVG(value)", 2))],
        "count by groups": [("discrete Laplace noise", lambda task, run: counts(task, run["groups"], task["groups"]))],
        "histogram": [("discrete Laplace noise", histogram)],
        "words": [("censored dimensions", words)],
    }
)
