"""What conditions are made of: one table a representation, on features scaled to [0, 1]."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from beta4ucs.hyperparameters.hyperparameter import Hyperparameter
from beta4ucs.hyperparameters.rows import share, size, switch, table, threshold

NARROWEST = 0.005  # half width that several representations never go below
UNITS = "in units of the feature's range"

HALF_WIDTH = size(
    "cover_range", "r_0", 1.0, f"Largest half width of a new condition, {UNITS}.", low=NARROWEST
)
# these draw from 0, not from the narrowest half width
REACH = size(
    "cover_range",
    "r_0",
    1.0,
    f"How far a new condition reaches at most to either side, {UNITS}.",
    low_open=True,
)
LARGEST_SPREAD = size(
    "cover_range",
    "r_0",
    1.0,
    f"Largest standard deviation of a new condition, {UNITS}.",
    low=NARROWEST,
)
BOUND_STEP = size("mutation_step", "m_0", 0.1, f"Largest change of a bound by mutation, {UNITS}.")
CENTRE_STEP = size(
    "mutation_step", "m_0", 0.1, f"Largest change of centre and width by mutation, {UNITS}."
)
SHAPE_STEP = size("mutation_step", "m_0", 5.0, "Largest change of a shape parameter by mutation.")
LARGEST_SHAPE = size(
    "initial_shape",
    "s_0",
    5.0,
    "Largest shape parameter that covering draws; at 1 every new condition is a don't care.",
    low=1.0,
)
MATCHING_THRESHOLD = share(
    "matching_threshold",
    "θ_m",
    0.7,
    "Activity that a row must exceed to be matched.",
    low_open=True,
    high_open=True,
)
PEAK_TOLERANCE = threshold(
    "subsumption_tolerance",
    "Tol_sub",
    0.01,
    "How far apart the peaks of two fuzzy conditions may be for one to subsume the other.",
)
OVERLAP_THRESHOLD = share(
    "overlap_threshold",
    "θ_overlap",
    1.0,
    "Share of a condition's area that another must contain to subsume it.",
)
FLAGGED_DONT_CARE = switch(
    "flagged_dont_care",
    False,
    "Let a don't care always match everything, instead of being a wide condition that evolves.",
)

BETA4 = table(
    HALF_WIDTH,
    BOUND_STEP,
    PEAK_TOLERANCE,
    size(
        "initial_shape",
        "s_0",
        1.0,
        "Largest shape parameter of a new condition: 1 starts from plain intervals.",
        low=1.0,
    ),
)
CURVED_POLYTOPE = table(SHAPE_STEP, MATCHING_THRESHOLD, LARGEST_SHAPE)

CONDITIONS: Mapping[str, Mapping[str, Hyperparameter]] = MappingProxyType(
    {
        "beta4": BETA4,
        "hyperrectangle": table(REACH, BOUND_STEP),
        "hyperellipsoid": table(LARGEST_SPREAD, MATCHING_THRESHOLD, FLAGGED_DONT_CARE),
        "curved-polytope": CURVED_POLYTOPE,
        "rectangle-or-polytope": table(
            *CURVED_POLYTOPE.values(),
            share(
                "mixing_step",
                "m_ζ",
                0.5,
                "Largest change by mutation of the number that decides between the two shapes.",
            ),
            share(
                "and_threshold",
                "θ_and",
                0.5,
                "From this value of that number on a rule is a rectangle.",
            ),
        ),
        "triangle": table(
            size(
                "mutation_step",
                "m_0",
                0.1,
                "Largest change of the peak by mutation, as a share of the flank on that side; "
                "half of it for the outer corners.",
            ),
            switch(
                "relative_mutation",
                True,
                f"Without it, mutation_step is for all corners alike and {UNITS}.",
            ),
            FLAGGED_DONT_CARE,
            threshold(
                "peak_tolerance",
                "",
                0.001,
                "How far the peak of a subsumed triangle may lie from the other's, as a share of "
                "that one's flank.",
            ),
        ),
        "trapezoid": table(REACH, BOUND_STEP, OVERLAP_THRESHOLD),
        "bell": table(
            CENTRE_STEP,
            size(
                "initial_spread",
                "σ_0",
                0.25,
                f"Largest standard deviation of a new condition, {UNITS}.",
                low=0.001,
            ),
            PEAK_TOLERANCE,
            size(
                "dont_care_spread",
                "",
                0.5,
                f"Standard deviation of a don't care, {UNITS}.",
                low=0.001,
            ),
            FLAGGED_DONT_CARE,
            switch(
                "always_matches",
                True,
                "Let a rule match even where its degree underflows to zero.",
            ),
        ),
        "rectangle-or-triangle": table(HALF_WIDTH, CENTRE_STEP, OVERLAP_THRESHOLD),
    }
)
