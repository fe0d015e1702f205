# Everything runs in .venv, which the first call makes. Needed beforehand: Python 3.11 or later, and make.
#   make lab PORT=9000 ARGS="--ip=0.0.0.0"     passes a port and further words to JupyterLab
#   make test ARGS="-k rules -x"               passes further words to pytest
#   make test JOBS=4                            runs tests side by side, in the browser one after another
#   PYTHON=/path/to/python3.12 make lab        says which Python makes .venv
.DEFAULT_GOAL := help
.PHONY: help lab test long bench lint format browser notebooks picture install install-test install-bench clean
.NOTPARALLEL:

PY := .venv/bin/python
PORT ?= 8888
ARGS ?=
JOBS ?= 2

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

lab: install ## play: JupyterLab on the start notebook
	@PORT="$(PORT)" sh tools/lab.sh $(ARGS)

test: install-test ## check everything: lint, types, layers, unit tests, notebooks, browser
	@$(MAKE) --no-print-directory lint
	@chromium=$$(sh tools/find_chromium.sh) || exit 1; \
	PLAYSOLVE_CHROMIUM="$$chromium" $(PY) -m pytest -n $(JOBS) $(ARGS)

lint: install-test ## the quick checks: ruff, mypy, import-linter
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports

format: install-test ## put all code into the common form, and mend what ruff can mend
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

browser: install-test ## only the tests in JupyterLab in Chromium
	@chromium=$$(sh tools/find_chromium.sh) || exit 1; \
	PLAYSOLVE_CHROMIUM="$$chromium" $(PY) -m pytest tests/browser $(ARGS)

long: install-test ## the tests that take minutes each and are no part of `make test`
	$(PY) -m pytest --long -m long $(ARGS)

notebooks: install-test ## only the tests that run the notebooks
	$(PY) -m pytest tests/test_notebooks.py $(ARGS)

bench: install-bench ## measure the solvers and the board against their peers
	@chromium=$$(sh tools/find_chromium.sh) || exit 1; \
	PLAYSOLVE_CHROMIUM="$$chromium" $(PY) -m bench $(ARGS)

picture: install-test ## make docs/board.png anew, from the real board in JupyterLab
	@chromium=$$(sh tools/find_chromium.sh) || exit 1; \
	PLAYSOLVE_CHROMIUM="$$chromium" $(PY) tools/picture.py

install:
	@sh tools/install.sh

install-test:
	@sh tools/install.sh test

install-bench:
	@sh tools/install.sh bench

clean: ## remove .venv, caches and artefacts
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .benchmarks artefacts build dist
	find . -name __pycache__ -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -prune -exec rm -rf {} +
