# Each target first builds the environment in .venv. That needs only make and Python 3.11 or later.
# `make` without a target lists the targets.

PYTHON := .venv/bin/python
READY := .venv/.ready
COMPILED := .venv/.compiled
NODE := node_modules/.package-lock.json
# A worker waits now and then, so there is one more than cores; each has to collect all tests.
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
TESTS := $(PYTHON) -m pytest -n $(WORKERS) --dist loadscope --no-loadscope-reorder
# The number of kills in `make soak`: with one process on SQLite, and with three on PostgreSQL.
KILLS ?= 400
SERVER_KILLS ?= 150
# The time limit of each of these two runs; empty means no limit.
MINUTES ?=
# The number of schedules for the embargo test of `make soak`.
SCHEDULES ?= 100000
# The number of events in which `make referee` compares the program with the reference rules.
STEPS ?= 100000
# The number of acts in random histories after which `make referee` checks the laws.
LAWS ?= 200000
# The number of championships in which `make referee` compares all readers after each event.
HISTORIES ?= 20
# The options of `make torture`, the benchmarks of `make bench` (empty: all), and the modules of
# `make mutation` (empty: all).
OPTIONS ?=
NAMES ?=
MODULES ?=
TIME_LIMIT := $(if $(MINUTES),--minutes $(MINUTES))
REPEATABLE := --randomly-seed=1 --hypothesis-profile=gate
# Run independent targets in parallel.
PARALLEL := $(MAKE) --no-print-directory --jobs=2 --output-sync=target

# Keep compiled modules, because the tests start our commands hundreds of times.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help guide browsers setup demo test quick hunt lint style types contracts words docs page audit coverage bench torture soak referee mutation sandbox map states columns commands clean chromium

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1 /p' Makefile | awk '{printf "  %s %-9s", $$1, $$2; $$1=$$2=""; print $$0}'

setup: $(READY) ## Build the environment in .venv with the versions and hashes in constraints.txt

$(READY): pyproject.toml constraints.txt tools/setup.sh
	@tools/setup.sh
	@touch $@

demo: $(READY) ## Play two matches without people; write sheets, mails, records and transcript to demo-out/
	@.venv/bin/turretur demo

test: $(READY) chromium $(NODE) ## Run all that a change must pass: lint, types, contracts, vulnerabilities, all tests
	@$(PARALLEL) lint docs page audit & checks=$$!; \
	$(MAKE) --no-print-directory $(COMPILED); \
	$(TESTS) $(REPEATABLE); tested=$$?; \
	wait $$checks; checked=$$?; \
	cat build/not-checked.txt 2>/dev/null; \
	[ $$checked = 0 ] && exit $$tested

quick: $(READY) ## Find most errors in a minute: lint, types, contracts, and the fastest tests
	@$(PYTHON) -m tools.quick

hunt: $(READY) chromium page ## Run all tests in a random order and with new examples
	$(TESTS) -m ""

lint: style types contracts words ## Check style, dangerous calls, format, types, import contracts, spelling and wording

style: $(READY)
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

types: $(READY)
	$(PYTHON) -m mypy

contracts: $(READY)
	.venv/bin/lint-imports

page: $(NODE) ## Check the types of the JavaScript
	PATH="$(CURDIR)/.venv/bin:$$PATH" node_modules/.bin/tsc --noEmit
	PATH="$(CURDIR)/.venv/bin:$$PATH" node_modules/.bin/tsc --noEmit -p tsconfig.proofs.json

words: $(READY)
	.venv/bin/codespell bot engine sandbox storage tools benchmarks README.md CONTRIBUTING.md SECURITY.md docs/*.md docs/adr docs/en
	$(PYTHON) -m tools.wording

docs: $(READY) ## Build the documentation site into build/docs and check every link
	NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build --strict --quiet

# The tools from npm check the pages, and no release contains them. `npm ci` removes node_modules
# before it installs, so the browser tests wait for it.
$(NODE): package.json package-lock.json | $(READY)
	@PATH="$(CURDIR)/.venv/bin:$$PATH" .venv/bin/npm ci --prefer-offline --loglevel=error --no-audit --no-fund \
		--fetch-retries=5 --fetch-retry-mintimeout=2000 --fetch-retry-maxtimeout=20000 || { \
		echo 'npm could not install the packages of package-lock.json. Check that registry.npmjs.org is reachable, and run make again.' >&2; \
		exit 1; }
	@touch $@

# Compile all modules once, or each worker would. After a change there are few. The tests report
# errors, so none are shown here.
$(COMPILED): $(READY)
	@$(PYTHON) -m pytest -q --collect-only >/dev/null 2>&1 || true
	@touch $@

audit: $(READY) ## Ask the package index for known vulnerabilities of the versions in constraints.txt
	@$(PYTHON) -m tools.audit

chromium:
	@tools/chromium.sh

browsers: $(READY) chromium ## Run the tests of players once more, with the players in browsers
	PLAYERS=browser $(TESTS) $(REPEATABLE) tests/e2e
	REFEREE_SEEDS=3 $(TESTS) $(REPEATABLE) -m campaign tests/e2e/people/test_browser_histories.py

coverage: $(READY) ## Check that tests/engine runs every line and branch of engine
	$(TESTS) $(REPEATABLE) tests/engine \
		--cov=engine --cov-report=term-missing:skip-covered --cov-fail-under=100

bench: $(READY) ## Run the benchmarks, and compare the results with the limits
	@$(PYTHON) -m benchmarks $(NAMES)

torture: $(READY) ## Play a season with injected failures, and report lost data
	@$(PYTHON) -m tools.torture $(OPTIONS)

soak: $(READY) ## Kill the bot hundreds of times on SQLite and on PostgreSQL, before a release (half an hour)
	$(PYTHON) -m tools.torture --kills $(KILLS) $(TIME_LIMIT)
	$(PYTHON) -m tools.torture --postgres --programs 3 --kills $(SERVER_KILLS) $(TIME_LIMIT)
	SIGN_UP_RUSH="64 300 40" RESTORE_DRILLS=5 $(TESTS) $(REPEATABLE) -m campaign tests/e2e
	EMBARGO_SCHEDULES=$(SCHEDULES) VECTOR_STEP=1 ENTRY_STEP=1 $(TESTS) $(REPEATABLE) \
		tests/engine/test_embargo.py tests/bot/documents/proofs/test_vectors.py \
		tests/bot/cli/dictionary/test_shipped_list.py

guide: $(READY) ## Run every command of the installation guides in a clean root (as root; four minutes)
	$(PYTHON) -m tools.guide

referee: $(READY) ## Compare the program with the reference rules in 100,000 random events, and check its laws in 200,000
	REFEREE_STEPS=$(STEPS) $(PYTHON) -m pytest tests/engine/referee/test_random_histories.py tests/engine/referee/test_random_championships.py
	LAW_STEPS=$(LAWS) $(PYTHON) -m pytest -n 2 tests/engine/laws
	REFEREE_SEEDS=$(HISTORIES) READERS=$(HISTORIES) $(PYTHON) -m pytest -n 2 -m campaign tests/e2e/competitions/test_random_championships.py tests/e2e/matches/test_readers_agree.py

mutation: $(READY) ## Change the rules one operator at a time, and list the changes that no test finds
	rm -rf mutants
	@.venv/bin/mutmut run $(MODULES)
	@.venv/bin/mutmut results

sandbox: $(READY) ## Try the bot in the browser, without Telegram
	@.venv/bin/turretur sandbox --open

map: $(READY) ## Draw the maps of docs/architecture.md from the imports
	@$(PYTHON) -m tools.modules

states: $(READY) ## Draw docs/states.md from the transition tables
	@$(PYTHON) -m tools.states

commands: $(READY) ## Write the list of commands in docs/command-line.md
	@$(PYTHON) -m tools.commands

columns: $(READY) ## Write docs/tables.md from the readers of tables
	@$(PYTHON) -m tools.columns

clean: ## Remove the environment and everything that the targets above wrote
	rm -rf .venv build demo-out mutants *.egg-info .coverage
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
