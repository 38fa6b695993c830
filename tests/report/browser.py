"""Debian's Chromium, driven by Playwright: what the tests of the page share."""

import os
import shutil

import pytest

CHROMIUM = os.environ.get("BETA4UCS_CHROMIUM") or shutil.which("chromium")


def launched(playwright):
    if CHROMIUM is None:
        pytest.skip("there is no Chromium: apt-get install chromium, or set BETA4UCS_CHROMIUM")
    # as root, in a container, Chromium has no sandbox and little shared memory
    flags = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
    return playwright.chromium.launch(executable_path=CHROMIUM, args=flags)


class Visit:
    """A page opened from disk, and everything it should not do."""

    def __init__(self, browser, path, **settings):
        self.context = browser.new_context(**settings)
        self.page = self.context.new_page()
        self.requests, self.errors, self.dialogs = [], [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._note)
        self.page.on("dialog", self._dismiss)
        self.page.goto(path.resolve().as_uri())

    def _note(self, message):
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _dismiss(self, dialog):
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    @property
    def ready_after(self):
        """Milliseconds from the start of loading until rules and vote are there."""
        return self.page.evaluate("performance.getEntriesByName('beta4ucs-ready')[0].startTime")

    @property
    def rule_count(self):
        """Number of rules that the filters let through, as the page says it."""
        return int(self.page.inner_text("#rule-count").split(" of ")[0].replace(",", ""))
