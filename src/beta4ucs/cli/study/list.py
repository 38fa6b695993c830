"""The commands `study list` and `study init`."""

from __future__ import annotations

from pathlib import Path

from beta4ucs.errors import InputError
from beta4ucs.study import Store, paper_studies
from beta4ucs.study.selection import select

START = "start.toml"
NOTE = "What two studies share is run once. A study of your own: beta4ucs study init my.toml"
_LINE = "{:<22}{:>8}{:>10}  {}"


def list_studies(folder: Path) -> int:
    """Print the studies; returns the exit code."""
    records = list(Store(folder).records().values())
    notes: list[str] = []
    print(_LINE.format("study", "runs", "recorded", "what it is"))
    for study in paper_studies().values():
        try:
            recorded = f"{study.n_runs - select(study, records).n_missing:,}"
        except InputError as error:  # a package is not installed
            recorded, notes = "?", [*notes, f"{study.name}: {error}"]
        print(_LINE.format(study.name, f"{study.n_runs:,}", recorded, study.title))
    print("", *notes, NOTE, sep="\n")
    return 0


def write_start(file: Path) -> int:
    """Write the beginning of a study; returns the exit code."""
    import beta4ucs.study

    file = file.expanduser()
    if file.suffix != ".toml":
        raise InputError(f"a study is a .toml file, got '{file}'; try '{file}.toml'")
    if file.exists():
        raise InputError(f"'{file}' exists; choose another name or remove it")
    file.parent.mkdir(parents=True, exist_ok=True)
    text = Path(beta4ucs.study.__file__).with_name(START).read_text(encoding="utf-8")
    name = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in file.stem)
    file.write_text(text.replace("{file}", str(file)).replace("{name}", name), encoding="utf-8")
    print(f"Written: {file}. Edit it, then: beta4ucs study run {file} --dry-run")
    return 0
