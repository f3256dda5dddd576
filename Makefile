# make play   set up everything and play a whole game      (ARGS="--fast --seed 7" are passed on)
# make test   set up everything and run the tests
# make check  style, types and import contracts
# make bench  play and measure twenty virtual games        (ARGS="--json" ...)
# make model  train the English model anew                 (DATA=folder of speech; ARGS="--steps 20000" ...)
# make smoke  train a model on a handful of clips, as a test of the recipe (three minutes)
# make kills  end two hundred games by SIGKILL and go on   (ARGS="--times 20" ...)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play test check bench kills model smoke portaudio clean

play: $(VENV)/.play portaudio
	@$(BIN)/voicenuts play $(ARGS)

bench: $(VENV)/.play
	@$(BIN)/voicenuts bench $(ARGS)

kills: $(VENV)/.play
	@$(BIN)/python -m voicenuts.lab.kills $(ARGS)

model: $(VENV)/.train
	@$(BIN)/python -m models.train all --data $(or $(DATA),data) $(ARGS)

smoke: $(VENV)/.train
	@$(BIN)/python -m pytest -n0 tests/train
	@$(BIN)/python -m models.train.smoke fixtures/training

test: $(VENV)/.dev
	@$(BIN)/python -m pytest -n auto --cov --cov-report= $(ARGS)
	@$(BIN)/python -m coverage report --skip-covered --sort=cover
	@$(BIN)/python -m coverage report --include='voicenuts/games/*,voicenuts/arbiter/*' --fail-under=95 >/dev/null

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Voicenuts needs Python 3.11 or later with venv; install it and try PYTHON=/path/to/python3 make play" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up (once, about half a minute) ..."
	@$(PIP) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up for tests (once, about a minute) ..."
	@$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.play

$(VENV)/.train: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up for training (once, some minutes) ..."
	@$(PIP) --editable '.[dev,train]'
	@touch $@ $(VENV)/.dev $(VENV)/.play

# Live audio needs PortAudio; without it recorded players take the seats.
portaudio: $(VENV)/.play
	@$(BIN)/python -c 'import sounddevice' >/dev/null 2>&1 || { \
	  sudo=; [ "$$(id -u)" = 0 ] || sudo="sudo -n"; \
	  command -v apt-get >/dev/null && { [ -z "$$sudo" ] || sudo -n true 2>/dev/null; } \
	    && $$sudo apt-get update -qq >/dev/null 2>&1 \
	    && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq libportaudio2 >/dev/null 2>&1 \
	    && echo "Installed PortAudio for live audio."; } \
	|| echo "No live audio: PortAudio is missing. Install it with: sudo apt install libportaudio2"

clean:
	rm -rf $(VENV) .coverage .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis out
