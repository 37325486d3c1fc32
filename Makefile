# Everything here makes its own environment in .venv first; nothing else needs to be installed but
# Python 3.11 or later (and make). `make` alone lists the targets.

PYTHON := .venv/bin/python
READY := .venv/.ready
COMPILED := .venv/.compiled
NODE := node_modules/.package-lock.json
# More workers than cores: a third of a worker's time is waiting.
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 2)))
TESTS := $(PYTHON) -m pytest -n $(WORKERS) --dist loadscope --no-loadscope-reorder
# How often `make soak` kills a program: of the bot at a file, and of three at a server.
KILLS ?= 400
SERVER_KILLS ?= 150
# For how many minutes people play in each at the most; empty: as long as that takes.
MINUTES ?=
# How many schedules the embargo is tried with there.
SCHEDULES ?= 100000
# How many events the program is held against the plain referee in, by `make referee`.
STEPS ?= 100000
# How many championships in the chat are read by everybody after each act.
HISTORIES ?= 20
# Which changes `make mutants` draws, and how many.
SEED ?= 1
CHANGES ?= 200
WITHIN := $(if $(MINUTES),--minutes $(MINUTES))
REPEATABLE := --randomly-seed=1 --hypothesis-profile=gate
# What does not hang on each other, beside each other.
TOGETHER := $(MAKE) --no-print-directory --jobs=2 --output-sync=target

# The tests start our commands hundreds of times: what Python has compiled once, it keeps, though
# the machine may say otherwise.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help guide setup demo test quick hunt lint style types contracts calls words docs page audit coverage bench torture soak referee mutation mutants sandbox map states clean chromium

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1 /p' Makefile | awk '{printf "  %s %-9s", $$1, $$2; $$1=$$2=""; print $$0}'

setup: $(READY) ## Make the environment in .venv, from what constraints.txt pins

$(READY): pyproject.toml constraints.txt tools/setup.sh
	@tools/setup.sh
	@touch $@

demo: $(READY) ## Play a whole match without anybody; sheets, records and transcript in demo-out/
	@.venv/bin/turretur demo

test: $(READY) chromium $(NODE) $(COMPILED) ## Run everything a change must pass: lint, types, contracts, known faults, all tests
	@$(TOGETHER) lint docs page audit & checks=$$!; \
	$(TESTS) $(REPEATABLE); tested=$$?; \
	wait $$checks && exit $$tested

quick: $(READY) ## Run what finds most faults in a minute: lint, types, contracts, and the cheapest tests
	@$(PYTHON) -m tools.quick

hunt: $(READY) chromium page ## Run all tests in another order and with other examples than ever before
	$(TESTS)

lint: style types contracts calls words ## Check style, format, types, import contracts, dangerous calls, spelling and wording

style: $(READY)
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

types: $(READY)
	$(PYTHON) -m mypy

contracts: $(READY)
	.venv/bin/lint-imports

calls: $(READY)
	$(PYTHON) -m bandit -q -c pyproject.toml -r bot engine sandbox storage

page: $(NODE) ## Check the types of what runs in browsers
	PATH="$(CURDIR)/.venv/bin:$$PATH" node_modules/.bin/tsc --noEmit
	PATH="$(CURDIR)/.venv/bin:$$PATH" node_modules/.bin/tsc --noEmit -p tsconfig.proofs.json

words: $(READY)
	.venv/bin/codespell bot engine sandbox storage tools benchmarks README.md CONTRIBUTING.md SECURITY.md docs/*.md docs/adr docs/en
	$(PYTHON) -m tools.wording

docs: $(READY) ## Build the documentation site into build/docs and check every link
	NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build --strict --quiet

# What checks the pages, from npm; nothing of it is handed out. npm removes all it had before it
# begins: the browser tests need it whole, and so wait for it.
$(NODE): package.json package-lock.json | $(READY)
	@PATH="$(CURDIR)/.venv/bin:$$PATH" .venv/bin/npm ci --prefer-offline --loglevel=error --no-audit --no-fund \
		--fetch-retries=5 --fetch-retry-mintimeout=2000 --fetch-retry-maxtimeout=20000 || { \
		echo 'npm could not fetch what checks the pages (package-lock.json); see that registry.npmjs.org answers, and run make again.' >&2; \
		exit 1; }
	@touch $@

# Each worker would compile every module of the tests again; what is wrong with one, they say.
$(COMPILED): $(READY) $(shell find bot engine sandbox storage tests tools -name '*.py')
	@$(PYTHON) -m pytest -q --collect-only >/dev/null 2>&1 || true
	@touch $@

audit: $(READY) ## Ask the package index for known faults in what constraints.txt pins
	@$(PYTHON) -m tools.audit

chromium:
	@tools/chromium.sh

coverage: $(READY) ## See that the tests of the rules run every line and branch of the rules
	$(TESTS) $(REPEATABLE) tests/engine \
		--cov=engine --cov-report=term-missing:skip-covered --cov-fail-under=100

bench: $(READY) ## Measure, and compare with the bars
	@$(PYTHON) -m benchmarks

torture: $(READY) ## Play a season while everything goes wrong; say what was lost (nothing)
	@$(PYTHON) -m tools.torture

soak: $(READY) ## Kill programs hundreds of times on a file and at a server, before a release (half an hour)
	$(PYTHON) -m tools.torture --kills $(KILLS) $(WITHIN)
	$(PYTHON) -m tools.torture --postgres --programs 3 --kills $(SERVER_KILLS) $(WITHIN)
	SIGN_UP_RUSH="64 300 40" $(TESTS) $(REPEATABLE) tests/e2e/running/test_sign_up_rush.py
	EMBARGO_SCHEDULES=$(SCHEDULES) $(TESTS) $(REPEATABLE) tests/engine/test_embargo.py

guide: $(READY) ## Run every line of the guides for one machine in a clean root (as root; four minutes)
	$(PYTHON) -m tools.guide

referee: $(READY) ## Hold the program against the plain referee in 100,000 events of random matches, and of championships
	REFEREE_STEPS=$(STEPS) $(PYTHON) -m pytest tests/engine/referee/test_random_histories.py tests/engine/referee/test_random_championships.py
	REFEREE_SEEDS=$(HISTORIES) READERS=$(HISTORIES) $(PYTHON) -m pytest -n 2 tests/e2e/competitions/test_random_championships.py tests/e2e/matches/test_readers_agree.py

mutation: $(READY) ## Change the rules of the game one sign at a time; say which changes no test notices
	rm -rf mutants
	@.venv/bin/mutmut run
	@.venv/bin/mutmut results

mutants: $(READY) ## Change signs of the whole program at random; say which changes the nearest tests miss
	@$(PYTHON) -m tools.mutants --seed $(SEED) --changes $(CHANGES)

sandbox: $(READY) ## Try the bot in the browser, without Telegram
	@.venv/bin/turretur sandbox --open

map: $(READY) ## Draw the maps of docs/architecture.md from the imports
	@$(PYTHON) -m tools.modules

states: $(READY) ## Draw docs/states.md from the transition tables
	@$(PYTHON) -m tools.states

columns: $(READY) ## Write docs/tables.md from the readers of tables
	@$(PYTHON) -m tools.columns

clean: ## Remove everything that the targets above have made, the environment included
	rm -rf .venv build demo-out mutants *.egg-info .coverage
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
