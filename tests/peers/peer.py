"""How a peer is asked: it reads tasks from a file and writes one line an answer, which JavaScript judges."""

import json
import random
import sys
import time


class Cannot(Exception):
    """The peer has no such function, or needs something that the task does not give."""


def bounds_of(run):
    """The bounds that a task gives, or a refusal."""
    if "lower" not in run:
        raise Cannot("needs bounds")
    return run["lower"], run["upper"]


def words_by_user(run, most):
    """At most so many distinct words of each user, chosen at random: pairs of user and word."""
    words = {}
    for user, word in zip(run["users"], run["words"]):
        words.setdefault(user, set()).add(word)
    return [
        (user, word)
        for user, own in words.items()
        for word in (own if len(own) <= most else random.sample(sorted(own), most))
    ]


def in_words(error):
    """The kind of an error and the line that says most: of many lines the last that names an error."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    named = [line for line in lines[1:] if "Error:" in line] or lines[:1] or [""]
    return f"{type(error).__name__}: {named[-1]}"[:200]


order = ["wide", "none", "perfect", ""]  # of tasks by their bounds: what takes longest last


def answer_all(functions):
    """Answers each task by each of the peer's ways: functions maps a function to a list of (name, answer) pairs.

    All ways answer their first run, then all their second, so that a slow peer has figures of each.
    """
    tasks_file, answers_file, seconds = sys.argv[1:]
    with open(tasks_file) as file:
        asked = json.load(file)
    end = time.monotonic() + float(seconds)
    with open(answers_file, "w") as out:
        tell = lambda **line: print(json.dumps(line), file=out, flush=True)
        open_ways = []
        for task in sorted(asked["tasks"], key=lambda task: order.index(task["bounds"])):
            ways = functions.get(task["function"], [])
            open_ways += [Way(task, name, answer, asked) for name, answer in ways]
            if not ways:
                tell(task=task["id"], way="", cannot="has no such function")
        while open_ways:
            for way in open_ways:
                if time.monotonic() > end:
                    return
                way.answer_next(tell)
            open_ways = [way for way in open_ways if not way.is_done()]


class Way:
    """A way to answer a task, and how far it is."""

    def __init__(self, task, name, answer, asked):
        self.task, self.name, self.answer, self.asked = {**task, "sets": asked["sets"]}, name, answer, asked
        self.next, self.spent, self.failures = 0, 0, 0
        self.cannot = False

    def is_done(self):
        ended = self.next == len(self.task["runs"]) or self.spent > self.asked["seconds"]
        return ended or self.cannot or self.failures > 4

    def answer_next(self, tell):
        start = time.monotonic()
        run = self.task["runs"][self.next]
        line = {"task": self.task["id"], "way": self.name, "run": self.next}
        try:
            answer = self.answer(self.task, {**self.asked["sets"][run["set"]], **run})
            if isinstance(answer, dict):  # all runs at once
                for number, one in answer.items():
                    tell(**{**line, "run": number}, answer=one)
                self.next = len(self.task["runs"]) - 1
            else:
                tell(**line, answer=answer)
        except Cannot as reason:
            self.cannot = True
            tell(**line, cannot=str(reason))
        except Exception as error:  # a peer that fails says how
            self.failures += 1
            tell(**line, failed=in_words(error))
        self.next += 1
        self.spent += time.monotonic() - start
