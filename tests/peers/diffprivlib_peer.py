"""diffprivlib: the number of records is public there. Without bounds it reads them off the data, with a warning."""

import warnings

from diffprivlib import tools
from diffprivlib.utils import PrivacyLeakWarning

from peer import Cannot, answer_all, bounds_of

warnings.simplefilter("error", PrivacyLeakWarning)


def given(run):
    """The bounds, if there are any: without them the library warns, which ends the task."""
    try:
        return bounds_of(run)
    except Cannot:
        return None


def refusing_leaks(answer):
    def checked(task, run):
        try:
            return answer(task, run)
        except PrivacyLeakWarning:
            raise Cannot("reads the bounds off the data, and warns") from None

    return checked


@refusing_leaks
def quantiles(task, run):
    found = tools.quantile(run["values"], task["quantiles"], epsilon=task["epsilon"], bounds=given(run))
    return found.tolist() if len(task["quantiles"]) > 1 else [float(found)]


@refusing_leaks
def total(task, run):
    return float(tools.sum(run["values"], epsilon=task["epsilon"], bounds=given(run)))


@refusing_leaks
def mean(task, run):
    return float(tools.mean(run["values"], epsilon=task["epsilon"], bounds=given(run)))


def histogram(task, run):
    edges = [float("-1e18"), *task["edges"], float("1e18")]
    return tools.histogram(run["values"], epsilon=task["epsilon"], bins=edges, range=(edges[0], edges[-1]))[0].tolist()


def count_by_groups(task, run):
    bins = task["groups"]
    return tools.histogram(run["groups"], epsilon=task["epsilon"], bins=bins, range=(-0.5, bins - 0.5))[0].tolist()


answer_all(
    {
        "quantiles": [("exponential mechanism", quantiles)],
        "sum": [("Laplace noise", total)],
        "mean": [("Laplace noise", mean)],
        "histogram": [("geometric noise", histogram)],
        "count by groups": [("geometric noise", count_by_groups)],
    }
)
