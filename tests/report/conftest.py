"""A browser for the tests of one file, and pages to open in it."""

import pytest

from beta4ucs.report import write_report
from report.browser import Visit, launched
from report.models import fruits, large_model, learned, mushrooms


@pytest.fixture(scope="module")
def browser():
    """Not for the whole session: its event loop would be in the way of other tests."""
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="tests in a browser need playwright"
    )
    with sync_api.sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser):
    """Open a file until the test ends; settings are those of a Playwright context."""
    visits = []

    def open_file(path, **settings):
        visits.append(Visit(browser, path, **settings))
        return visits[-1]

    yield open_file
    for one in visits:
        one.context.close()


@pytest.fixture(scope="module")
def fruit_page(tmp_path_factory):
    """A report on a small β4-UCS model, and that model."""
    X, y = fruits()
    model = learned("beta4", X, y, n_epochs=15, track_accuracy=True)
    path = tmp_path_factory.mktemp("report") / "fruits.html"
    write_report(model, X, y, path, title="Fruits")
    return path, model


@pytest.fixture(scope="module")
def mushroom_page(tmp_path_factory):
    """A report on numbers, categories and missing values, and the model."""
    X, y = mushrooms()
    model = learned("beta4", X, y, n_epochs=15)
    path = tmp_path_factory.mktemp("mixed") / "mushrooms.html"
    write_report(model, X, y, path)
    return path, model


@pytest.fixture(scope="module")
def large_page(tmp_path_factory):
    """A report on 2,000 rules with 30 features, and the model."""
    folder = tmp_path_factory.mktemp("large")
    model, X = large_model()
    write_report(model, X, None, folder / "large.html")
    return folder / "large.html", model
