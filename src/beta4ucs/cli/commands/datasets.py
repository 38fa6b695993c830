"""The command `datasets`: what `fit` knows by name."""

from pathlib import Path
from typing import TYPE_CHECKING

from beta4ucs.cli import options
from beta4ucs.cli.messages import names_data_dir

if TYPE_CHECKING:
    from beta4ucs.data import DatasetInfo

ORIGINS = {
    "built in": "built in",
    "file": "in the folder",
    "network": "fetched when used",
    "download": "file needed",
}
NOTE = """
In brackets: how many of the features are categories.
Use the id or the name: beta4ucs fit wne, beta4ucs fit wine. 'fetched when used'
needs a network; 'file needed' means that the article's file has to be put into
a folder, which --data-dir or the variable {DATA_DIR_VARIABLE} names."""
TITLES = ("id", "name", "rows", "features", "", "classes", "missing", "where")
_LINE = "{:<4}{:<21}{:>6}{:>9} {:<4}{:>8}{:>8}  {}"


def datasets(*, data_dir: Path | None = options.data_dir()) -> int:
    """List the data sets that are available by name."""
    from beta4ucs.data import catalogue
    from beta4ucs.data.datasets import DATA_DIR_VARIABLE

    with names_data_dir():
        infos = catalogue(data_dir)
    print(_LINE.format(*TITLES))
    for info in infos:
        print(_line(info))
    print(NOTE.format(DATA_DIR_VARIABLE=DATA_DIR_VARIABLE))
    return 0


def _line(info: "DatasetInfo") -> str:
    missing = f"{info.missing:.1%}" if info.missing else ""
    return _LINE.format(
        info.id,
        info.name,
        f"{info.rows:,}",
        info.features,
        f"({info.categorical})" if info.categorical else "",
        info.classes,
        missing,
        ORIGINS[info.origin],
    )
