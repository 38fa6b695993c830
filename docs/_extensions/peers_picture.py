"""The picture on the first page: average ranks beside other classifiers, as the results have them.

It is drawn whenever the site is built, from the first table of `results/accuracy.md`.
"""

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
OURS = "EvolvedRules"


def setup(app):
    """Draw it before pages are read."""
    app.connect("builder-inited", lambda app: draw(HERE / "generated" / "peers.svg"))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def ranks(page):
    """Return the number of tables, and the average rank in accuracy of every system on a page."""
    table = page[page.index("## Tables that judge") :]
    rows = re.findall(r"^\| (\S[^|]*?) *\| *[\d.]+ \| *([\d.]+) \|", table.split("\n\n")[1], re.M)
    n_tables = re.search(r"^(\d+) tables, ", table, re.M)
    return int(n_tables[1]), {name: float(rank) for name, rank in rows}


def draw(path):
    """Draw the ranks as bars, the best on top."""
    import matplotlib.pyplot as plt

    page = (HERE / "results" / "accuracy.md").read_text(encoding="utf-8")
    n_tables, found = ranks(page)
    names = sorted(found, key=found.get, reverse=True)
    figure, axes = plt.subplots(figsize=(5.5, 3.3), layout="constrained")
    shades = ["#0a7d91" if name == OURS else "#b9c4cc" for name in names]
    bars = axes.barh(names, [found[name] for name in names], color=shades)
    axes.bar_label(bars, fmt="%.2f", padding=4)
    axes.set_yticks(range(len(names)), [name.replace(OURS, "beta4ucs") for name in names])
    axes.set_title(f"Average rank in test accuracy on {n_tables} tables (1 is best)", fontsize=11)
    axes.spines[["top", "right", "bottom"]].set_visible(False)
    axes.tick_params(left=False)
    axes.set_xticks([])
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
