"""Tables in, scaled numbers out: reading, checking, scaling, and the problems of the article.

>>> from beta4ucs.data import load
>>> load("wine").feature_names[:2]
('alcohol', 'malic_acid')
"""

from beta4ucs.data.alignment import align_columns
from beta4ucs.data.batch_sources import open_source
from beta4ucs.data.batches import Batches
from beta4ucs.data.columns import features_from_frame
from beta4ucs.data.datasets import DatasetInfo, catalogue, load
from beta4ucs.data.dates import date_parts
from beta4ucs.data.partitions import PartitionSource
from beta4ucs.data.scaling import UnitScaling
from beta4ucs.data.tables import Table, read_table
from beta4ucs.data.training_checks import all_missing_columns, check_training_table

__all__ = [
    "Batches",
    "DatasetInfo",
    "PartitionSource",
    "Table",
    "UnitScaling",
    "align_columns",
    "all_missing_columns",
    "catalogue",
    "check_training_table",
    "date_parts",
    "features_from_frame",
    "load",
    "open_source",
    "read_table",
]
