"""Options that visitors of the browser table may set: each one has a bound, declared by its agent."""

import inspect
import math
from typing import get_args

import pytest

from kschwert_env.agents.base import is_light, public_options
from kschwert_env.agents.registry import KINDS

FOR_THE_OWNER = {"path", "network"}
"""Options that name files and code."""

COSTLESS = {"c", "temperature", "caution", "version", "exploiter", "errors"}
"""Numbers that don't change how much a decision costs."""


OWNERS = {"chat"}
"""Kinds that cost money: all their options are for the owner, and one is required."""


@pytest.mark.parametrize("kind", sorted(OWNERS))
def test_visitors_cannot_choose_what_costs_money(kind: str) -> None:
    options = inspect.signature(KINDS[kind]).parameters.values()
    assert any(option.default is option.empty for option in options if option.name != "rules")
    assert not public_options(KINDS[kind])


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - OWNERS))
def test_every_option_is_declared_unless_it_names_a_file_or_code(kind: str) -> None:
    declared = public_options(KINDS[kind])
    options = dict(inspect.signature(KINDS[kind], eval_str=True).parameters)
    del options["rules"]
    assert declared.keys() == options.keys() - FOR_THE_OWNER
    for name, limit in declared.items():
        annotation = options[name].annotation
        is_text = str in (annotation, *get_args(annotation))
        assert isinstance(limit, tuple) == is_text, name
        assert isinstance(limit, tuple) or name in COSTLESS or limit < math.inf, name


def test_no_option_makes_what_runs_in_the_server_heavier() -> None:
    light = [kind for kind in KINDS if is_light(KINDS[kind])]
    assert light == ["random", "heuristic"]
    assert all(public_options(KINDS[kind]).keys() <= COSTLESS for kind in light)
