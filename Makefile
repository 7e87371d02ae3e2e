# All commands run in virtual environments under .venv.

PYTHON ?= python3

.PHONY: demo play libraries wheels test test-all check compiled interpreted bench bench-hot bench-libraries fuzz ray doors docs networks clean

demo: .venv/demo/ready ## train an agent, play it against other agents, and write a report
	rm -rf demo
	.venv/demo/bin/kschwert train demo --out demo

play: .venv/play/ready ## play, watch and analyse games in the browser
	.venv/play/bin/kschwert play

libraries: .venv/dev/ready ## compile all machine code into libraries inside the package; needs a C compiler
	.venv/dev/bin/python -m kschwert_env.precompile --libraries

wheels: libraries ## build a wheel with machine code for this platform, and test it with all Pythons found
	.venv/dev/bin/pytest tests/games/test_golden.py tests/test_fuzz.py
	KSCHWERT_LIBRARIES=0 .venv/dev/bin/pytest tests/games/test_golden.py tests/test_fuzz.py
	rm -rf build dist
	.venv/dev/bin/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	.venv/dev/bin/python -m tests.wheels dist/*.whl

test: .venv/dev/ready ## check format, lint and types, and run all tests but the long ones
	$(MAKE) --jobs=2 --output-sync compiled check interpreted
	.venv/dev/bin/pytest --numprocesses auto -r s --ignore-glob='tests/*/rules' # "interpreted" runs these

test-all: test ## also run the long tests: wheels, killed jobs, long comparisons with the referee, mutation tests
	.venv/dev/bin/pytest --numprocesses auto -r s -m long
	set -e; for game in krone_schwert two_crowns politics_and_intrigue; do \
		.venv/dev/bin/python -m tests.referee.mutants --game $$game --number 20; done

ray: .venv/ray/ready ## run tests with RLlib and with Ray clusters of several nodes on this machine
	.venv/ray/bin/pytest --override-ini addopts=--strict-markers -W default tests/ray

DOORS = $(patsubst tests/libraries/%.txt,%,$(wildcard tests/libraries/*.txt))
doors: $(DOORS:%=door-%) ## run the code of pages with other libraries, each in an environment of its own

.PHONY: $(DOORS:%=door-%)
$(DOORS:%=door-%): door-%: .venv/%/ready
	.venv/$*/bin/python -m pytest --override-ini addopts=--strict-markers -W default tests/libraries/test_$*.py

check: .venv/dev/ready
	.venv/dev/bin/ruff format --check .
	.venv/dev/bin/ruff check .
	.venv/dev/bin/lint-imports --no-cache --no-logo
	.venv/dev/bin/mypy
	.venv/dev/bin/python -m tests.web.javascript
	.venv/dev/bin/python -m tests.docs.prose

compiled: .venv/dev/ready
	.venv/dev/bin/python -m tests.helpers.compiled

interpreted: .venv/dev/ready
	NUMBA_DISABLE_JIT=1 .venv/dev/bin/pytest -m "not needs_jit and not long" tests/*/rules tests/games/test_positions.py

bench: .venv/dev/ready ## measure the throughput of the engine and of each adapter
	.venv/dev/bin/python -m benchmarks.engine
	.venv/dev/bin/python -m benchmarks.adapters

bench-hot: .venv/dev/ready ## measure the hot functions; HOT passes options to pytest-benchmark
	.venv/dev/bin/pytest -p no:xdist benchmarks/test_hot.py $(HOT)

PINNED = agilerl tianshou torchrl# libraries in separate environments, since their requirements conflict with others
bench-libraries: .venv/dev/ready $(PINNED:%=.venv/%/ready) ## measure other libraries on our adapters, as in their tutorials
	.venv/dev/bin/python -m benchmarks.libraries

SECONDS ?= 600
fuzz: .venv/dev/ready ## run all functions that read input on damaged and random input, for SECONDS
	.venv/dev/bin/python -m tests.fuzz --seconds $(SECONDS)

docs: .venv/docs/ready ## build the documentation in site/; broken links are errors
	NO_MKDOCS_2_WARNING=1 .venv/docs/bin/mkdocs build --strict

networks: .venv/dev/ready ## train all bundled networks by their recipes (many hours); continues if interrupted
	.venv/dev/bin/python training/build_models.py --out runs/models
	cp -r runs/models/trained/. agents/trained/
	cp runs/models/curves/*.svg docs/images/learning/

clean:
	rm -rf .venv build demo dist site kschwert_env/engine/jit/native/*.so kschwert_env/engine/jit/native/*.json kschwert_env/engine/jit/native/libraries

.venv/demo/ready: EXTRA = [agents,train]
.venv/play/ready: EXTRA = [agents,web]
.venv/dev/ready: EXTRA = [dev]
.venv/docs/ready: EXTRA = [docs]
.venv/ray/ready: EXTRA = [dev,ray]
# this package is installed second: AgileRL requires an older PettingZoo than it needs
.venv/agilerl/ready: LACKING = peft# imported by AgileRL, but missing in its requirements
$(PINNED:%=.venv/%/ready): .venv/%/ready: pyproject.toml
	$(PYTHON) -m venv --clear .venv/$*
	.venv/$*/bin/pip install --quiet --disable-pip-version-check "torch>=2.6,<2.14" $* $(LACKING)
	.venv/$*/bin/pip install --quiet --disable-pip-version-check --editable ".[jit]"
	touch $@
# PufferLib lacks a name without its own games (tests/libraries/pufferlib_setup), and a CUDA compiler would be used
.venv/pufferlib/ready: BUILD = \
	PYTHONPATH=$(CURDIR)/tests/libraries/pufferlib_setup NO_OCEAN=1 PATH=$(CURDIR)/.venv/pufferlib/bin:/usr/bin:/bin \
	.venv/pufferlib/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation pufferlib==3.0.0
# this package is installed last: several libraries require an older NumPy or PettingZoo than they need
$(DOORS:%=.venv/%/ready): .venv/%/ready: tests/libraries/%.txt pyproject.toml
	$(PYTHON) -m venv --clear .venv/$*
	.venv/$*/bin/pip install --quiet --disable-pip-version-check --requirement $<
	$(BUILD)
	.venv/$*/bin/pip install --quiet --disable-pip-version-check pytest --editable ".[jit]"
	touch $@
.venv/%/ready: pyproject.toml
	$(PYTHON) -m venv --clear .venv/$*
	.venv/$*/bin/pip install --quiet --disable-pip-version-check --editable ".$(EXTRA)"
	touch $@
