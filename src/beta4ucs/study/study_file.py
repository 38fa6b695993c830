"""The file that declares studies, in TOML: read, and checked before anything runs."""

from __future__ import annotations

import math
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from beta4ucs.errors import InputError, did_you_mean, quoted
from beta4ucs.representations.own_file import names_a_file
from beta4ucs.study.declaration import FORMS, Study, TableOf
from beta4ucs.study.measures import MEASURES
from beta4ucs.study.own_measures import ROWS, OwnMeasure
from beta4ucs.study.problems import DataSource, source_of
from beta4ucs.study.protocol import KINDS, Protocol
from beta4ucs.study.records import COLUMNS
from beta4ucs.study.systems import OURS, System, with_full_paths

PAPER_FILE = Path(__file__).with_name("paper.toml")
ALL_OF_THE_ARTICLE = "paper"  # as the value of `datasets`


def find_study(text: str) -> Study:
    """Find a study of the article by its name, or one in a file.

    Parameters
    ----------
    text : str
        "main", or "my.toml" if the file declares one study, or "my.toml:name".

    Examples
    --------
    >>> find_study("tolerance").title
    'Tolerance of subsumption'
    """
    path, _, name = text.rpartition(".toml")
    if not text.endswith(".toml") and ".toml:" not in text:
        studies = paper_studies()
        if text not in studies:
            raise InputError(
                f"there is no study '{text}' in the article, and no file of yours is named "
                f"(as in 'my.toml'){did_you_mean(text, studies, limit=20)}"
            )
        return studies[text]
    studies = read_studies(Path(f"{path}.toml").expanduser())
    name = name.removeprefix(":")
    if name and name not in studies:
        raise InputError(f"'{path}.toml' has no study '{name}'{did_you_mean(name, studies)}")
    if not name and len(studies) != 1:
        raise InputError(
            f"'{text}' declares the studies {quoted(studies)}: name one, as in "
            f"'{text}:{next(iter(studies))}'"
        )
    return studies[name or next(iter(studies))]


@cache
def paper_studies() -> Mapping[str, Study]:
    """All studies of the article by name."""
    return read_studies(PAPER_FILE)


def read_studies(path: Path) -> dict[str, Study]:
    """Read and check a file; everything unknown in it is named."""
    if not path.is_file():
        raise InputError(f"there is no file '{path}'; 'beta4ucs study init {path}' makes one")
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"'{path}' is not a TOML file: {error}") from None
    where = f"'{path}'" if path != PAPER_FILE else "the article's studies"
    _check_keys(content, ("datasets", "systems", "measures", "studies"), where)
    folder = path.expanduser().resolve().parent
    if str(folder) not in sys.path:
        sys.path.append(str(folder))  # own classifiers, in a module beside the file
    systems = {
        name: _read_system(name, table, folder, f"{where}, [systems.{name}]")
        for name, table in _tables(content, "systems", where)
    }
    own = {
        name: source_of(name, table, folder, f"{where}, [datasets.{name}]")
        for name, table in _tables(content, "datasets", where)
    }
    measures = {
        name: _read_measure(name, table, folder, f"{where}, [measures.{name}]")
        for name, table in _tables(content, "measures", where)
    }
    parts = (folder, systems, own, measures)
    studies = {
        name: _StudyReader(f"{where}, [studies.{name}]", *parts).read(name, table)
        for name, table in _tables(content, "studies", where)
    }
    if not studies:
        raise InputError(f"{where} declares no study: it needs a table [studies.NAME]")
    return studies


def _tables(content: Mapping[str, Any], name: str, where: str) -> Iterable[tuple[str, Any]]:
    inside = content.get(name, {})
    if not isinstance(inside, dict) or not all(isinstance(one, dict) for one in inside.values()):
        raise InputError(f"{where}: '{name}' must hold tables, as in [{name}.NAME]")
    return inside.items()


def _check_keys(table: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise InputError(f"{where}: unknown key '{key}'{did_you_mean(key, known)}")


def _read_system(name: str, table: Mapping[str, Any], folder: Path, where: str) -> System:
    _check_keys(table, ("class", "parameters", "epochs", "inputs", "scale", "missing_value"), where)
    path = _value(table, "class", str, where)
    if path.removeprefix("beta4ucs.") in OURS:
        path = path.removeprefix("beta4ucs.")
    parameters = _value(table, "parameters", dict, where, {})
    epochs = _value(table, "epochs", int, where, None)
    missing = _value(table, "missing_value", (int, float, str), where, -1.0)
    if isinstance(missing, str) and missing != "keep":
        raise InputError(f"{where}: missing_value must be a number or 'keep', got '{missing}'")
    scale = _value(table, "scale", bool, where, True)
    inputs = _value(table, "inputs", str, where, "numbers")
    if inputs not in ("numbers", "table"):
        raise InputError(f"{where}: inputs must be 'numbers' or 'table', got '{inputs}'")
    if names_a_file(path):
        path = str(folder / Path(path).expanduser())
    system = System(
        name, path, with_full_paths(parameters, folder), epochs, scale,
        None if missing == "keep" else float(missing), inputs == "table",
    )  # fmt: skip
    if epochs is not None and epochs < 1:
        raise InputError(f"{where}: epochs must be at least 1, got {epochs}")
    if epochs is not None and not system.is_ours:
        raise InputError(f"{where}: 'epochs' is for classes of beta4ucs, not for {path}")
    if system.is_ours and {"inputs", "scale", "missing_value"} & set(table):
        raise InputError(
            f"{where}: 'inputs', 'scale' and 'missing_value' are for other classes; {path} scales "
            "its inputs and takes categories and missing values itself"
        )
    if system.takes_tables and {"scale", "missing_value"} & set(table):
        raise InputError(
            f"{where}: 'scale' and 'missing_value' are for inputs = 'numbers'; a table is handed "
            "over as it is"
        )
    return system


def _read_measure(name: str, table: Mapping[str, Any], folder: Path, where: str) -> OwnMeasure:
    _check_keys(table, ("function", "title", "rows", "factor", "smaller_is_better"), where)
    if name in COLUMNS:
        raise InputError(f"{where}: records have a column '{name}' already; choose another name")
    if not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name) or name.endswith("_pairs"):
        raise InputError(
            f"{where}: the name of a measure is made of letters, digits and _, and does not end "
            f"in _pairs, got '{name}'"
        )
    rows = _value(table, "rows", str, where, ROWS[0])
    if rows not in ROWS:
        raise InputError(f"{where}: rows must be 'test' or 'train', got '{rows}'")
    function = _value(table, "function", str, where)
    if names_a_file(function):
        function = str(folder / Path(function).expanduser())
    factor = float(_value(table, "factor", (int, float), where, 1.0))
    if not factor or not math.isfinite(factor):
        raise InputError(f"{where}: factor must be a number other than 0, got {factor:g}")
    return OwnMeasure(
        name,
        _value(table, "title", str, where, name),
        factor,
        _value(table, "smaller_is_better", bool, where, False),
        function=function,
        rows=rows,
    )


_REQUIRED = object()


def _value(
    table: Mapping[str, Any], key: str, kind: Any, where: str, default: Any = _REQUIRED
) -> Any:
    if key not in table:
        if default is _REQUIRED:
            raise InputError(f"{where}: '{key}' is missing")
        return default
    value = table[key]
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        words = {str: "text", int: "a whole number", float: "a number", bool: "true or false",
                 dict: "a table", list: "a list"}  # fmt: skip
        right = " or ".join(dict.fromkeys(words[one] for one in kinds))
        raise InputError(f"{where}: '{key}' must be {right}, got {value!r}")
    return value


@dataclass(frozen=True)
class _StudyReader:
    """Reads one study of a file."""

    where: str
    folder: Path
    systems: Mapping[str, System]
    own_data: Mapping[str, DataSource]
    own_measures: Mapping[str, OwnMeasure]

    def read(self, name: str, table: Mapping[str, Any]) -> Study:
        where = self.where
        keys = ("title", "datasets", "systems", "vary", "split", "learned_share", "folds", "seeds",
                "epochs", "reference", "tables", "curves")  # fmt: skip
        _check_keys(table, keys, where)
        systems = self._systems(table)
        reference = _value(table, "reference", str, where, None)
        names = [system.name for system in systems]
        if reference is not None and reference not in names:
            raise InputError(f"{where}: reference '{reference}' is not one of its systems "
                             f"{quoted(names)}")  # fmt: skip
        epochs = _value(table, "epochs", int, where, 50)
        if epochs < 1:
            raise InputError(f"{where}: epochs must be at least 1, got {epochs}")
        tables = self._tables_wanted(table)
        return Study(
            name=name,
            title=_value(table, "title", str, where, name),
            datasets=self._datasets(table),
            systems=systems,
            protocol=self._protocol(table),
            seeds=self._seeds(table),
            epochs=epochs,
            reference=reference,
            tables=tables,
            with_curves=_value(table, "curves", bool, where, False),
            own_measures=tuple(
                measure
                for name, measure in self.own_measures.items()
                if name in [table.metric for table in tables]
            ),
        )

    def _systems(self, table: Mapping[str, Any]) -> tuple[System, ...]:
        names = _value(table, "systems", list, self.where)
        for name in names:
            if not isinstance(name, str) or name not in self.systems:
                hint = did_you_mean(str(name), self.systems)
                raise InputError(f"{self.where}: there is no [systems.{name}]{hint}")
        if not names or len(set(names)) < len(names):
            raise InputError(f"{self.where}: 'systems' must name at least one, and each once")
        systems = tuple(self.systems[name] for name in names)
        vary = _value(table, "vary", dict, self.where, None)
        return systems if vary is None else self._varied(systems, vary)

    def _varied(self, systems: Sequence[System], vary: Mapping[str, Any]) -> tuple[System, ...]:
        """One system a value, named by the value."""
        if len(systems) != 1 or len(vary) != 1:
            raise InputError(f"{self.where}: 'vary' takes one parameter of one system")
        ((parameter, values),) = vary.items()
        if not isinstance(values, list) or not values:
            raise InputError(f"{self.where}: 'vary' needs a list of values for '{parameter}'")
        if len({str(value) for value in values}) < len(values):
            raise InputError(f"{self.where}: 'vary' must list each value of '{parameter}' once, "
                             f"got {values!r}")  # fmt: skip
        (system,) = systems
        return tuple(
            replace(
                system,
                name=str(value),
                parameters=with_full_paths({**system.parameters, parameter: value}, self.folder),
            )
            for value in values
        )

    def _datasets(self, table: Mapping[str, Any]) -> tuple[DataSource, ...]:
        from beta4ucs.study.problems import article_sources

        names = _value(table, "datasets", (str, list), self.where)
        if names == ALL_OF_THE_ARTICLE:
            return article_sources()
        if isinstance(names, str) or not names:
            raise InputError(
                f"{self.where}: 'datasets' must be a list of names or files, or "
                f"'{ALL_OF_THE_ARTICLE}' for the article's 25, got {names!r}"
            )
        for name in names:
            if not isinstance(name, str):
                raise InputError(f"{self.where}: 'datasets' must list names or files, got {name!r}")
        sources = tuple(
            self.own_data[name] if name in self.own_data
            else source_of(name, None, self.folder, self.where)
            for name in names
        )  # fmt: skip
        called = [source.name.casefold() for source in sources]
        for source in sources:
            if called.count(source.name.casefold()) > 1:
                raise InputError(
                    f"{self.where}: 'datasets' has '{source.name}' more than once; tables of one "
                    "name get other names as [datasets.NAME]"
                )
        return sources

    def _protocol(self, table: Mapping[str, Any]) -> Protocol:
        where = self.where
        kind = _value(table, "split", str, where, "shuffle")
        for key, kinds in {"folds": ("folds",), "learned_share": ("shuffle", "stratified")}.items():
            if key in table and kind in KINDS and kind not in kinds:
                raise InputError(f"{where}: '{key}' goes with split {quoted(kinds)}, not '{kind}'")
        share = float(_value(table, "learned_share", (int, float), where, 0.9))
        try:
            return Protocol.make(kind, share, _value(table, "folds", int, where, 10))
        except InputError as error:
            raise InputError(f"{where}: {error}") from None

    def _seeds(self, table: Mapping[str, Any]) -> tuple[int, ...]:
        seeds = _value(table, "seeds", (int, list), self.where)
        if isinstance(seeds, int):
            seeds = list(range(1, seeds + 1))
        if not seeds or not all(type(seed) is int and seed > 0 for seed in seeds):
            raise InputError(
                f"{self.where}: 'seeds' must be how many (1, 2, ...) or a list of whole numbers "
                f"above 0, got {table['seeds']!r}"
            )
        return tuple(dict.fromkeys(seeds))

    def _tables_wanted(self, table: Mapping[str, Any]) -> tuple[TableOf, ...]:
        known = [*self.own_measures, *MEASURES]
        wanted = []
        for entry in _value(table, "tables", list, self.where, ["test_accuracy"]):
            line = {"metric": entry} if isinstance(entry, str) else entry
            if not isinstance(line, dict):
                raise InputError(f"{self.where}: 'tables' must list metrics, got {entry!r}")
            _check_keys(line, ("metric", "form", "printed"), self.where)
            if not isinstance(line.get("metric"), str) or line["metric"] not in known:
                hint = did_you_mean(str(line.get("metric")), known)
                raise InputError(f"{self.where}: no metric '{line.get('metric')}'{hint}")
            if line.get("form", FORMS[0]) not in FORMS:
                raise InputError(
                    f"{self.where}: the form of a table must be one of {quoted(FORMS)}, "
                    f"got {line['form']!r}"
                )
            wanted.append(TableOf(**line))
        return tuple(wanted)
