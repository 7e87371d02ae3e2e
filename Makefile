# Everything happens in virtual environments under .venv; nothing else on the machine is touched.

PYTHON ?= python3

.PHONY: demo play test check compiled interpreted bench bench-hot doors fuzz ray docs networks clean

demo: .venv/demo/ready ## train an agent, let it meet others, and write a report
	rm -rf demo
	.venv/demo/bin/kschwert train demo --out demo

play: .venv/play/ready ## a table in the browser: play, watch and analyse
	.venv/play/bin/kschwert play

test: .venv/dev/ready ## format, lint, types and all tests
	$(MAKE) --jobs=2 --output-sync compiled check interpreted
	.venv/dev/bin/pytest --numprocesses auto -r s

ray: .venv/ray/ready ## tests with clusters of several Ray nodes on this machine, and with RLlib
	.venv/ray/bin/pytest --override-ini addopts=--strict-markers -W default tests/ray

check: .venv/dev/ready
	.venv/dev/bin/ruff format --check .
	.venv/dev/bin/ruff check .
	.venv/dev/bin/lint-imports --no-cache --no-logo
	.venv/dev/bin/mypy

compiled: .venv/dev/ready
	.venv/dev/bin/python -m kschwert_env.precompile

interpreted: .venv/dev/ready
	NUMBA_DISABLE_JIT=1 .venv/dev/bin/pytest -m "not needs_jit" tests/krone_schwert tests/two_crowns tests/politics_and_intrigue tests/games/test_positions.py

bench: .venv/dev/ready ## throughput on this machine: of the engine, and through each adapter
	.venv/dev/bin/python -m benchmarks.engine
	.venv/dev/bin/python -m benchmarks.adapters

bench-hot: .venv/dev/ready ## the hot functions alone; HOT has options for pytest-benchmark
	.venv/dev/bin/pytest -p no:xdist benchmarks/test_hot.py $(HOT)

PINNED = agilerl tianshou torchrl# libraries in environments of their own: they ask for versions of what others need
doors: .venv/dev/ready $(PINNED:%=.venv/%/ready) ## each library driven as its own tutorial does it, beside the bare engine
	.venv/dev/bin/python -m benchmarks.libraries

SECONDS ?= 600
fuzz: .venv/dev/ready ## damaged and made-up input of every kind, for SECONDS
	.venv/dev/bin/python -m tests.fuzz --seconds $(SECONDS)

docs: .venv/docs/ready ## the documentation as a site, in site/; links that lead nowhere fail it
	NO_MKDOCS_2_WARNING=1 .venv/docs/bin/mkdocs build --strict

networks: .venv/dev/ready ## train all bundled networks by their recipes, many hours; interrupted, it resumes
	.venv/dev/bin/python training/build_models.py --out runs/models
	cp -r runs/models/trained/. agents/trained/
	cp runs/models/curves/*.svg docs/images/learning/

clean:
	rm -rf .venv demo site

.venv/demo/ready: EXTRA = [agents,train]
.venv/play/ready: EXTRA = [agents,train,web]
.venv/dev/ready: EXTRA = [dev]
.venv/docs/ready: EXTRA = [docs]
.venv/ray/ready: EXTRA = [dev,ray]
# ours comes second: AgileRL asks for an older PettingZoo than it needs
.venv/agilerl/ready: LACKING = peft# which it imports, and does not ask for
$(PINNED:%=.venv/%/ready): .venv/%/ready: pyproject.toml
	$(PYTHON) -m venv .venv/$*
	.venv/$*/bin/pip install --quiet --disable-pip-version-check "torch>=2.6,<2.14" $* $(LACKING)
	.venv/$*/bin/pip install --quiet --disable-pip-version-check --editable .
	touch $@
.venv/%/ready: pyproject.toml
	$(PYTHON) -m venv .venv/$*
	.venv/$*/bin/pip install --quiet --disable-pip-version-check --editable ".$(EXTRA)"
	touch $@
