# Two commands: `make play` and `make test`. Everything else is below.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HATBOX := $(BIN)/python -m hatbox.cli.main
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready
MODULES := web/node_modules/.ready
QUICK := $(wildcard tests/games/*/test_rules*.py) tests/games/test_connect_four.py tests/test_match.py tests/test_record.py \
	$(addprefix tests/table/test_,protocol.py lobby.py seeds.py secrecy.py)
FRESH_APP := cd web && { npm run fresh --silent || npm run build --silent; }
TIMES ?= 20
BUSY ?= 4
TESTS ?= tests/browser
SEEDS ?= 2000
FROM ?= 0

.PHONY: play test test-quick test-stress test-simulation check rules bench golden screenshots lock web app site docs dist clean

play: $(PLAYABLE) $(MODULES)  ## set up what playing needs and open the table; games are compiled behind the open page
	@$(HATBOX) wasm --modules-later
	@$(FRESH_APP)
	@$(HATBOX) serve --modules web/src/generated

test: $(READY) web site
	@$(HATBOX) warmup
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal
	@cd web && npm test --silent

test-quick: $(READY)  ## an answer within a minute: rules, match, table; no browser
	@$(HATBOX) warmup
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal $(QUICK)

test-stress: $(READY) web site  ## every browser test TIMES times beside BUSY busy loops; says which one wavered
	@$(HATBOX) warmup
	@$(BIN)/python -m tests.stress --times $(TIMES) --busy $(BUSY) $(TESTS)

test-simulation: $(READY)  ## the table under SEEDS simulated minutes of trouble; a failure says how to repeat it
	@$(HATBOX) warmup
	@$(BIN)/python -m tests.simulation --seeds $(SEEDS) --from $(FROM)

check: $(READY) $(MODULES)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo --no-cache
	@cd web && npm run check --silent

rules: $(READY)  ## which test claims which rule
	@$(BIN)/python -m pytest --collect-only -q --rules-table | sed '/::/d'

bench: $(READY)  ## peers go into a throw-away environment
	@$(BIN)/python -m benchmarks

golden: $(READY)  ## write missing golden games
	@$(BIN)/python -m tests.golden

screenshots: $(READY) web  ## every screen at three sizes, light and dark
	@$(BIN)/python -m tests.browser.screenshots build/screenshots

web: $(READY) app

app: $(PLAYABLE) $(MODULES)  ## build the browser app when its sources or the rules changed
	@$(HATBOX) wasm
	@$(FRESH_APP)

site: $(READY) $(MODULES)  ## build/site: the games without a server, for any folder of a static web host
	@$(HATBOX) wasm
	@cd web && { npm run fresh --silent -- build/site || npm run site --silent; }

lock: $(READY)  ## renew the hashed requirement files
	@$(BIN)/python -m pip install -q uv
	@$(BIN)/uv pip compile -q --universal --generate-hashes --no-header --no-emit-index-url --no-strip-extras --extra compile --extra fast --extra postgres --extra notices pyproject.toml -o requirements/run.txt
	@$(BIN)/uv pip compile -q --universal --generate-hashes --no-header --no-emit-index-url --no-strip-extras --extra dev pyproject.toml -o requirements/dev.txt

$(PLAYABLE): requirements/run.txt pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Hatbox needs Python 3.11 or newer: please install it, or say where it is with make PYTHON=…"; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Hatbox needs Python 3.11 or newer; $$($(PYTHON) --version) was found."; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Hatbox needs Python's venv module: please install the package python3-venv."; exit 2; }
	@echo "Setting up Hatbox (first time only) …"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/run.txt
	@$(BIN)/python -c 'import pathlib, site; pathlib.Path(site.getsitepackages()[0], "hatbox.pth").write_text("$(CURDIR)/src\n")'
	@touch $@

$(READY): $(PLAYABLE) requirements/dev.txt
	@echo "Setting up what tests and checks need (first time only) …"
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(MODULES): web/package-lock.json
	@command -v npm >/dev/null || { echo "Hatbox needs node 20 or newer for the browser app: please install it."; exit 2; }
	@node -e 'process.exit(+process.versions.node.split(".")[0] < 20 ? 1 : 0)' || { echo "Hatbox needs node 20 or newer; $$(node --version) was found."; exit 2; }
	@cd web && npm ci --silent --no-audit --no-fund
	@touch $@

docs: $(READY)  ## build/docs: the documentation as a site, for any folder of a static web host
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

dist: $(READY) $(MODULES)  ## dist/: a source package and a wheel, with the browser app inside
	@$(BIN)/python -m build --no-isolation

clean:
	rm -rf $(VENV) build dist web/node_modules src/hatbox/web_dist .mypy_cache .ruff_cache .pytest_cache
