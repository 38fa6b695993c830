"""What a test registers, later tests do not know."""

import pytest

from beta4ucs.representations import contract


@pytest.fixture(autouse=True)
def known_representations(monkeypatch):
    monkeypatch.setattr(contract, "_registry", dict(contract._registry))
    monkeypatch.setattr(contract, "_aliases", dict(contract._aliases))
