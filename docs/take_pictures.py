"""The pictures of the tutorial and the README: the tutorial is run, and its pages photographed.

    python docs/take_pictures.py

Every block of docs/tutorial.md runs in a folder of its own, as its test does; so the pictures show
what a reader gets. Needs the groups `dev` and `docs`, and Chromium. The pictures are kept small:
64 colours are enough for pages like these.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
COLOURS = 64
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]


class Shot(NamedTuple):
    """A part of a page: where it begins, how wide the window is, how much of it is taken."""

    page: str
    start: str
    width: int = 1100
    height: int = 760


SHOTS = {
    "summary": Shot("patients.html", "#summary", height=1000),
    "effects": Shot("patients.html", "#effects", height=800),
    "measures": Shot("patients.html", "#measures", height=900),
    "what-if": Shot("patients.html", "#what-if"),
    "rule-explorer": Shot("patients.html", "#rules"),
    "compacted": Shot("small.html", "#summary", height=820),
    "phone": Shot("patients.html", "body", width=390, height=844),
}
PLOTS = {"rule-path": "path.png"}  # that the tutorial saves


def run_tutorial() -> None:
    """Run all blocks of the page in the current folder."""
    sys.path.insert(0, str(ROOT / "tests"))
    from test_docs import remade

    remade((ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8"))


def take(browser: Any, shot: Shot, path: Path) -> None:
    """Photograph a part of a page."""
    tab = browser.new_page(viewport={"width": shot.width, "height": shot.height})
    tab.goto(Path(shot.page).resolve().as_uri())
    tab.add_style_tag(content="* { content-visibility: visible !important }")  # all is drawn
    top = tab.locator(shot.start).bounding_box()["y"]
    area = {"x": 0, "y": top, "width": shot.width, "height": shot.height}
    tab.screenshot(path=path, full_page=True, clip=area)
    tab.close()


def shrink(path: Path, target: Path) -> None:
    """Write a picture with few colours."""
    from PIL import Image

    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(target, optimize=True)
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1000:.0f} kB")


def main() -> None:
    """Make all pictures anew."""
    from playwright.sync_api import sync_playwright

    os.environ.pop("BETA4UCS_DATA", None)
    chromium = os.environ.get("BETA4UCS_CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run_tutorial()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            for name, shot in SHOTS.items():
                take(browser, shot, Path(f"{name}-shot.png"))
                shrink(Path(f"{name}-shot.png"), PICTURES / f"{name}.png")
            browser.close()
        for name, plot in PLOTS.items():
            shrink(Path(plot), PICTURES / f"{name}.png")
        os.chdir(ROOT)


if __name__ == "__main__":
    main()
