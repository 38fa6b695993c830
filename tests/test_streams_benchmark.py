"""The page of streams: verdicts wait for ten shared seeds, and crisp shares are told by drift."""

import importlib
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))
page = importlib.import_module("_streams_page")
recording = importlib.import_module("_streams_records")

VERSIONS = dict.fromkeys(("river", "kernels", "beta4ucs", "numba", "numpy", "python"), "0")


def a_run(system, seed, accuracy, crisp="", generator="SEA"):
    return recording.Record(
        generator=generator,
        system=system,
        seed=seed,
        rows=40_000,
        accuracy=accuracy,
        windows=" ".join([f"{accuracy:.4f}"] * 8),
        crisp=crisp,
        rules=10,
        microseconds=1.0,
        **VERSIONS,
    )


def two_streams(n_seeds, forest_accuracy):
    return [
        a_run(system, seed, accuracy, generator=generator)
        for seed in range(n_seeds)
        for system, accuracy in (("rules", 0.8), ("forest", forest_accuracy))
        for generator in ("SEA", "Agrawal")
    ]


@pytest.mark.parametrize(
    ("n_seeds", "forest_accuracy", "word"),
    [(9, 0.8, "open: "), (10, 0.8, "met: "), (10, 0.9, "MISSED: ")],
)
def test_a_verdict_takes_ten_shared_seeds(n_seeds, forest_accuracy, word):
    text = page.report(two_streams(n_seeds, forest_accuracy))
    verdict = text.partition("## The goal\n\n")[2]
    assert verdict.startswith(word)
    assert f"{n_seeds} shared seeds" in verdict


def test_the_stream_with_the_fewest_shared_seeds_decides():
    records = [r for r in two_streams(10, 0.8) if (r.generator, r.system, r.seed)
               != ("Agrawal", "forest", 3)]  # fmt: skip
    assert "open: " in page.report(records)


def test_seeds_that_only_one_has_do_not_count():
    records = [a_run("rules", seed, 0.8) for seed in (1, 2, 3)]
    records += [a_run("tree", seed, 0.7) for seed in (2, 3, 4)]
    (points,) = page.differences(records, "tree").values()
    assert points == pytest.approx([10.0, 10.0])


def test_crisp_shares_are_those_around_each_drift():
    # two windows a concept: the share falls by half, by half, and by nothing
    shares = "0.1 0.8 0.4 0.6 0.3 0.5 0.5 0.7"
    runs = [a_run("rules", seed, 0.8, shares) for seed in (1, 2)]
    lines = [[cell.strip() for cell in line.split("|")[1:-1]]
             for line in page.report(runs).splitlines() if line.startswith("| SEA")]  # fmt: skip
    told = [(drift, n, before[:5], after[:5], later[:5], change[:6])
            for _, drift, n, before, after, later, change, _ in lines]  # fmt: skip
    assert told == [
        ("10,000", "2", "80.00", "40.00", "60.00", "-40.00"),
        ("20,000", "2", "60.00", "30.00", "50.00", "-30.00"),
        ("30,000", "2", "50.00", "50.00", "70.00", "+0.00 "),
        ("mean of all", "2", "63.33", "40.00", "60.00", "-23.33"),
    ]
