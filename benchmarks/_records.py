"""Records of benchmarks that are not studies: a CSV file with one line per run."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from beta4ucs import InputError

_TYPES: dict[str, type] = {"int": int, "float": float, "str": str}


def read_records(path: Path, kind: type[Any]) -> list[Any]:
    """Read what there is; a line that was cut off while being written is left out."""
    if not path.is_file():
        return []
    columns = tuple(field.name for field in fields(kind))
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) not in ((), columns):
            raise InputError(f"'{path}' has other columns than the records of this program")
        whole = [line for line in reader if None not in line.values() and None not in line]
    return [_parse(line, kind) for line in whole]


def _parse(line: Mapping[str, str], kind: type[Any]) -> Any:
    return kind(**{field.name: _TYPES[str(field.type)](line[field.name]) for field in fields(kind)})


def append_record(path: Path, record: Any) -> None:
    """Add a line; after one that was cut off a new line is begun."""
    text = path.read_bytes() if path.is_file() else b""
    with path.open("a", newline="", encoding="utf-8") as file:
        if text and not text.endswith(b"\n"):
            file.write("\n")
        values = asdict(record)
        writer = csv.DictWriter(file, list(values), lineterminator="\n")
        if not text:
            writer.writeheader()
        writer.writerow(values)
