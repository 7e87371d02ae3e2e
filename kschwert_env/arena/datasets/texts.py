"""Datasets of prompts and answers for language models, as Parquet files. Needs the extra `dataset`."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from kschwert_env.adapters.text import TextGame
from kschwert_env.agents.base import decision_seed, make_decision_batch
from kschwert_env.agents.registry import make_agent
from kschwert_env.agents.search.tree_search import TreeSearch
from kschwert_env.arena.datasets.games import GameChunk, GameSeries
from kschwert_env.arena.datasets.parquet import make_schema, write_tables
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import available_cores
from kschwert_env.importing import needing

with needing("dataset", "datasets"):
    import pyarrow as pa

Row = dict[str, Any]
"""Values of a row by column."""


def text_columns(rules: GameRules, with_values: bool) -> dict[str, pa.DataType]:
    """Return the types of the columns by name; docs/datasets.md describes them."""
    types = {
        "game": pa.int64(),
        "seed": pa.int64(),
        "decision": pa.int32(),
        "seat": pa.int8(),
        "agent": pa.string(),
        "prompt": pa.string(),
        "choice_numbers": pa.list_(pa.int16()),
        "choice_words": pa.list_(pa.string()),
        "action": pa.int16(),
        "answer": pa.string(),
        "returns": pa.list_(pa.float32(), rules.num_players),
    }
    values = {"choice_values": pa.list_(pa.float32()), "choice_visits": pa.list_(pa.int32())}
    return types | (values if with_values else {})


def write_texts(
    path: str | os.PathLike[str],
    series: GameSeries,
    workers: int | None = None,
    report: Callable[[int], object] = lambda finished: None,
    values: str | None = None,
) -> int:
    """Play a series of games and write a row for each decision with a choice; return the number of rows.

    `values` is the specification of a search, such as `ismcts:sims=400`, that evaluates the choices of every row on
    `workers` threads. `report` is called with the number of finished games. The file appears when it is complete;
    after an error or Ctrl-C, an earlier file is unchanged. Raises ValueError if `values` is not a search, OSError, and
    what an agent raises.
    """
    rules, search = series.rules, None if values is None else make_search(values, series.rules)
    about = {**series.describe(), "rules_text": TextGame(rules).rules(), "values": values}
    schema = make_schema(text_columns(rules, search is not None), about)

    with ThreadPoolExecutor(workers or available_cores()) as pool:

        def make_table(chunk: GameChunk) -> pa.Table:
            decisions = list(_decisions(series, chunk))
            rows = [row for row, _ in decisions]
            if search is not None:
                evaluations = pool.map(lambda decision: _evaluate(search, rules, *decision), decisions)
                rows = [row | evaluation for row, evaluation in zip(rows, evaluations, strict=True)]
            return pa.Table.from_pylist(rows, schema=schema)

        return write_tables(path, schema, series.chunks(workers), make_table, report)


def make_search(spec: str, rules: GameRules) -> TreeSearch:
    """Return the search of a specification. Raises ValueError for any other agent."""
    agent = make_agent(spec, rules)
    if not isinstance(agent, TreeSearch):
        raise ValueError(f"agent {spec} does not search; expected ismcts or puct, with options")
    return agent


def _decisions(series: GameSeries, chunk: GameChunk) -> Iterator[tuple[Row, np.ndarray]]:
    """Yield row and position, structured (1,), of each decision with a choice, by game and order."""
    for game in range(len(chunk.numbers)):
        text = TextGame(series.rules, int(chunk.seeds[game]))
        for i in np.flatnonzero(chunk.games == game).tolist():
            if chunk.masks[i].sum() > 1:  # `text` skips the others
                yield _row(series, chunk, game, i, text), text.game.state.reshape(1)
                text.act(int(chunk.actions[i]))


def _row(series: GameSeries, chunk: GameChunk, game: int, i: int, text: TextGame) -> Row:
    seat, action = int(chunk.seats[i]), int(chunk.actions[i])
    choices = text.choices(seat)
    (words,) = (choice.words for choice in choices if choice.number == action)
    return {
        "game": int(chunk.numbers[game]),
        "seed": int(chunk.seeds[game]),
        "decision": int(chunk.order[i]),
        "seat": seat,
        "agent": series.names[seat],
        "prompt": text.prompt(seat),
        "choice_numbers": [choice.number for choice in choices],
        "choice_words": [choice.words for choice in choices],
        "action": action,
        "answer": f"<answer>{words}</answer>",
        "returns": chunk.returns[game].tolist(),
    }


def _evaluate(search: TreeSearch, rules: GameRules, row: Row, state: np.ndarray) -> Row:
    """Return the mean return of the seat after each choice, None if it was not visited, and the numbers of visits."""
    seed = decision_seed(row["seed"], row["decision"])  # as for the agents of the game
    result = search.search(make_decision_batch(rules, state, np.array([seed])).worlds(1)[0], seed)
    index_of_action = {int(action): at for at, action in enumerate(result.actions)}
    places = [index_of_action.get(number) for number in row["choice_numbers"]]
    return {
        "choice_values": [None if at is None else float(result.values[at]) for at in places],
        "choice_visits": [0 if at is None else int(result.visits[at]) for at in places],
    }
