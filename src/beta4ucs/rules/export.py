"""Rules for other programs and for the eye: a table, JSON, text, HTML."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.errors import InputError
from beta4ucs.rules.choosing import RuleChoice
from beta4ucs.rules.html import rule_set_html
from beta4ucs.rules.layout import page_width, table_lines
from beta4ucs.voting.votes import LearnedVotes

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 10  # rules that `str` of a rule set writes out
SHOWN_IN_NOTEBOOK = 20


class RuleExport(RuleChoice):
    """Hands rules on."""

    def __repr__(self) -> str:
        return f"<RuleSet: {self._summary()}>"

    def __str__(self) -> str:
        summary, more = self._summary(), len(self) - SHOWN
        if more > 0:
            summary += f"; the strongest {SHOWN}:"
        lines = [summary, *table_lines(self.top(SHOWN), page_width())]
        return "\n".join([*lines, f"... and {more:,} more"] if more > 0 else lines)

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_html(self, n: int = SHOWN_IN_NOTEBOOK) -> str:
        """Return the strongest rules as an HTML table with a small picture of every condition.

        It stands alone, without scripts or anything from a network, and takes its colours from
        the page around it.

        Parameters
        ----------
        n : int, default 20
            How many rules at most.
        """
        return rule_set_html(self.top(n), len(self), self._summary())

    def to_frame(self, *, genes: bool = False) -> pd.DataFrame:
        """Return a table with one line per rule.

        Parameters
        ----------
        genes : bool, default False
            Add the numbers of every condition, on the unit scale, as columns `feature.number`, and
            those that belong to no feature as columns `rule.number`. What rules list of a feature,
            values of a category or whether a number is known, is a tuple in `feature.values`, None
            where a rule asks nothing.

        Returns
        -------
        pandas.DataFrame
            Columns rule, class, fitness, experience, copies, set_size, crisp and votes, and where
            votes were learned weight and the share of each class; its index is the row in the
            population.
        """
        import pandas as pd

        arrays = self.arrays
        frame = pd.DataFrame(
            {
                "rule": [rule.text for rule in self],
                "class": self.classes[arrays.label],
                "fitness": arrays.fitness,
                "experience": arrays.experience,
                "copies": arrays.numerosity,
                "set_size": arrays.set_size,
                "crisp": self.is_crisp,
                "votes": self.is_voting,
                **self._learned_columns(),
            },
            index=pd.Index(self.population_rows, name="index"),
        )
        return frame.join(self._gene_frame(frame.index)) if genes else frame

    def _learned_columns(self) -> dict[str, Any]:
        if not isinstance(self.votes, LearnedVotes):
            return {}
        shares = self.votes.shares.T
        columns = zip(self.classes.tolist(), shares, strict=True)
        return {"weight": self.votes.weight, **{f"share {c}": share for c, share in columns}}

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Write the rules in words as a JSON list.

        Numbers in the conditions are rounded; what another program should compute with stands in
        the model file.

        Parameters
        ----------
        path : str or path, optional
            Where to write; without it the text is returned.
        """
        lines = [json.dumps(rule.to_dict(), ensure_ascii=False) for rule in self]
        text = "[\n" + ",\n".join(lines) + "\n]\n"
        if path is None:
            return text
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise InputError(f"cannot write '{path}': {error.strerror or error}") from None
        return None

    def _gene_frame(self, index: pd.Index) -> pd.DataFrame:
        import pandas as pd

        columns: dict[str, Any] = {}
        for feature, name in enumerate(self.feature_names):
            listed = self._set_of[feature]
            if listed is None or listed[1].is_numeric:
                for i, number in enumerate(self.representation.genes):
                    columns[f"{name}.{number}"] = self.arrays.genes[:, feature, i]
            if listed is not None:
                place, part = listed
                columns[f"{name}.values"] = [
                    None if part.is_open(bits) else part.chosen(bits)
                    for bits in self.arrays.sets[:, place].tolist()
                ]
        for i, number in enumerate(getattr(self.representation, "rule_genes", ())):
            columns[f"rule.{number}"] = self.arrays.genes[:, -1, i]
        return pd.DataFrame(columns, index=index)

    def _summary(self) -> str:
        return f"{len(self):,} rule{'s' * (len(self) != 1)}, {self.n_voting:,} of them voting"
