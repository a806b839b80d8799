# Every target sets up what it needs: a virtual environment with the locked dependencies.
# The first of these that is 3.11 to 3.14 and can make virtual environments: the lock has wheels for those.
PYTHON ?= python3.14 python3.13 python3.12 python3.11 python3 python
VENV := .venv
PY := $(VENV)/bin/python
LOCK := $(VENV)/bin/uv pip compile -q --generate-hashes --no-emit-index-url --no-header --python-version 3.11 --universal
# More workers than cores: many tests wait for another process.
WORKERS ?= 3
POSTGRES_FLOWS := deal_on_loopback deal_on_simcord several_tables killed killed_while_announcing events events_killed league league_seasons league_rulings teams shards

.PHONY: run test test-long test-again test-postgres test-elsewhere bench bench-load soak mutants compiled leaks lint docs format migrate audit package try-container lock clean

run: $(VENV)/.run
	@$(PY) -m bot run $(ARGS)

test: $(VENV)/.dev
	$(PY) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

test-long: $(VENV)/.dev
	LAWS=all $(PY) -m pytest -n $(WORKERS) --dist worksteal -m "long or law" $(ARGS)

# What failed in the last run, one test at a time
test-again: $(VENV)/.dev
	LAWS=all $(PY) -m pytest --last-failed --last-failed-no-failures none -m "" $(ARGS)

# The everyday tests, with a program that believes that what only Unix has is missing: make test-elsewhere ARGS=tests/program
test-elsewhere: $(VENV)/.dev
	$(PY) -m pytest -p tests.elsewhere -n $(WORKERS) --dist worksteal $(ARGS)

bench: $(VENV)/.dev
	$(PY) -m pytest -m "bench" -p no:xdist -s tests/bench $(ARGS)

# How many tables the bot carries, with processes of their own for bot, local Discord and players; prints a table.
# make bench-load ARGS="--people 1 --start 50 --step 50"; with --database postgresql behind .ci/with_postgres
bench-load: $(VENV)/.dev
	@$(PY) -m tests.load $(ARGS)

# The store's laws, and flows with kills and several tables, on a PostgreSQL server that is started for it.
test-postgres: $(VENV)/.dev
	.ci/with_postgres $(PY) -m pytest -n $(WORKERS) --dist worksteal -m "not bench" -k "postgres" tests/bot/store $(ARGS)
	FLOWS_ON=postgresql .ci/with_postgres $(PY) -m pytest -n $(WORKERS) --dist worksteal -m "not bench" \
	  $(addprefix tests/flows/test_,$(addsuffix .py,$(POSTGRES_FLOWS))) $(ARGS)

# Hours of searching for faults, with progress: make soak ARGS="--kills 100 --presses 10000 --only kills,presses"
soak: $(VENV)/.dev
	$(PY) -m tests.soak $(ARGS)

# Small faults that the everyday tests of an area should notice: make mutants ARGS="--area engine --seed 1 --count 20"
mutants: $(VENV)/.dev
	@$(PY) -m tests.mutation $(ARGS)

# A copy of the project whose search is compiled, three times as fast: make compiled COPY=/tmp/compiled; needs a C compiler
compiled: $(VENV)/.dev
	@$(PY) .ci/compile_search.py $(COPY)

# Looks for leaks of hidden cards with every preset, phase and language; make leaks ARGS="--seed 5" takes other deals
leaks: $(VENV)/.dev
	$(PY) -m tests.soak --only leaks $(ARGS)

lint: $(VENV)/.dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --config .importlinter.toml
	$(VENV)/bin/deptry engine bot
	$(PY) .ci/check_english.py

# The pages of docs that follow from the program.
docs: $(VENV)/.dev
	$(PY) .ci/write_docs.py

format: $(VENV)/.dev
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

# Pins of what runs the bot, and of what else developers need.
lock: $(VENV)/.dev
	$(LOCK) --extra postgres -o requirements.lock pyproject.toml
	$(LOCK) --extra postgres --group dev -c requirements.lock \
	  $$(sed -n 's/^\([a-z0-9-]*\)==.*/--no-emit-package \1/p' requirements.lock) -o requirements-dev.lock pyproject.toml

# Known vulnerabilities of the locked dependencies; it asks a database on the internet.
audit: $(VENV)/.dev
	$(PY) .ci/audit.py requirements.lock

# The package with its software bill of materials, in dist: the same commit gives the same wheel, byte for byte.
package: $(VENV)/.dev
	rm -rf dist
	umask 022; SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(VENV)/bin/uv build -q --out-dir dist
	rm -f dist/.gitignore
	$(PY) .ci/make_sbom.py requirements.lock dist/sbom.cdx.json

# The steps of the Dockerfile in a new folder, without a container engine.
try-container: $(VENV)/.dev
	$(PY) .ci/try_dockerfile.py

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@for python in $(PYTHON); do \
	  version=$$($$python -c 'import sys; (3, 11) <= sys.version_info < (3, 15) and print("%d.%d" % sys.version_info[:2])' 2>/dev/null); \
	  [ -n "$$version" ] || continue; \
	  if $$python -c 'import ensurepip, venv' 2>/dev/null; then exec $$python -m venv $(VENV); fi; \
	  without_venv=$${without_venv:-$$version}; \
	done; \
	if [ -n "$$without_venv" ]; then \
	  echo "Python $$without_venv lacks its module venv. On Debian and Ubuntu: sudo apt install python$$without_venv-venv"; \
	else \
	  echo "Python 3.11, 3.12, 3.13 or 3.14 is needed: install one, or name it with: make PYTHON=/path/to/python"; \
	fi >&2; exit 1

$(VENV)/.run: requirements.lock | $(VENV)/bin/python
	@echo "Installing the locked dependencies (once)..."
	@$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.dev: requirements.lock requirements-dev.lock | $(VENV)/bin/python
	@echo "Installing the locked development dependencies (once)..."
	@$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock -r requirements-dev.lock
	@touch $@ $(VENV)/.run
