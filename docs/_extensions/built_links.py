"""Every link inside of the built site leads somewhere: a file, and the place in it."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.util import logging

logger = logging.getLogger(__name__)


class Page(HTMLParser):
    """The places of a page that a link may name, and the links and pictures on it."""

    def __init__(self, path):
        super().__init__()
        self.places, self.targets = set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        """Note what a tag is called and what it leads to."""
        told = dict(attrs)
        self.places |= {told.get("id"), told.get("name") if tag == "a" else None}
        self.targets += [told[name] for name in ("href", "src") if told.get(name)]


def broken_links(folder):
    """Return pairs of a page and a target on it that is not there."""
    every = [path for path in Path(folder).rglob("*.html") if "_static" not in path.parts]
    pages = {path.resolve(): Page(path) for path in every}
    found = []
    for path, page in pages.items():
        for target in page.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            other = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = unquote(parts.fragment)
            is_known = other not in pages or not place or place in pages[other].places
            if not (other.exists() and is_known):
                found.append((path.relative_to(Path(folder).resolve()), target))
    return found


def setup(app):
    """Check the site when it is built."""
    app.connect("build-finished", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def check(app, failure):
    """Warn of links that lead nowhere."""
    if failure is None and app.builder.format == "html":
        for page, target in broken_links(app.outdir):
            logger.warning("%s links to %s, which is not there", page, target)
