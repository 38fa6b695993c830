"""How Sphinx builds the site: `make docs`."""

import re
import sys
from pathlib import Path

import beta4ucs

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "beta4ucs"
author = "The beta4ucs developers"
copyright = author
release = version = beta4ucs.__version__

extensions = [
    "built_links",
    "mathml",
    "myst_parser",
    "numpydoc",
    "peers_picture",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build", "gallery/*.ipynb"]
nitpicky = False

# ------------------------------------------------------------------ Markdown

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4  # links such as page.md#a-heading work as they do on GitHub
suppress_warnings = ["config.cache"]  # the order of the gallery is given by a function

# ------------------------------------------------------------------ API

autosummary_generate = True
autodoc_typehints = "none"  # signatures stay short; docstrings have the types
toc_object_entries_show_parents = "hide"
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

# ------------------------------------------------------------------ gallery

sphinx_gallery_conf = {
    "examples_dirs": "../examples/gallery",
    "gallery_dirs": "gallery",
    "filename_pattern": r"/plot_",
    "within_subsection_order": "FileNameSortKey",
    "download_all_examples": False,
    "remove_config_comments": True,
    "min_reported_time": 0,
    "show_memory": False,
    "abort_on_example_error": True,
}

# ------------------------------------------------------------------ pages

html_theme = "pydata_sphinx_theme"
html_math_renderer = "mathml"
templates_path = ["_templates"]
html_title = "beta4ucs"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_theme_options = {
    "navigation_with_keys": False,
    "show_prev_next": False,
    "show_toc_level": 2,
    "header_links_before_dropdown": 6,
    "navbar_end": ["theme-switcher"],
    "footer_start": ["copyright"],
    "footer_end": [],
}
copybutton_prompt_text = "$ "

# ------------------------------------------------------------------ pages that GitHub shows as well


PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "README.md": "index.md",
}
HERE = Path(__file__).parent


def setup(app):
    """Let Sphinx read what the same pages say on GitHub."""
    app.connect("source-read", translate)


def translate(app, docname, source):
    """Turn HTML anchors into targets, and links that leave this folder into what a site has."""
    folder = (HERE / docname).parent

    def link(match):
        text, path, place = match.groups(default="")
        target = (folder / path).resolve()
        if target.is_dir():
            return text  # a site lists no folders
        if target.parent == HERE.parent and target.name in PAGES:
            return f"[{text}](/{PAGES[target.name]}{place})"
        return match[0]

    text = re.sub(r'^<a id="([\w-]+)"></a>$', r"(\1)=", source[0], flags=re.MULTILINE)
    text = re.sub(r'<a id="([\w-]+)"></a>', r"[&#8203;]{#\1}", text)
    if docname.startswith("results/tables/"):
        text = f"---\norphan: true\n---\n{text}"  # other pages link to them
    source[0] = re.sub(r"(?<!!)\[([^\]\n]+)\]\(([^)\s:#]+)(#[\w-]+)?\)", link, text)
