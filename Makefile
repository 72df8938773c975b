# make run: set up and open the panel.      make test: set up and pass every check and test.
# Nothing is done twice: packages and weights are only fetched when they are missing, and the
# stamp of the virtual environment depends on pyproject.toml.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
VENV := .venv
PY := $(VENV)/bin/python
# The default language model.
MODELS := qwen2.5-coder-1.5b-q4
DEBIAN := packages-debian.txt

.PHONY: run test check bench setup packages models clean
run: setup
	@$(VENV)/bin/deskhand panel

test bench: DEBIAN := packages-debian.txt packages-debian-test.txt
# What seeing is compared with.
test bench: MODELS += omniparser-v2-icon
test: setup check
	$(PY) -m pytest

check: $(VENV)/.installed
	$(VENV)/bin/ruff format --check -q .
	$(VENV)/bin/ruff check -q .
	$(VENV)/bin/mypy

# Another one: make bench BENCH="miniwob --seeds 0-2"
BENCH := speed
bench: setup
	$(VENV)/bin/deskhand bench $(BENCH)

setup: packages $(VENV)/.installed models

# Debian and its children only; the README says how elsewhere.
packages:
	@if ! { command -v apt-get && command -v dpkg-query; } >/dev/null; then \
	  echo "This system has no apt. Install by its own means what these files name: $(DEBIAN)"; \
	  exit 0; \
	fi; \
	missing=(); \
	for name in $$(cat $(DEBIAN)); do \
	  dpkg-query -W -f='$${db:Status-Status}\n' $$name 2>/dev/null | grep -qx installed \
	    || missing+=($$name); \
	done; \
	if [ $${#missing[@]} = 0 ]; then exit 0; fi; \
	echo "Installing system packages: $${missing[*]}"; \
	sudo=; \
	if [ "$$(id -u)" != 0 ]; then \
	  sudo=$$(command -v sudo) || { \
	    echo "Run this as root, then make again: apt-get install $${missing[*]}"; exit 1; }; \
	fi; \
	$$sudo apt-get update -qq; \
	$$sudo env DEBIAN_FRONTEND=noninteractive \
	  apt-get install -y -qq --no-install-recommends "$${missing[@]}" >/dev/null

# pyautogui needs tkinter when it is imported, so the first Python >= 3.11 that has it is taken.
$(PY): | packages
	@for python in python3 /usr/bin/python3 python3.13 python3.12 python3.11; do \
	  if $$python -c 'import sys, tkinter, ensurepip; sys.exit(sys.version_info < (3, 11))' \
	      2>/dev/null; then \
	    echo "Making $(VENV) with $$($$python --version)"; \
	    exec $$python -m venv $(VENV); \
	  fi; \
	done; \
	echo "No Python 3.11 or later with tkinter was found (Debian: python3-tk, python3-venv)."; \
	exit 1

# Virtual machines tell of AMX without letting it be used, and then llama.cpp ends the process.
NO_AMX := $(shell grep -qs 'hypervisor.*amx_tile' /proc/cpuinfo \
  && echo -mno-amx-tile -mno-amx-int8 -mno-amx-bf16)

# CMAKE_ARGS reaches the compiler: CMAKE_ARGS=-DGGML_CUDA=on make setup
# miniwob (test pages) without its dependencies: only its pages are used, not its environment.
$(VENV)/.installed: pyproject.toml | $(PY)
	@echo "Installing Python packages; compiling llama-cpp-python takes minutes the first time."
	@$(PY) -m pip install -qq --upgrade pip
	@CFLAGS="$${CFLAGS:-} $(NO_AMX)" CXXFLAGS="$${CXXFLAGS:-} $(NO_AMX)" \
	  $(PY) -m pip install -qq -e '.[dev]'
	@$(PY) -m pip install -qq --no-deps miniwob==1.1.0
	@touch $@

# Weights lie in the user's data folder, so that they outlive this checkout.
models: $(VENV)/.installed
	@for id in $(MODELS); do \
	  $(PY) -c 'import sys; from models import catalogue, store; \
	    sys.exit(store.installed(catalogue.spec(sys.argv[1])) is None)' $$id \
	  || $(VENV)/bin/deskhand models get $$id --yes; \
	done

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
