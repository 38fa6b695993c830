"""Export to a workbook: the model card and the rules as sheets."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

from beta4ucs.errors import InputError
from beta4ucs.export.card import Card

WIDEST = 90  # of a column, in characters
LONGEST_CELL = 32_767  # that a sheet takes
NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def xlsx_bytes(card: Card) -> bytes:
    """Return the file of a workbook; every cell is text, whatever it begins with.

    Parameters
    ----------
    card : Card
        What to say.
    """
    try:
        from openpyxl import Workbook
    except ImportError:
        raise InputError("xlsx files need openpyxl: pip install 'beta4ucs[export]'") from None
    book = Workbook()
    book.remove(book.active)
    _sheet(book, "Model", [(card.title, ""), *card.facts])
    if card.measures:
        _sheet(book, "Measures", [("measure", "value", "of"), *card.measures])
    _sheet(book, "Classes", card.classes)
    _sheet(book, "Limits", [("limit",), *((one,) for one in card.limits)])
    _sheet(book, "Features", card.features)
    _sheet(book, "Rules", card.rules)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _sheet(book: Any, title: str, lines: Sequence[Sequence[str]]) -> None:
    from openpyxl.styles import Alignment, Font

    sheet = book.create_sheet(title)
    for row, line in enumerate(lines, 1):
        for column, text in enumerate(line, 1):
            cell = sheet.cell(row, column, NOT_IN_XML.sub("?", text)[:LONGEST_CELL])
            cell.data_type = "s"  # else "=1+1" would be computed
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            cell.font = Font(bold=row == 1)
    widths = [max(len(line[i]) for line in lines if i < len(line)) for i in range(len(lines[0]))]
    for column, width in enumerate(widths):
        sheet.column_dimensions["ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column]].width = min(WIDEST, width + 3)
    sheet.freeze_panes = "A2"
