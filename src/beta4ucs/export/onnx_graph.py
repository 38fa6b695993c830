"""Export to ONNX: a graph of standard operators, for all rules and all rows at once.

    numbers (rows x numbers, double)      categories (rows x categories, text)
        |  bounds: rows x rules x slots       |  places of values, then one table a category
        |  terms of degrees                   |
        +-------------------+-----------------+
                 degrees (rows x rules)
                            |  times what rules add
                 votes --> label, probabilities

Rules differ in how much they ask: each has as many slots as the longest needs, and those left over
ask nothing. Numbers are doubles, NaN where missing; categories are text, "" where missing.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.export.onnx_nodes import FORMULAS, NEUTRAL, Nodes
from beta4ucs.export.program import Feature, Program
from beta4ucs.export.reading import Bounds, Listed
from beta4ucs.export.shapes import Term

OPSET, ML_OPSET, IR_VERSION = 17, 3, 8
MISSING = ("", "?", "na", "NA", "n/a", "N/A", "nan", "NaN", "null", "NULL")  # as training took them


def onnx_bytes(program: Program, head: list[str]) -> bytes:
    """Return the file of a graph.

    Parameters
    ----------
    program : Program
    head : list of str
        What to say about it, kept in the file.
    """
    try:
        import onnx  # noqa: F401
    except ImportError:
        raise InputError("ONNX files need onnx: pip install 'beta4ucs[export]'") from None
    return _Graph(program).model(head)


class _Graph(Nodes):
    """The graph of a program, part by part."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program = program
        features = program.features
        self.numbers = [i for i, feature in enumerate(features) if feature.values is None]
        self.categories = [i for i, feature in enumerate(features) if feature.values is not None]

    # ------------------------------------------------------------------ inputs

    def number_columns(self) -> str:
        """All features that count as numbers, rows x features; others are NaN."""
        columns = []
        for at, feature in enumerate(self.program.features):
            if feature.values is None:
                place = self.constant([self.numbers.index(at)], np.int64)
                columns.append(self.add("Gather", "numbers", place, axis=1))
            elif feature.is_ordered:
                columns.append(self._places_in_order(at, feature))
            else:
                columns.append("")
        present = [name for name in columns if name]
        self.column_of = {
            at: place for place, at in enumerate(i for i, name in enumerate(columns) if name)
        }
        return self.add("Concat", *present, axis=1) if present else ""

    def _column(self, at: int) -> str:
        place = self.constant([self.categories.index(at)], np.int64)
        return self.add("Gather", "categories", place, axis=1)

    def _places_in_order(self, at: int, feature: Feature) -> str:
        texts = [str(value) for value in feature.values or ()]
        places = self.add(
            "LabelEncoder",
            self._column(at),
            domain="ai.onnx.ml",
            keys_strings=texts,
            values_floats=[float(place) for place in range(len(texts))],
            default_float=float("nan"),
        )
        return self.cast(places)

    def places(self, at: int) -> str:
        """Where the values of a category stand: new ones behind all, missing ones behind that."""
        values = [str(value) for value in self.program.features[at].values or ()]
        other = values.index("(other)") if "(other)" in values else len(values)
        missing = [text for text in MISSING if text not in values]
        found = self.add(
            "LabelEncoder",
            self._column(at),
            domain="ai.onnx.ml",
            keys_strings=[*values, *missing],
            values_int64s=[*range(len(values)), *[len(values) + 1] * len(missing)],
            default_int64=other,
        )
        return self.add("Squeeze", found, self.constant([1], np.int64))

    # ------------------------------------------------------------------ conditions

    def slots(self, columns: str, features: np.ndarray) -> str:
        """Put the value that each slot of each rule asks for into its place."""
        places = np.vectorize(self.column_of.__getitem__, otypes=[np.int64])(features)
        return self.add("Gather", columns, self.constant(places, np.int64), axis=1)

    def bounds(self, columns: str) -> str | None:
        """Whether all bounds of each rule hold, as 0 and 1: rows x rules."""
        asked = [[one for one in r.asks if isinstance(one, Bounds)] for r in self.program.rules]
        width = max(map(len, asked), default=0)
        if not width:
            return None
        shape = len(asked), width
        features = np.full(shape, next(iter(self.column_of)))
        low, high = np.full(shape, -np.inf), np.full(shape, np.inf)
        known, missing = np.ones(shape, bool), np.ones(shape, bool)
        for row, asks in enumerate(asked):
            for slot, one in enumerate(asks):
                features[row, slot] = one.feature
                low[row, slot] = -np.inf if one.low is None else one.low
                high[row, slot] = np.inf if one.high is None else one.high
                known[row, slot], missing[row, slot] = one.known, one.missing
        x = self.slots(columns, features)
        is_inside = self.add(
            "And",
            self.add("GreaterOrEqual", x, self.constant(low)),
            self.add("LessOrEqual", x, self.constant(high)),
        )
        if not known.all():
            is_inside = self.add("And", is_inside, self.constant(known, bool))
        is_missing = self.add("And", self.add("IsNaN", x), self.constant(missing, bool))
        holds = self.cast(self.add("Or", is_inside, is_missing))
        return self.add("ReduceMin", holds, axes=[2], keepdims=0)

    def listed(self) -> list[str]:
        """For each category that rules ask about, whether its value will do: rows x rules."""
        found = []
        for at in self.categories:
            feature = self.program.features[at]
            if feature.is_ordered:
                continue
            table = np.ones((len(feature.values or ()) + 2, len(self.program.rules)))
            for row, rule in enumerate(self.program.rules):
                for one in rule.asks:
                    if isinstance(one, Listed) and one.feature == at:
                        table[:, row] = _does(feature, one)
            if not table.all():
                found.append(self.add("Gather", self.constant(table), self.places(at), axis=0))
        return found

    # ------------------------------------------------------------------ degrees

    def units(self, columns: str) -> str:
        """Numbers on the unit scale, clipped to the training range."""
        features = [self.program.features[at] for at in self.column_of]
        low = np.array([feature.low for feature in features])
        high = np.array([feature.high for feature in features])
        with np.errstate(over="ignore"):
            half = np.where(np.isinf(high - low), 0.5, 1.0)
        span = high * half - low * half
        is_constant = span == 0.0
        clipped = self.add("Min", self.add("Max", columns, self.constant(low)), self.constant(high))
        scaled = self.add("Mul", clipped, self.constant(half))
        # a constant feature has 0.5 for all values: 0 / 2 + 0.5
        moved = self.add("Sub", scaled, self.constant(low * half))
        divided = self.add("Div", moved, self.constant(np.where(is_constant, 2.0, span)))
        units = self.add("Add", divided, self.constant(np.where(is_constant, 0.5, 0.0)))
        return self.add("Where", self.add("IsNaN", columns), columns, units)

    def terms(self, units: str, kind: str) -> str | None:
        """The terms of one kind: rows x rules x slots, with what is neutral where there is none."""
        terms = [[one for one in r.terms if one.kind == kind] for r in self.program.rules]
        width = max(map(len, terms), default=0)
        if not width:
            return None
        first = next(iter(self.column_of))
        filled = [
            [*of_rule, *[Term(kind, first, NEUTRAL[kind])] * (width - len(of_rule))]
            for of_rule in terms
        ]
        u = self.slots(units, np.array([[one.feature for one in row] for row in filled]))
        numbers = np.array([[one.numbers for one in row] for row in filled])
        columns = [self.constant(numbers[..., i]) for i in range(numbers.shape[2])]
        result: str = FORMULAS[kind](self, u, *columns)
        neutral = 1.0 if kind == "flanks" else 0.0
        return self.add("Where", self.add("IsNaN", u), self.constant(neutral), result)

    def degree(self, columns: str) -> str | None:
        """The part of the degrees that terms make: rows x rules."""
        form = self.program.form
        if not self.program.scaled:
            return None
        units = self.units(columns)
        if form.kind == "product":
            heights = self.terms(units, "flanks")
            return self.add("ReduceProd", heights, axes=[2], keepdims=0) if heights else None
        kind = "square" if "squares" in form.kind else "log"
        total = self._total(self.terms(units, kind))
        limit = self.constant(form.limit)
        if form.kind == "squares_below":
            return self.cast(self.add("Less", total, limit))
        if form.kind == "logs_above":
            pulls = self.terms(units, "pull")
            total = total if pulls is None else self.add("Sub", total, self._total(pulls))
            return self._with_boxes(self.cast(self.add("Greater", total, limit)))
        if form.kind == "exp_squares":
            total = self.add("Mul", total, self.constant(-0.5))
        degree = self.add("Min", self.constant(1.0), self.add("Exp", total))
        is_lost = self.add("LessOrEqual", total, self.constant(-708.0))
        return self.add("Where", is_lost, limit, self.add("Max", degree, limit))

    def _total(self, terms: str | None) -> str:
        assert terms is not None
        return self.add("ReduceSum", terms, self.constant([2], np.int64), keepdims=0)

    def _with_boxes(self, degree: str) -> str:
        """Rules without terms match fully within their bounds."""
        has_none = np.array([0.0 if rule.terms else 1.0 for rule in self.program.rules])
        return self.add("Max", degree, self.constant(has_none))

    # ------------------------------------------------------------------ answers

    def votes(self) -> str:
        """Sums of votes: rows x classes."""
        program = self.program
        columns = self.number_columns()
        parts = [self.bounds(columns), *self.listed(), self.degree(columns)]
        held = [part for part in parts if part is not None]
        table = np.zeros((len(program.rules), len(program.classes)))
        for row, rule in enumerate(program.rules):
            for label, amount in rule.adds:
                table[row, label] = amount
        everywhere = self._ones(len(program.rules))
        degrees = everywhere
        for part in held:
            degrees = self.add("Mul", degrees, part)
        start = self.constant([program.start])
        if not program.rules:
            return self.add("Mul", self._ones(1), start)
        return self.add("Add", self.add("MatMul", degrees, self.constant(table)), start)

    def _ones(self, width: int) -> str:
        """As many rows as there are inputs, filled with 1."""
        source = "numbers" if self.numbers else "categories"
        n_rows = self.add("Shape", source, end=1)
        shape = self.add("Concat", n_rows, self.constant([width], np.int64), axis=0)
        return self.add("Expand", self.constant([[1.0]]), shape)

    def probabilities(self, votes: str) -> str:
        """From votes to probabilities."""
        if self.program.is_learned:
            return self.add("Softmax", votes, axis=1)
        best = self.add("ReduceMax", votes, axes=[1], keepdims=1)
        zero = self.constant(0.0)
        positive = self.add("Max", votes, zero)
        equal = self.cast(self.add("Equal", votes, best))
        weights = self.add("Where", self.add("Greater", best, zero), positive, equal)
        total = self.add("ReduceSum", weights, self.constant([1], np.int64), keepdims=1)
        return self.add("Div", weights, total)

    def answers(self, votes: str, probabilities: str) -> str:
        """The places of the classes with most votes, or as a threshold says."""
        program = self.program
        if program.threshold is not None:
            label, least = program.threshold
            share = self.add("Gather", probabilities, self.constant(label, np.int64), axis=1)
            enough = self.add("GreaterOrEqual", share, self.constant(least))
            places = (self.constant(one, np.int64) for one in (label, 1 - label))
            return self.add("Where", enough, *places)
        if program.draw is None:
            order = self.constant(program.order, np.int64)
            ordered = self.add("Gather", votes, order, axis=1)
            return self.add("Gather", order, self.add("ArgMax", ordered, axis=1, keepdims=0))
        best = self.add("ReduceMax", votes, axes=[1], keepdims=1)
        is_best = self.cast(self.add("Equal", votes, best))
        n_best = self.add("ReduceSum", is_best, self.constant([1], np.int64), keepdims=1)
        place = self.add("Floor", self.add("Mul", n_best, self.constant(program.draw)))
        counted = self.add("CumSum", is_best, self.constant(1, np.int64))
        is_behind = self.cast(self.add("Greater", counted, place), "FLOAT")
        return self.add("ArgMax", is_behind, axis=1, keepdims=0)

    def model(self, head: list[str]) -> bytes:
        """The whole file."""
        from onnx import TensorProto, helper

        votes = self.votes()
        probabilities = self.probabilities(votes)
        labels, kind = _labels(self.program.classes)
        answers = self.answers(votes, probabilities)
        label = self.add("Gather", self.constant(labels, labels.dtype), answers)
        inputs = []
        if self.numbers:
            shape = [None, len(self.numbers)]
            inputs.append(helper.make_tensor_value_info("numbers", TensorProto.DOUBLE, shape))
        if self.categories:
            shape = [None, len(self.categories)]
            inputs.append(helper.make_tensor_value_info("categories", TensorProto.STRING, shape))
        self.nodes.append(helper.make_node("Identity", [label], ["label"]))
        self.nodes.append(helper.make_node("Identity", [probabilities], ["probabilities"]))
        shape = [None, len(self.program.classes)]
        outputs = [
            helper.make_tensor_value_info("label", getattr(TensorProto, kind), [None]),
            helper.make_tensor_value_info("probabilities", TensorProto.DOUBLE, shape),
        ]
        graph = helper.make_graph(self.nodes, "rules", inputs, outputs, self.constants)
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("ai.onnx.ml", ML_OPSET)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION)
        model.producer_name, model.doc_string = "beta4ucs", "\n".join(head)
        names = [feature.name for feature in self.program.features]
        said = {
            "numbers": [names[at] for at in self.numbers],
            "categories": [names[at] for at in self.categories],
            "classes": self.program.classes,
        }
        helper.set_model_props(
            model, {key: json.dumps(value, ensure_ascii=False) for key, value in said.items()}
        )
        content: bytes = model.SerializeToString()
        return content


def _does(feature: Feature, ask: Listed) -> list[float]:
    """Whether each value of a category will do, then a new one, then a missing one."""
    known = [float(value in ask.values) for value in feature.values or ()]
    return [*known, 0.0, float(ask.missing)]


def _labels(classes: list[Any]) -> tuple[np.ndarray, str]:
    labels = np.array(classes)
    if labels.dtype.kind == "b":
        return labels, "BOOL"
    if labels.dtype.kind == "i":
        return labels.astype(np.int64), "INT64"
    if labels.dtype.kind == "f":
        return labels, "DOUBLE"
    return np.array([str(label) for label in classes], dtype=object), "STRING"
