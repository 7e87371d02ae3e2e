"""Log of questions and answers, as JSON lines, so that no answer is paid twice."""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from kschwert_env.engine.io.files import FileError
from kschwert_env.engine.io.logs import read_log, remove_cut_off_line
from kschwert_env.engine.text.phrases import brief, encodable

FORMAT = "kschwert_env.exchanges.v2"
"""Format of the file, in its first line; it changes with the keys of the lines."""

_MAX_COUNT, _MAX_AMOUNT = 2**63, 2**53  # bounds of integers, and of money and seconds


class Refused(NamedTuple):
    """An invalid answer to a question.

    Attributes:
        answer: the answer.
        reason: why it is invalid.
    """

    answer: str
    reason: str


class Exchange(NamedTuple):
    """A question, and its answer. Together with the rules in the first line of the log it is all that was sent.

    Attributes:
        seed: seed of the decision.
        prompt: prompt of the decision.
        refused: earlier invalid answers to this prompt, with the reasons.
        answer: the answer.
        input_tokens: tokens of the question.
        output_tokens: tokens of the answer, with reasoning.
        money: price of both.
        cached_tokens: tokens of the question that came from the server's cache.
        ended: "cut off", "filtered" or "refused"; empty for an answer that was finished.
        seconds: time until the answer came.
    """

    seed: int
    prompt: str
    refused: tuple[Refused, ...]
    answer: str
    input_tokens: int
    output_tokens: int
    money: float
    cached_tokens: int
    ended: str
    seconds: float

    @property
    def key(self) -> str:
        """Return the key of the question: equal questions of an agent have the same answer."""
        return question_key(self.seed, self.prompt, self.refused)


def question_key(seed: int, prompt: str, refused: Iterable[Refused]) -> str:
    """Return a digest of a question."""
    return hashlib.sha256(json.dumps([seed, prompt, [list(each) for each in refused]]).encode()).hexdigest()


class ExchangeLog:
    """All exchanges of an agent: those of the files that it has read, and new ones, which it appends to the last file.

    Threads may share it.

    Attributes:
        tokens: tokens of all exchanges.
        money: price of all exchanges.
    """

    def __init__(self) -> None:
        """Start without a file: exchanges are only kept in memory."""
        self.tokens, self.money = 0, 0.0
        self._exchanges: dict[str, Future[Exchange]] = {}
        self._read: set[Path] = set()
        self._path: Path | None = None
        self._lock = Lock()

    def open(self, path: Path, header: Mapping[str, Any]) -> None:
        """Read a file, or create it, and append new exchanges to it from now on.

        `header` has the values of its first line. Raises FileError for a file with another header or with damage, and
        if it can't be written.
        """
        with self._lock:
            self._path = path
            if path in self._read:
                return
            if os.path.lexists(path):
                for exchange in _read(path, header):
                    self._exchanges[exchange.key] = Future()
                    self._exchanges[exchange.key].set_result(exchange)
                    self._count(exchange)
            else:
                self._append({"format": FORMAT, **header})
            self._read.add(path)

    def find(self, key: str) -> Exchange | None:
        """Return the finished exchange with this key, or None."""
        with self._lock:
            exchange = self._exchanges.get(key)
        return exchange.result() if exchange is not None and exchange.done() else None

    def reserve(self, key: str) -> tuple[Future[Exchange], bool]:
        """Return the exchange with this key, and whether the caller must make it: by `finish`, or by `give_up`."""
        with self._lock:
            is_new = key not in self._exchanges
            return self._exchanges.setdefault(key, Future()), is_new

    def finish(self, exchange: Exchange) -> None:
        """Write a new exchange, and give it to all who wait for it. Raises FileError if it can't be written."""
        with self._lock:
            self._append(exchange._asdict())
            self._count(exchange)
            waiting = self._exchanges[exchange.key]
        waiting.set_result(exchange)

    def give_up(self, key: str, error: BaseException) -> None:
        """Pass an error to all who wait for an exchange; the next one who needs it tries again."""
        with self._lock:
            waiting = self._exchanges.pop(key)
        waiting.set_exception(error)

    def _count(self, exchange: Exchange) -> None:
        self.tokens += exchange.input_tokens + exchange.output_tokens
        self.money += exchange.money

    def _append(self, line: Mapping[str, Any]) -> None:
        """Write a line immediately; of a line that can't be written nothing remains."""
        if self._path is None:
            return
        try:
            with self._path.open("ab", buffering=0) as file:
                start, text = file.tell(), json.dumps(line).encode() + b"\n"
                try:
                    while text:  # a full disk accepts a part of it first
                        text = text[file.write(text) :]
                except OSError:
                    file.truncate(start)
                    raise
        except OSError as error:
            raise FileError(f"{self._path} can't be written: {error.strerror}") from None


def _read(path: Path, header: Mapping[str, Any]) -> list[Exchange]:
    """Return the exchanges of a file. A line that was cut off when its process was killed is removed."""
    lines, exchanges = read_log(path), list[Exchange]()
    first = next(lines, (1, None))[1]
    for key, value in {"format": FORMAT, **header}.items():
        started_with = first.get(key) if isinstance(first, dict) else None
        if started_with != value:
            raise FileError(f"{path} was started with {key} {brief(started_with)}, not {brief(value)}")
    for number, line in lines:
        exchange = _exchange(line)
        if exchange is None:
            raise FileError(f"{path} is damaged: line {number} is not an exchange")
        exchanges.append(exchange)
    remove_cut_off_line(path)
    return exchanges


def _exchange(line: Any) -> Exchange | None:
    """Return the exchange of a line, or None if it is not one."""
    if not isinstance(line, dict) or set(line) != set(Exchange._fields) or not isinstance(line["refused"], list):
        return None
    refused = [each for each in line["refused"] if isinstance(each, list) and len(each) == 2]
    texts = [line["prompt"], line["answer"], line["ended"], *(text for each in refused for text in each)]
    counts = [line[name] for name in ("seed", "input_tokens", "output_tokens", "cached_tokens")]
    amounts = [line["money"], line["seconds"]]
    is_valid = (
        len(refused) == len(line["refused"])
        and all(isinstance(text, str) for text in texts)
        and all(type(count) is int and 0 <= count < _MAX_COUNT for count in counts)
        and all(type(amount) in (int, float) and 0 <= amount < _MAX_AMOUNT for amount in amounts)
    )
    if not is_valid:
        return None
    pairs = tuple(Refused(*map(encodable, each)) for each in refused)
    return Exchange(**{**line, "answer": encodable(line["answer"]), "refused": pairs})
