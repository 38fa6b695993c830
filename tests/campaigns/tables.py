"""Fuzzed tables as files: read as they are written, or refused in a sentence.

`python tests/campaigns/tables.py 1000 7` tries 1000 tables from seed 7 on.
"""

from __future__ import annotations

import io
import random
import re
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from beta4ucs.cli import run
from beta4ucs.data import Batches, check_training_table, open_source, read_table
from beta4ucs.data.spelling import number_in
from beta4ucs.errors import InputError

LEARNED = 40  # one of so many tables goes through fit and predict
WORDS = ["red", "green", "blue", "Çerçevelik", "東京", "naïve", "O'Neil", "a b", "x-ray", "😀"]
NAMES = ["mass", "width", "self", "class name", "größe", "年", "2019", "2020", "nan", "?", "N/A",
         "x.year", "0", "None", "index", "a'b", "%", "--help", "{}", "Ω"]  # fmt: skip
GAPS = ["?", "", "NA", "NaN", "null", "N/A"]


@dataclass
class TableCase:
    """A file, how to read it, and what must come out; `texts` is None if nothing is known."""

    content: bytes
    suffix: str = ".csv"
    options: dict = field(default_factory=dict)
    labels: list[str] | None = None
    numbers: dict[str, list[float]] = field(default_factory=dict)
    codes: dict[str, list[str]] = field(default_factory=dict)
    is_learned: bool = False
    is_sure: bool = False  # nothing is to be found out

    def __str__(self) -> str:
        return f"{self.content!r} {self.options}"


# ------------------------------------------------------------------ generation


def cases(seed: int) -> Iterator[TableCase]:
    """Endless tables; the same seed gives the same."""
    draw = random.Random(seed)
    while True:
        yield a_case(draw)


def a_case(draw: random.Random) -> TableCase:
    separator = draw.choice([",", ",", ";", "\t", "|", ":"])
    decimal = "," if separator != "," and draw.random() < 0.15 else "."
    n_rows = draw.choice([1, 2, 3, 5, 8, 12, 20, 40])
    kinds = draw.choices(["n", "n", "h", "w", "c", "d", "p", "e", "b", "k"], k=draw.randint(1, 5))
    names = [*draw.sample(NAMES, len(kinds)), "kind"]
    columns = [a_column(draw, kind, n_rows, decimal) for kind in kinds]
    labels = a_label_column(draw, n_rows)
    gaps = draw.choice(GAPS) if draw.random() < 0.3 else None
    case = TableCase(b"", labels=labels)
    for name, kind, cells in zip(names, kinds, columns, strict=False):
        if gaps is not None and kind in "nwp":
            cells[:] = [gaps if draw.random() < 0.2 else cell for cell in cells]
        if kind in "nh":
            case.numbers[name] = [a_number(cell, decimal) for cell in cells]
        if kind == "c":
            case.codes[name] = cells
    has_header = draw.random() < 0.8
    lines = [names] * has_header + [list(row) for row in zip(*columns, labels, strict=True)]
    is_said = draw.random() < 0.7
    if is_said:
        case.options = {"separator": separator, "header": has_header}
        case.options |= {"categorical": list(case.codes)} if case.codes and has_header else {}
    case.options |= {"decimal": ","} if decimal == "," else {}
    case.is_sure = is_said and has_header
    case.is_learned = draw.randrange(LEARNED) == 0
    text = as_text(draw, lines, separator)
    case.content = encoded(draw, text, case)
    if draw.random() < 0.25:
        damage(draw, case)
    return case


def a_column(draw: random.Random, kind: str, n: int, decimal: str) -> list[str]:
    if kind == "n":
        digits = draw.choice([0, 0, 2, 6])
        cells = [f"{draw.uniform(-50, 1000):.{digits}f}" for _ in range(n)]
        return [cell.replace(".", decimal) for cell in cells]
    if kind == "h":
        return [
            draw.choice(["1.7e308", "-1.7e308", "5e-324", "0", "1e16", "-0.0"]) for _ in range(n)
        ]
    if kind == "w":
        return [draw.choice(WORDS) for _ in range(n)]
    if kind == "c":
        return [draw.choice(["007", "7", "042", "1.10", "1.1", "01", "00"]) for _ in range(n)]
    if kind == "d":
        form = draw.choice(["{2:04}-{1:02}-{0:02}", "{0:02}.{1:02}.{2}", "{1}/{0}/{2}"])
        day = lambda: (draw.randint(1, 28), draw.randint(1, 12), draw.randint(1990, 2030))  # noqa: E731
        return [form.format(*day()) for _ in range(n)]
    if kind == "p":
        return [
            draw.choice(["5%", "0x1F", "$7", "1_000", "1e400", "--", "12:30"]) for _ in range(n)
        ]
    if kind == "b":
        return [draw.choice(["True", "False"]) for _ in range(n)]
    return ["" if kind == "e" else "4" for _ in range(n)]


def a_label_column(draw: random.Random, n: int) -> list[str]:
    sets = [["yes", "no"], ["007", "042", "7"], ["0", "1"], ["-1", "+1"], ["1.0", "2.0"],
            ["True", "False"], ["Ürgüp", "東京", "x y"], ["only"], ["01", "1", "001"],
            ["12345678901234567890", "2"], ["0.5", "1.5"], ["1e5", "2e5"], ["a", "?"]]  # fmt: skip
    return [draw.choice(labels) for labels in [draw.choice(sets)] for _ in range(n)]


def a_number(cell: str, decimal: str) -> float:
    return float("nan") if cell in GAPS else float(cell.replace(decimal, "."))


def as_text(draw: random.Random, lines: list[list[str]], separator: str) -> str:
    """Cells joined; those with the separator or a quotation mark inside are quoted."""
    always = draw.random() < 0.1
    blank = " " if draw.random() < 0.1 and separator != "\t" else ""

    def written(cell: str) -> str:
        if always or separator in cell or '"' in cell or "\n" in cell:
            return '"' + cell.replace('"', '""') + '"'
        return cell + blank

    end = draw.choice(["\n", "\n", "\n", "\r\n", "\r"])
    text = end.join(separator.join(map(written, line)) for line in lines)
    return text + (end if draw.random() < 0.8 else "")


def encoded(draw: random.Random, text: str, case: TableCase) -> bytes:
    kind = draw.choice(["utf-8"] * 6 + ["utf-8-sig", "utf-16", "latin-1"])
    try:
        content = text.encode(kind)
    except UnicodeEncodeError:
        return text.encode()
    if kind == "latin-1" and not text.isascii():
        case.labels, case.is_sure = None, False  # refused, or luckily read
    return content


def damage(draw: random.Random, case: TableCase) -> None:
    """Change bytes; nothing is known of the table any more."""
    content = bytearray(case.content)
    for _ in range(draw.randint(1, 6)):
        place = draw.randrange(len(content) + 1)
        piece = draw.choice([b'"', b",", b"\n", b"\0", b"\xff", b";", b"'", b"\\", b"inf", b"\t\t"])
        content[place : place + draw.choice([0, 0, 1, 3])] = piece
    case.content, case.labels, case.is_sure = bytes(content), None, False


# ------------------------------------------------------------------ what must hold


def check(case: TableCase) -> str | None:
    """None if all is well, else what broke, in one line."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("error")
        path = Path(folder, f"table{case.suffix}")
        path.write_bytes(case.content)
        try:
            return _check(case, path)
        except Exception as error:  # whatever it is, it was not a sentence
            return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"


def _check(case: TableCase, path: Path) -> str | None:
    try:
        table = read_table(path, **case.options)
        check_training_table(table)
    except InputError as error:
        if problem := _not_a_sentence(str(error)):
            return problem
        _stream(case, path)
        return None if not case.is_learned else _learn(case, path, may_fail=True)
    if case.labels is not None and case.is_sure:
        if problem := _lost(case, table):
            return problem
        streamed = _stream(case, path)
        if streamed is not None and list(map(str, streamed)) != list(map(str, table.y.tolist())):
            return f"the stream has labels {streamed[:5]}, the table {table.y.tolist()[:5]}"
    return _learn(case, path, may_fail=False) if case.is_learned else None


def _lost(case: TableCase, table: object) -> str | None:
    """What of the written table did not arrive."""
    labels, y = case.labels or [], table.y.tolist()
    if len(y) != len(labels):
        return f"{len(labels)} rows were written, {len(y)} read"
    if len(set(map(str, y))) != len(set(labels)) or not all(map(_is_label, y, labels)):
        return f"labels {sorted(set(labels))} became {sorted(set(map(str, y)))}"
    frame = table.to_frame()
    for name, numbers in case.numbers.items():
        read = frame[name].astype(object).map(lambda x: np.nan if x is None else x)
        if name not in table.categorical and not np.array_equal(
            read.to_numpy(float), np.array(numbers), equal_nan=True
        ):
            return f"numbers of '{name}' changed or moved"
    for name, texts in case.codes.items():
        if name in frame and not all(map(_is_code, frame[name], texts)):
            return f"codes of '{name}' changed: {list(frame[name])[:5]} for {texts[:5]}"
    return None


def _is_code(value: object, text: str) -> bool:
    """As it is written; a frame holds 7 beside 1.1 as 7.0, but no name such as 007 as a number."""
    return str(value) == text or number_in(text) == value


def _is_label(label: object, text: str) -> bool:
    if isinstance(label, str):
        return label == text
    if isinstance(label, bool):
        return str(label) == text
    return float(text) == label and not re.fullmatch(r"[+-]?0\d.*", text)


def _stream(case: TableCase, path: Path) -> list[object] | None:
    """Labels as a stream has them; None if it says why not."""
    options = {k: v for k, v in case.options.items() if k != "categorical"}
    try:
        batches = Batches(open_source(path, 7, **options))
        return [label for part in batches.rows(batches.classes()) for label in part.y.tolist()]
    except InputError as error:
        if problem := _not_a_sentence(str(error)):
            raise AssertionError(problem) from None
        return None


def _learn(case: TableCase, path: Path, *, may_fail: bool) -> str | None:
    words = []
    for name, value in case.options.items():
        if name == "header":
            words.append("--header" if value else "--no-header")
        elif name != "categorical":
            words += [f"--{name}", value]
    model = str(path.with_name("m"))
    fit = ["fit", str(path), *words, "--system", "ucs", "--n-epochs", "1", "--seed", "1"]
    code, _, error = said([*fit, "--test-size", "0", "-q", "--out", model])
    if problem := _bad_end(code, error, may_fail):
        return f"fit: {problem}"
    if code != 0:
        return None
    code, out, error = said(["predict", model, str(path), *words])
    if problem := _bad_end(code, error, False):
        return f"predict: {problem}"
    if case.is_sure and case.labels is not None and len(out.splitlines()) != len(case.labels) + 1:
        return f"predict answered {len(out.splitlines()) - 1} of {len(case.labels)} rows"
    return None


def said(arguments: list[str]) -> tuple[int, str, str]:
    out, error = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(error):
        code = run(arguments)
    return code, out.getvalue(), error.getvalue()


def _bad_end(code: int, error: str, may_fail: bool) -> str | None:
    if "Traceback" in error or "this is a bug" in error:
        return " ".join(error.split())[-300:]
    if code not in ((0, 1, 2) if may_fail else (0, 1)):
        return f"exit code {code}"
    return None


def _not_a_sentence(text: str) -> str | None:
    if not text.strip() or "Traceback" in text:
        return f"no sentence: {text!r}"
    return None


def main(n_cases: int, seed: int) -> int:
    """Try so many tables; returns how many broke."""
    broken: Counter[str] = Counter()
    for i, case in zip(range(n_cases), cases(seed), strict=False):
        if problem := check(case):
            broken[problem[:80]] += 1
            if broken[problem[:80]] < 3:
                print(f"{i}: {problem}\n   {case}"[:1200], flush=True)
    print(f"{n_cases:,} tables, {broken.total():,} broke")
    return broken.total()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])) > 0)
