"""From checked hyperparameters to what the learning kernels read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beta4ucs.learning.config import Config
    from beta4ucs.learning.credit import Credit


def config_from(
    params: Mapping[str, Any], credit: Credit, *, max_conditions: int = 0, keeps_order: bool = False
) -> Config:
    """Turn checked hyperparameters into what the learning kernels read."""
    from beta4ucs.learning.config import Config

    of_credit = credit.configure(params)
    same_name = (set(Config._fields) & set(params)) - {*of_credit, "max_conditions"}
    return Config(
        **of_credit,
        **{name: params[name] for name in same_name},
        crispifies=params.get("crispify", False),
        subsumes_correct_set=params["subsume_correct_set"],
        subsumes_children=params["subsume_children"],
        swaps_whole_genes=params["crossover_unit"] == "gene",
        samples_tournament=params["tournament"] == "sample",
        shuffles_every_epoch=params["shuffle"] == "every_epoch",
        keeps_order=keeps_order,
        skips_after_subsumption=params["skip_after_subsumption"],
        keeps_deleted=params["keep_deleted"],
        max_conditions=max_conditions,
        derives_sets=params["missing"] == "never",
        memory=1.0 - params["forgetting"],
    )
