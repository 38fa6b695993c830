"""Small models of every kind, and rows to try them on."""

import pandas as pd
import pytest

from beta4ucs import representations
from beta4ucs.representations import contract
from report.models import (
    evolved,
    fruits,
    learned,
    mushrooms,
    mushrooms_to_try,
    rows_to_try,
)

SMALL = {"max_rules": 60, "n_epochs": 4}
KINDS = {
    **{name: (name, {}) for name in contract.names()},
    # conditions without an end, and degrees too small for a number
    "hyperellipsoid, flagged": (representations.Hyperellipsoid(flagged_dont_care=True), {}),
    "triangle, flagged": (representations.Triangle(flagged_dont_care=True), {}),
    "bell, fading": (representations.Bell(always_matches=False, initial_spread=0.002), {}),
    "majority": ("hyperrectangle", {"tie_break": "majority"}),
    "random": ("hyperrectangle", {"tie_break": "random"}),
    "young rules": ("hyperrectangle", {"full_vote_experience": 300.0}),
}
MIXED = {
    f"{kind}, {missing}": (kind, {"missing": missing})
    for kind, missing in (
        ("beta4", "learn"),
        ("beta4", "matches"),
        ("hyperrectangle", "learn"),
        ("hyperrectangle", "never"),
        ("curved-polytope", "never"),
    )
}
WITH_THRESHOLD = ["threshold, mixed", "learned votes, threshold, mixed"]
ALL = [*KINDS, *MIXED, "learned votes", "learned votes, mixed", *WITH_THRESHOLD]


def _made(name):
    if name == "learned votes":
        model = evolved(*fruits(), size="smallest")
    elif name in ("learned votes, mixed", "learned votes, threshold, mixed"):
        model = evolved(*mushrooms(), size="smallest")
    elif name == "threshold, mixed":
        model = learned("beta4", *mushrooms(), **SMALL)
    elif name in KINDS:
        kind, told = KINDS[name]
        model = learned(kind, *fruits(), **SMALL, **told)
    else:
        kind, told = MIXED[name]
        model = learned(kind, *mushrooms(), **SMALL, **told)
    if name in WITH_THRESHOLD:
        model = model.with_threshold(0.2, label="poisonous")
    if name in MIXED or name.endswith("mixed"):
        return model, mushrooms_to_try(model, 400)
    return model, pd.DataFrame(rows_to_try(model, 400), columns=model.feature_names_in_)


@pytest.fixture(scope="session")
def model_and_rows():
    """Give a model by its name, and rows for it; each is made once."""
    made = {}

    def give(name):
        if name not in made:
            made[name] = _made(name)
        return made[name]

    return give
