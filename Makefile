# make run: set up and open the panel.       make test: set up, and check the main things in minutes.
# make check: format, lint, types.           make test-all: everything, for an hour.
# setup.sh sets up, and does nothing twice. FULL=1 make run: with EasyOCR, other detectors, LLaVA.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
BIN := .venv/bin
TESTS := $(BIN)/python tests/groups.py

.PHONY: run test check test-all bench setup clean
run: setup
	@$(BIN)/deskhand panel

# CMAKE_ARGS reaches the compiler of llama.cpp: CMAKE_ARGS=-DGGML_VULKAN=on make setup
setup:
	@./setup.sh run

test:
	@./setup.sh test
	$(BIN)/ruff format --check -q .
	$(BIN)/ruff check -q .
	$(TESTS) main

check:
	@./setup.sh test
	$(BIN)/ruff format --check -q .
	$(BIN)/ruff check -q .
	$(BIN)/mypy

test-all: check
	@./setup.sh all
	$(TESTS) all

# Another one: make bench BENCH="miniwob --seeds 0-2"
BENCH := speed
bench:
	@./setup.sh test
	$(BIN)/deskhand bench $(BENCH)

clean:
	rm -rf .venv .setup build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
