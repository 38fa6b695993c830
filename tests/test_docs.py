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
import runpy
import shlex
import sys
import tempfile
import tomllib
from pathlib import Path

import pytest

from beta4ucs.cli import run
from beta4ucs.cli.app import app
from beta4ucs.cli.hyperparameter_options import PANELS

ROOT = Path(__file__).parent.parent
PAGES = [
    "README.md",
    "docs/getting-started.md",
    "docs/tutorial.md",
    "docs/user-guide.md",
    "docs/scikit-learn.md",
    "docs/command-line.md",
    "docs/studies.md",
    "docs/real-tables.md",
    "docs/rare-classes.md",
    "docs/streams.md",
    "docs/export.md",
    "docs/editing.md",
    "docs/watching-evolution.md",
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


def with_times_of(old, new):
    """The new text, with the old lines where only the time has changed."""
    kept = {without_times(line): line for line in old.splitlines()}
    return "".join(
        f"{kept.get(without_times(line), line)}\n" if "# s" in without_times(line) else f"{line}\n"
        for line in new.splitlines()
    )


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


def test_times_alone_do_not_change_a_page():
    old = "learned in 0.8 s, seed 1\n3 rules\n"
    new = "learned in 1.9 s, seed 1\n4 rules\n10 epochs in 0.2 s\n"
    assert with_times_of(old, new) == new.replace("1.9", "0.8")


def every_page():
    built = {"_build", "gallery", "generated"}
    pages = [page for page in (ROOT / "docs").rglob("*.md") if not built & set(page.parts)]
    return [*sorted(ROOT.glob("*.md")), *sorted(pages)]


def links(page):
    """Where a page links to in this repository: path, and what follows '#'."""
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    text = re.sub(r"`[^`\n]*`", "", text)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not target.startswith(("http://", "https://")):
            path, _, place = target.partition("#")
            yield (page.parent / path if path else page), place


def places(page):
    """What a link may name behind '#': anchors, and headings as GitHub writes them."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings}
    return slugs | set(re.findall(r'<a id="([\w-]+)">', text))


def is_left_out(path):
    """Of a source distribution, which this then is: pictures and most records."""
    if not (ROOT / "PKG-INFO").exists():
        return False
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    excluded = project["tool"]["hatch"]["build"]["targets"]["sdist"]["exclude"]
    return f"/{path.resolve().relative_to(ROOT).as_posix()}".startswith(tuple(excluded))


def test_links_lead_somewhere():
    for page in every_page():
        for path, place in links(page):
            assert path.exists() or is_left_out(path), f"{path} in {page.name}"
            assert not place or place in places(path), f"{path.name}#{place} in {page.name}"


def test_places_that_are_not_there_are_seen(tmp_path):
    page = tmp_path / "page.md"
    page.write_text('# A title, long\n<a id="e1"></a>\n[one](#a-title-long) [two](other.md#e2)\n')
    assert places(page) == {"a-title-long", "e1"}
    assert list(links(page)) == [(page, "a-title-long"), (tmp_path / "other.md", "e2")]


def test_every_picture_is_made_by_the_script():
    made = runpy.run_path(str(ROOT / "docs" / "take_pictures.py"), run_name="pictures")
    names = {f"{name}.png" for name in [*made["SHOTS"], *made["PLOTS"]]}
    shown = {path.name for page in every_page() for path, _ in links(page) if path.suffix == ".png"}
    assert names <= shown
    assert {path.name for path in (ROOT / "docs" / "pictures").glob("*.png")} <= names


def test_files_that_contributors_are_sent_to_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:src|tests|docs|benchmarks)/[^`\s]*)`", text)
    assert len(named) > 20
    for path in named:
        assert (ROOT / path).exists(), path


def test_the_picture_of_the_layers_is_what_is_checked():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (checked,) = [one["layers"] for one in contracts if one.get("containers") == ["beta4ucs"]]
    picture = text[text.index("  cli/") :].partition("```")[0]
    names = [
        set(re.findall(r"\w+(?=/|\.py)", layer)) for layer in re.split(r"\n *-{9,}\n", picture)
    ]
    assert names == [set(re.findall(r"\w+", layer)) for layer in checked]


def test_the_readme_opens_with_two_commands():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert BLOCK.search(text).group(0) == "```sh\nmake demo\nmake test\n```"


def test_every_option_is_on_the_page_of_the_command_line():
    text = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    hyperparameters = {name for table in PANELS.values() for name in table}
    commands = {command.callback.__name__ for command in app.registered_commands}
    for command in commands:
        assert f"`beta4ucs {command}" in text
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        for command in commands - {"stream"}:  # docs/streams.md has its options
            run([command, "--help"])
    flags = set(re.findall(r"--[a-z][a-z-]+", printed.getvalue()))
    generated = {f"--{name.replace('_', '-')}" for name in hyperparameters}
    generated |= {f"--no-{flag[2:]}" for flag in generated} | {"--help"}
    for flag in flags - generated:
        assert f"`{flag}" in text, flag


# ---------------------------------------------------------------------- what pages say of results

RESULTS = ROOT / "docs" / "results"


def test_every_result_is_on_the_page_of_results():
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    for path in RESULTS.iterdir():
        name = f"{path.name}/" if path.is_dir() else path.name
        assert path.name == "README.md" or f"`{name}`" in text, name


def test_what_is_missed_is_explained_and_nothing_else():
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"Where `([\w.-]+)` says MISSED", text))
    pages = [path for path in RESULTS.glob("*.md") if path.name != "README.md"]
    assert explained == {path.name for path in pages if "MISSED" in path.read_text("utf-8")}


def measured(page, line):
    """Numbers in the second column of the lines that match."""
    rows = re.findall(
        rf"^\| {line} *\| +([\d.,]+) \|", (RESULTS / page).read_text("utf-8"), re.MULTILINE
    )
    assert rows, line
    return [float(number) for number in rows]


def test_speed_in_the_readme_is_what_was_measured():
    loops = measured("speed.md", r"training loop, [\w-]+ \([\d,]+ iterations\)")
    ratios = measured("speed.md", r"xcsf matched / beta4ucs, [\w-]+")
    (prediction,) = measured("speed.md", r"prediction, 20mux [^|]*")
    said = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"{min(loops):.0f} to {max(loops):.0f} µs for an iteration of learning" in said
    assert f"{min(ratios):.0f} to {max(ratios):.0f} times less than xcsf" in said
    assert f"{prediction:.1f} µs to predict a row" in said


def test_ranks_in_the_readme_are_what_was_measured():
    text = (RESULTS / "accuracy.md").read_text(encoding="utf-8")
    table = text.split("## Tables that judge", 1)[1].split("###", 1)[0]
    ranks = dict(re.findall(r"^\| ([\w -]+?) *\| +[\d.]+ \| +([\d.]+) \|", table, re.MULTILINE))
    (n_tables,) = re.findall(r"^(\d+) tables, ", table, re.MULTILINE)
    said = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"On {n_tables} public tables" in said
    assert f"accuracy: {ranks.pop('EvolvedRules')} of {len(ranks) + 1}, " in said
    for system, rank in ranks.items():
        assert f"{system} {rank}" in said


def test_the_table_of_fidelity_is_what_was_measured():
    def rows(path, first):
        text = path.read_text(encoding="utf-8")
        table = text[text.index(first) :].split("\n\n")[0]
        lines = [re.findall(r"[^|]+", line) for line in table.splitlines()[2:]]
        return {line[0].strip(): [float(n) for n in numbers(line[1:])] for line in lines}

    def numbers(cells):
        return re.findall(r"[+-]?\d+\.?\d*", " ".join(cells).replace("of 25", ""))

    told = rows(ROOT / "docs" / "fidelity.md", "| system | training accuracy")
    made = rows(RESULTS / "fidelity.md", "| system          | sets")
    assert told == {name: values[2:] for name, values in made.items()}


def test_links_of_the_built_site_that_lead_nowhere_are_found(tmp_path):
    pytest.importorskip("sphinx")
    built_links = runpy.run_path(str(ROOT / "docs" / "_extensions" / "built_links.py"))
    (tmp_path / "one.html").write_text(
        '<a href="two.html#here">1</a><a href="two.html#gone">2</a><img src="no.png">'
        '<a href="https://example.org">3</a><a href="#top" id="top">4</a>'
    )
    (tmp_path / "two.html").write_text('<p id="here"></p>')
    found = [target for _, target in built_links["broken_links"](tmp_path)]
    assert found == ["two.html#gone", "no.png"]


if __name__ == "__main__":
    os.environ.pop("BETA4UCS_DATA", None)
    for name in sys.argv[1:] or PAGES:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            page = ROOT / name
            text = page.read_text(encoding="utf-8")
            page.write_text(with_times_of(text, remade(text)), encoding="utf-8")
            os.chdir(ROOT)
