# make run: set up and open the panel.  make test: set up and pass every test.
# Nothing is done twice: each step leaves a stamp, and the stamp depends on what it was made from.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
VENV := .venv
PY := $(VENV)/bin/python

.PHONY: run test check setup packages clean
run: setup
	$(VENV)/bin/deskhand panel

test: setup check
	$(PY) -m pytest

check: $(VENV)/.installed
	$(VENV)/bin/ruff format --check -q .
	$(VENV)/bin/ruff check -q .
	$(VENV)/bin/mypy

setup: packages $(VENV)/.installed

# Debian and its children only; other systems: see README.
packages:
	@if command -v dpkg-query >/dev/null; then \
	  missing=$$(for p in $$(cat packages-debian.txt); do \
	    dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	  if [ -n "$$missing" ]; then \
	    echo "Installing system packages:" $$missing; \
	    sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	    $$sudo apt-get update -qq; \
	    $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	      $$missing >/dev/null; \
	  fi; \
	else echo "No apt here: install what packages-debian.txt names by your system's own means."; fi

# pyautogui needs tkinter when it is imported, so take the first Python >= 3.11 that has it.
$(VENV)/bin/python:
	@for p in python3 /usr/bin/python3 python3.13 python3.12 python3.11; do \
	  if $$p -c 'import sys, tkinter, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    $$p -m venv $(VENV); break; fi; done
	@[ -x $(PY) ] || { echo "No Python >= 3.11 with tkinter and venv was found: install them (Debian: python3 python3-tk python3-venv)."; exit 1; }

$(VENV)/.installed: pyproject.toml | packages $(VENV)/bin/python
	@echo "Installing Python packages; llama-cpp-python is compiled (about 5 minutes on 2 cores)."
	$(PY) -m pip install -q --upgrade pip
	$(PY) -m pip install -q -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
