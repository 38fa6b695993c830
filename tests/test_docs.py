"""The code blocks of the pages run, and print what the pages say.

A `python` block runs with the names of the blocks before it; a `text` block that follows directly
is what it prints. In a `console` block each `$ beta4ucs ...` line runs, and what follows is its
standard output. Blocks of other kinds are not run. ``python tests/test_docs.py`` writes the
outputs anew.
"""

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

import pytest

from beta4ucs.cli import run
from beta4ucs.cli.app import app
from beta4ucs.cli.hyperparameter_options import PANELS

ROOT = Path(__file__).parent.parent
PAGES = [
    "README.md",
    "docs/user-guide.md",
    "docs/command-line.md",
    "docs/studies.md",
    "docs/real-tables.md",
    "docs/streams.md",
]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OUTPUT = re.compile(r"\n*```text\n(.*?)```", re.DOTALL)


def remade(text):
    """The page with all outputs made anew, in the current folder."""
    names, parts, end = {"__name__": "page"}, [], 0
    for block in BLOCK.finditer(text):
        if block.start() < end:
            continue
        parts.append(text[end : block.end()])
        end = block.end()
        if block[1] == "python":
            printed = output_of(lambda code=block[2]: exec(code, names))
            told = OUTPUT.match(text, end)
            if told or printed:
                parts.append(f"\n\n```text\n{printed}```")
                end = told.end() if told else end
        elif block[1] == "console":
            parts[-1] = parts[-1][: -len(block[0])] + f"```console\n{session(block[2])}```"
    return "".join([*parts, text[end:]])


def session(block):
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    lines = []
    for command in commands:
        arguments = shlex.split(command.removeprefix("$ beta4ucs"))
        lines += [f"{command}\n", output_of(lambda words=arguments: run(words))]
    return "".join(lines)


def output_of(do):
    printed, muted = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(muted):
        do()
    return printed.getvalue()


def without_times(text):
    return re.sub(r"\d+\.\d+ s\b", "# s", text)


@pytest.mark.parametrize("page", PAGES)
def test_pages_print_what_they_say(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BETA4UCS_DATA", raising=False)
    text = (ROOT / page).read_text(encoding="utf-8")
    assert without_times(remade(text)) == without_times(text)


def test_blocks_are_remade():
    text = "a\n```python\nprint(1)\n```\n\n```text\n7\n```\nb\n```sh\nrm\n```\n"
    assert remade(text) == text.replace("7", "1")
    assert "beta4ucs " in remade("```console\n$ beta4ucs --version\nnothing\n```\n")
    assert "nothing" not in remade("```console\n$ beta4ucs --version\nnothing\n```\n")


def every_page():
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_links_lead_somewhere():
    for page in every_page():
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            if not link.startswith(("http://", "https://")):
                assert (page.parent / link).exists(), f"{link} in {page.name}"


def test_the_readme_opens_with_two_commands():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert BLOCK.search(text).group(0) == "```sh\nmake demo\nmake test\n```"


def test_every_option_is_on_the_page_of_the_command_line():
    text = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    hyperparameters = {name for table in PANELS.values() for name in table}
    for command in app.registered_commands:
        assert f"`beta4ucs {command.callback.__name__}" in text
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        for command in ("fit", "predict", "rules", "explain", "report", "compact", "datasets"):
            run([command, "--help"])
    flags = set(re.findall(r"--[a-z][a-z-]+", printed.getvalue()))
    generated = {f"--{name.replace('_', '-')}" for name in hyperparameters}
    generated |= {f"--no-{flag[2:]}" for flag in generated} | {"--help"}
    for flag in flags - generated:
        assert f"`{flag}" in text, flag


if __name__ == "__main__":
    os.environ.pop("BETA4UCS_DATA", None)
    for name in sys.argv[1:] or PAGES:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            page = ROOT / name
            page.write_text(remade(page.read_text(encoding="utf-8")), encoding="utf-8")
            os.chdir(ROOT)
