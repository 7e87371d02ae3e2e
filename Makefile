# Everything happens in virtual environments under .venv; nothing else on the machine is touched.

PYTHON ?= python3

.PHONY: demo test check bench bench-hot clean

demo: .venv/demo/ready ## play one commented game, then twenty thousand, then a small arena
	.venv/demo/bin/python -m kschwert_env.krone_schwert.demo
	rm -rf demo
	.venv/demo/bin/python -m agents.arena --players 3 random greedy heuristic ismcts:sims=100 --games 60 --out demo

test: .venv/dev/ready check ## format, lint, types and all tests
	.venv/dev/bin/python -m kschwert_env.precompile
	.venv/dev/bin/pytest --numprocesses auto
	NUMBA_DISABLE_JIT=1 .venv/dev/bin/pytest --numprocesses auto tests/krone_schwert tests/two_crowns -m "not needs_jit"

check: .venv/dev/ready
	.venv/dev/bin/ruff format --check .
	.venv/dev/bin/ruff check .
	.venv/dev/bin/mypy

bench: .venv/dev/ready ## throughput on this machine: of the engine, and through each adapter
	.venv/dev/bin/python -m benchmarks.engine
	.venv/dev/bin/python -m benchmarks.doors

bench-hot: .venv/dev/ready ## the hot functions alone; HOT has options for pytest-benchmark
	.venv/dev/bin/pytest -p no:xdist benchmarks/test_hot.py $(HOT)

clean:
	rm -rf .venv demo

.venv/demo/ready: EXTRA = [agents]
.venv/dev/ready: EXTRA = [dev]
.venv/%/ready: pyproject.toml
	$(PYTHON) -m venv .venv/$*
	.venv/$*/bin/pip install --quiet --disable-pip-version-check --editable ".$(EXTRA)"
	touch $@
