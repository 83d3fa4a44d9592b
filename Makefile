# Every target sets up what it needs in .venv; `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Keep bytecode: without it, every worker and every process that a test starts compiles the whole program again.
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export HYPOTHESIS_STORAGE_DIRECTORY := .cache/hypothesis

VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
LOCK := .ci/requirements.txt
PACKAGES := $(VENV)/.packages-installed
READY := $(VENV)/.project-installed
UV_VERSION := 0.13.7
# The tests that are traced: they alone reach every branch of the core. Tracing makes a test three times as slow,
# so the second run has whatever reaches no further branch: clauses proved through drivers and simulated devices,
# whole scenarios and random courses. Such a test in a traced file is marked `untraced`.
CORE_FOLDERS := $(addprefix tests/unit/,cards domain round games floor tournament drivers) tests/rules
UNTRACED := tests/rules/screen/% $(addprefix tests/rules/test_, \
        device_%.py coverage.py guidance_nsw.py guidance_roles.py nsw_bonus.py nsw_hands.py \
        irregularities_invalid.py irregularities_jackpot.py irregularities_void.py jackpot_figures.py) \
    $(addprefix tests/unit/, \
        domain/test_hands_outside.py floor/test_in_use.py games/test_toy.py games/poker/test_judge.py \
        round/test_guidance.py round/test_steps.py tournament/test_properties.py \
        drivers/alphasign/test_fuzz.py drivers/link/test_fuzz.py drivers/link/test_pairing_fuzz.py)
CORE_TESTS := tests/unit/test_authority.py \
    $(sort $(filter-out $(UNTRACED),$(shell find $(CORE_FOLDERS) -name 'test_*.py')))

# One more than there are cores, because tests of devices and processes spend part of their time waiting.
WORKERS := $(shell expr $$(nproc) + 1)

# Sets `python` to the first usable interpreter, or says what was seen and what to do. PYTHON=... is tried first.
define find_python
seen=""; python=""; \
for candidate in $(PYTHON) python3.11 python3; do \
    version=$$("$$candidate" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) \
        || { seen="$$seen, $$candidate (not runnable)"; continue; }; \
    if ! "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
        seen="$$seen, $$candidate ($$version)"; \
    elif ! "$$candidate" -c 'import ensurepip, venv' 2>/dev/null; then \
        seen="$$seen, $$candidate ($$version without the venv module)"; \
    else python="$$candidate"; break; fi; \
done; \
if [ -z "$$python" ]; then \
    echo "Cannot set up $(VENV): no usable Python." >&2; \
    echo "  seen:     $${seen#, }" >&2; \
    echo "  expected: Python 3.11 or newer with the venv module" >&2; \
    echo "  to do:    install python3.11, or name one: make PYTHON=/path/to/python3.11" >&2; \
    echo "            (on Debian and Ubuntu: apt-get install python3 python3-venv)" >&2; \
    exit 1; \
fi
endef

.PHONY: help run test test-long test-attack test-browser bench pictures clean lock check-style check-types check-imports check-tests

help:  ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: $(READY)  ## choose a simulated table and deal; without a display, play a scripted shift
	@$(PY) -m ui.commands.choose

test: $(READY)  ## run every check and test, as CI does
	@$(MAKE) --no-print-directory --jobs 2 check-style check-types check-imports check-tests
	@echo "All checks and tests passed"

check-style: $(READY)
	@echo "Checking style with ruff"
	@$(BIN)/ruff check --quiet
	@echo "Checking layout with ruff format"
	@$(BIN)/ruff format --check --quiet

check-types: $(READY)
	@echo "Checking types with mypy"
	@$(BIN)/mypy --no-error-summary

check-imports: $(READY)
	@echo "Checking the layers with import-linter"
	@$(BIN)/lint-imports --no-logo --cache-dir .cache/import-linter

check-tests: $(READY)
	@echo "Testing the core and the protocols with pytest; every branch must be covered"
	@mkdir -p .cache/coverage
	@$(PY) -m pytest --quiet --numprocesses auto --cov --cov-report=term-missing:skip-covered $(CORE_TESTS)
	@echo "Testing everything else"
	@$(PY) -m pytest --quiet --numprocesses $(WORKERS) $(CORE_TESTS:%=--ignore=%)

test-long: $(READY)  ## run the slow campaigns
	@echo "Running the long tests with pytest"
	@$(PY) -m pytest -m long --numprocesses auto

test-attack: $(READY)  ## attack the product as a hostile table, device or colleague would
	@echo "Attacking with pytest"
	@$(PY) -m pytest -m "not long" --numprocesses auto tests/attack

test-browser: $(READY)  ## test the pit's page in Debian's Chromium, which it installs if it may
	@$(PY) -m tests.browser.provide
	@echo "Testing the pit's page in a browser"
	@$(PY) -m pytest -m browser tests/browser

bench: $(READY)  ## measure ratios and taps for each hand (ONLY=taps,hands HANDS=folder ROUNDS=10000)
	@echo "Measuring"
	@ONLY="$(ONLY)" HANDS="$(HANDS)" ROUNDS="$(ROUNDS)" $(PY) -m tests.bench

pictures: $(READY)  ## redraw the pictures of the pages, from the demo
	@$(PY) -m ui.commands.shift.pictures docs/pictures

clean:  ## remove everything that make has made
	@echo "Removing $(VENV), caches and build output"
	@rm -rf $(VENV) .cache .hypothesis .import_linter_cache build dist demo-output *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The venv is made again whenever the lock changes, so that it has nothing that the lock no longer names. The
# lock is complete, so pip must not resolve: it would take a newer release for an extra (coverage[toml]) and
# then refuse it because it has no hash. `pip check` says if the lock is incomplete. Packages are compiled when
# they are imported: much of them never is.
$(PACKAGES): $(LOCK)
	@$(find_python); \
	echo "Creating $(VENV) with $$python ($$version)"; \
	"$$python" -m venv --clear $(VENV)
	@echo "Installing the packages of $(LOCK)"
	@$(PY) -m pip install -qq --no-input --no-compile --no-deps --require-hashes -r $(LOCK)
	@touch $@

$(READY): $(PACKAGES) pyproject.toml
	@echo "Installing feltwork itself, editable"
	@$(PY) -m pip install -qq --no-input --no-deps --no-build-isolation --check-build-dependencies -e .
	@told=$$($(PY) -m pip check) || { echo "$$told" >&2; exit 1; }
	@$(PY) -m ui.commands.examine.qt_libraries
	@touch $@

lock:  ## renew the pinned dependencies (needs a network)
	@$(find_python); \
	echo "Preparing uv $(UV_VERSION) in .cache/lock"; \
	"$$python" -m venv --clear .cache/lock
	@.cache/lock/bin/python -m pip install -qq --no-input uv==$(UV_VERSION)
	@echo "Resolving pyproject.toml and .ci/requirements.in into $(LOCK)"
	@.cache/lock/bin/uv --quiet --no-cache pip compile pyproject.toml .ci/requirements.in \
	    --python .cache/lock/bin/python --python-version 3.11 --python-platform x86_64-manylinux_2_34 \
	    --only-binary :all: --emit-build-options --generate-hashes --upgrade \
	    --custom-compile-command "make lock" --output-file $(LOCK)
