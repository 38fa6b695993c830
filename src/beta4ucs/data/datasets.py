"""The problems of the article by name: from a folder, from scikit-learn, made, or fetched."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from beta4ucs.data import synthetic
from beta4ucs.data.catalogue import PROBLEMS, Problem, find_problem
from beta4ucs.data.categories import typed_features
from beta4ucs.data.remote import SOURCES, fetch
from beta4ucs.data.tables import Table, read_table
from beta4ucs.errors import InputError, quoted

DATA_DIR_VARIABLE = "BETA4UCS_DATA"

_GENERATORS: dict[str, Callable[..., Table]] = {
    "car": synthetic.carry,
    "chk": synthetic.checkerboard,
    "cmx": synthetic.concatenated_multiplexer,
    "mop": synthetic.majority,
    "mux": synthetic.multiplexer,
    "rcb": synthetic.rotated_checkerboard,
}
_WITH_SCIKIT_LEARN = {"can": "load_breast_cancer", "wne": "load_wine"}


@dataclass(frozen=True)
class DatasetInfo:
    """One line of the catalogue.

    Attributes
    ----------
    id : str
        The article's three letters.
    name : str
        Stem of the article's file.
    title : str
        What it is about.
    rows, features, classes : int
        Its size.
    categorical : int
        How many of the features are categories.
    missing : float
        Share of feature values that are missing.
    kind : {"real", "synthetic"}
        Measured or made.
    source : str
        Who made it or where it is kept.
    origin : {"file", "built in", "network", "download"}
        Where `load` takes it from now; "download" means its file has to be fetched by hand.
    """

    id: str
    name: str
    title: str
    rows: int
    features: int
    classes: int
    categorical: int
    missing: float
    kind: str
    source: str
    origin: str

    @property
    def available(self) -> bool:
        """Whether `load` finds it on this machine, without a network."""
        return self.origin in {"file", "built in"}


def catalogue(data_dir: str | os.PathLike[str] | None = None) -> list[DatasetInfo]:
    """List the 25 problems of the article and the rotated checkerboard.

    Parameters
    ----------
    data_dir : path, optional
        Folder with the article's files; by default the one that the environment variable
        BETA4UCS_DATA names.

    Returns
    -------
    list of DatasetInfo

    Examples
    --------
    >>> infos = {info.id: info for info in catalogue()}
    >>> infos["wne"].title, infos["wne"].rows, infos["wne"].features, infos["wne"].available
    ('Wine', 178, 13, True)
    """
    folder = _data_folder(data_dir)
    return [_info(problem, folder) for problem in PROBLEMS.values()]


def _info(problem: Problem, folder: Path | None) -> DatasetInfo:
    return DatasetInfo(
        id=problem.id,
        name=problem.name,
        title=problem.title,
        rows=problem.rows,
        features=len(problem.feature_names),
        classes=len(problem.class_names),
        categorical=len(problem.categorical),
        missing=problem.missing,
        kind="synthetic" if problem.synthetic else "real",
        source=problem.source,
        origin=_origin(problem, folder),
    )


def _origin(problem: Problem, folder: Path | None) -> str:
    if _file_of(problem, folder) is not None:
        return "file"
    if problem.id in _GENERATORS or problem.id in _WITH_SCIKIT_LEARN:
        return "built in"
    return "network" if problem.id in SOURCES else "download"


def load(
    name: str,
    *,
    data_dir: str | os.PathLike[str] | None = None,
    n_rows: int | None = None,
    random_state: int | None = None,
) -> Table:
    """Load one of the article's problems.

    The article's CSV file is taken if the folder holds it. Otherwise wine and cancer come from
    scikit-learn, synthetic problems are made, and the others are fetched from OpenML or the UCI
    repository where these have them.

    Parameters
    ----------
    name : str
        The article's id ("wne"), the stem of the file or a common name, in any case.
    data_dir : path, optional
        Folder with the article's files; by default the one that the environment variable
        BETA4UCS_DATA names.
    n_rows : int, optional
        Number of rows to make, or to draw without replacement from real data.
    random_state : int, optional
        Seed of made or drawn rows, 0 by default. A synthetic problem with `n_rows` or
        `random_state` is always made, even if the folder holds its file.

    Returns
    -------
    Table
        Labels are readable names; `class_names` holds them in the article's order. `X` has the
        article's numbers; `to_frame` has those that stand for names as categories.

    Raises
    ------
    InputError
        If there is no such problem, or it cannot be had here; the text says which file to put
        where.

    Examples
    --------
    >>> wine = load("wine")
    >>> wine.X.shape, wine.class_names
    ((178, 13), ('class_0', 'class_1', 'class_2'))
    >>> load("mux", n_rows=100, random_state=7).X.shape
    (100, 20)
    """
    problem = find_problem(name)
    folder = _data_folder(data_dir)
    file = _file_of(problem, folder)
    seed = 0 if random_state is None else random_state
    if problem.id in _GENERATORS:
        if file is not None and n_rows is None and random_state is None:
            return _from_file(problem, file)
        return _generate(problem, n_rows, seed)
    if file is not None:
        table = _from_file(problem, file)
    elif problem.id in _WITH_SCIKIT_LEARN:
        table = _from_scikit_learn(problem)
    else:
        table = _from_network(problem, folder)
    table = _with_categories(table, problem.categorical)
    return table if n_rows is None else _draw(table, n_rows, seed)


def _data_folder(data_dir: str | os.PathLike[str] | None) -> Path | None:
    setting = "data_dir"
    if data_dir is None:
        setting = DATA_DIR_VARIABLE
        data_dir = os.environ.get(DATA_DIR_VARIABLE) or None
    if data_dir is None:
        return None
    folder = Path(data_dir).expanduser()
    if not folder.is_dir():
        raise InputError(f"{setting} must name a folder, got '{data_dir}'")
    return folder


def _file_of(problem: Problem, folder: Path | None) -> Path | None:
    if folder is None:
        return None
    file = folder / f"{problem.name}.csv"
    return file if file.is_file() else None


def _generate(problem: Problem, n_rows: int | None, seed: int) -> Table:
    if n_rows is None:  # each generator has the article's number of rows as default
        table = _GENERATORS[problem.id](random_state=seed)
    else:
        table = _GENERATORS[problem.id](n_rows, random_state=seed)
    return replace(table, name=problem.name)


def _with_categories(table: Table, categorical: tuple[str, ...]) -> Table:
    """Let the frame, not the numbers, know which features are categories."""
    if not categorical:
        return table
    return replace(table, frame=typed_features(table.to_frame(), categorical)[1])


def _from_file(problem: Problem, file: Path) -> Table:
    """Read an article's file and give names to its columns and class codes."""
    table = read_table(file, categorical="none")
    if table.n_features != len(problem.feature_names):
        raise InputError(
            f"'{file}' has {table.n_features} features; {problem.title} has "
            f"{len(problem.feature_names)}: is it another version of the data?"
        )
    names: dict[object, str] = dict(enumerate(problem.class_names))
    names |= {name: name for name in problem.class_names}  # a file may spell the names out
    labels = table.labels().tolist()
    unknown = sorted({str(label) for label in labels if label not in names})
    if unknown:
        raise InputError(
            f"'{file}' has the classes {quoted(unknown)}; {problem.title} has the codes 0 to "
            f"{len(problem.class_names) - 1}"
        )
    y = np.array([names[label] for label in labels])
    return Table(table.X, y, problem.feature_names, "class", problem.name, problem.class_names)


def _from_scikit_learn(problem: Problem) -> Table:
    import sklearn.datasets

    data = getattr(sklearn.datasets, _WITH_SCIKIT_LEARN[problem.id])()
    y = np.array(data.target_names, dtype=np.str_)[data.target]
    X = np.ascontiguousarray(data.data, dtype=np.float64)
    return Table(X, y, problem.feature_names, "class", problem.name, problem.class_names)


def _from_network(problem: Problem, folder: Path | None) -> Table:
    looked = f"not in '{folder}'" if folder else "no folder was named"
    advice = (
        f"put the file '{problem.name}.csv' into a folder ({looked}) and name the folder with "
        f"data_dir or the environment variable {DATA_DIR_VARIABLE}"
    )
    source = SOURCES.get(problem.id)
    if source is None:
        raise InputError(
            f"{problem.title} cannot be fetched: {advice}; the data are kept at {problem.source}"
        )
    try:
        return fetch(problem)
    except Exception as error:  # whatever fails on the way, the file helps
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(
            f"fetching {problem.title} from {source.service} failed ({reason}); {advice}"
        ) from error


def _draw(table: Table, n_rows: int, seed: int) -> Table:
    if not 1 <= n_rows <= table.n_rows:
        raise InputError(
            f"n_rows must be from 1 to {table.n_rows} for '{table.name}', got {n_rows}"
        )
    rows = np.random.default_rng(seed).permutation(table.n_rows)[:n_rows]
    frame = None if table.frame is None else table.frame.iloc[rows].reset_index(drop=True)
    return replace(table, X=table.X[rows], y=table.labels()[rows], frame=frame)
