"""Games of users are found by file and by module, and only if a command line or Python has named them."""

import pickle
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from kschwert_env import game_v0
from kschwert_env.engine.contract.rules import load_class
from kschwert_env.engine.records.record import Recorder, RecordError, replay
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.importing import find_game, known_games, load_game
from kschwert_env.requests.errors import RequestError
from kschwert_env.requests.server_config import ServerConfig
from kschwert_env.training.runs.ppo_settings import PpoSettings
from tests.custom.conftest import GOOFSPIEL, WriteGame


def test_a_loaded_game_is_known_by_the_name_of_its_file(write_game: WriteGame) -> None:
    path = write_game("known_by_name")
    with pytest.raises(ValueError, match="unknown game 'known_by_name'; expected one of: krone_schwert, "):
        find_game("known_by_name")
    rules_type = load_game(str(path))
    assert find_game("known_by_name") is rules_type is load_game(f"{path}:Goofspiel")
    assert "known_by_name" in known_games()
    assert (rules_type.package, rules_type.title) == ("known_by_name", "Known By Name")


def test_a_name_belongs_to_one_game(write_game: WriteGame, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="another game has the name two_crowns; rename the file"):
        load_game(str(write_game("two_crowns")))
    load_game(str(write_game("twice")))
    (tmp_path / "other").mkdir()
    other = (tmp_path / "twice.py").rename(tmp_path / "other" / "twice.py")
    with pytest.raises(ValueError, match="another game has the name twice"):
        load_game(str(other))


def test_a_module_names_its_class() -> None:
    rules_type = load_game("kschwert_env.classics.connect_four:ConnectFour")
    assert rules_type is find_game("connect_four")
    for source, reason in (
        ("kschwert_env.classics.connect_four:ROWS", "must be a class derived from GameRules, not 6"),
        ("kschwert_env.nowhere:Game", "can't be imported: ModuleNotFoundError"),
        ("/nowhere/game.py", "must be a Python file with a game"),
    ):
        with pytest.raises(ValueError, match=reason):
            load_game(source)


def test_rules_and_games_are_pickled_with_the_place_of_their_file(write_game: WriteGame, tmp_path: Path) -> None:
    rules = load_class(str(write_game("pickled")))()
    game = game_type(rules)(rules, 4)
    game.step(game.legal_actions()[0])
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert pickle.loads(pickle.dumps(game)) == game
    (tmp_path / "game.pickle").write_bytes(pickle.dumps((game, Batch(rules, 2))))
    code = "import pickle; g, b = pickle.load(open('game.pickle', 'rb')); print(g.rules, g.phase, b.size)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "Goofspiel(num_players=2) play 2\n", done.stderr


def test_a_record_is_replayed_by_the_game_of_its_name(write_game: WriteGame, tmp_path: Path) -> None:
    rules = load_class(str(write_game("recorded")))()
    recorder = Recorder(game_type(rules), rules, 3)
    while not recorder.game.is_over:
        recorder.step(recorder.game.legal_actions()[-1])
    recorder.write(tmp_path / "game.jsonl")
    assert replay(tmp_path / "game.jsonl", game_type(rules)).game == recorder.game
    other = game_type(find_game("connect_four"))
    with pytest.raises(RecordError, match="this is a record of 'recorded'; expected 'connect_four'"):
        replay(tmp_path / "game.jsonl", other)


@pytest.mark.parametrize("source", ["{path}", "{path}:Goofspiel", "tests.nowhere:Game", "not_loaded"])
def test_no_settings_and_no_visitor_can_load_a_file(source: str, write_game: WriteGame, tmp_path: Path) -> None:
    path = write_game("not_loaded", ("CARDS = 4", "raise SystemError\nCARDS = 4"))
    name = source.format(path=path)
    with pytest.raises(ValueError, match="game must be one of"):
        PpoSettings.from_layers({"game": name})
    with pytest.raises(RequestError, match="unknown game"):
        ServerConfig().rules(name, {"num_players": 2})
    with pytest.raises(ValueError, match="unknown game"):
        find_game(name)


def test_environments_take_a_file(write_game: WriteGame) -> None:
    path = str(write_game("environment"))
    env = game_v0.env(path)
    env.reset(seed=1)
    for _agent in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        assert observation is not None
        env.step(None if over or cut else int(np.argmax(observation["action_mask"])))
    made = gymnasium.make("kschwert_env/Game-v0", source=path)
    assert made.reset(seed=1)[0]["action_mask"].shape == (4,)
    assert gymnasium.make("kschwert_env/Environment-v0").action_space == made.action_space
    vector = gymnasium.make_vec("kschwert_env/Environment-v0", 3)
    assert vector.reset(seed=1)[0]["action_mask"].shape == (3, 4)


def test_a_changed_file_is_compiled_again(write_game: WriteGame, tmp_path: Path) -> None:
    code = "from kschwert_env.importing import load_game; r = load_game('changed.py'); print(r.code_folder)"
    folders = set()
    for change in (("CARDS = 4", "CARDS = 4"), ("CARDS = 4", "CARDS = 3")):
        write_game("changed", change)
        done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
        folders.add(done.stdout)
    assert len(folders) == 2


def test_a_changed_constant_of_another_file_is_compiled_again(write_game: WriteGame, tmp_path: Path) -> None:
    path = write_game("imported", ("CARDS = 4", "from some_constants import CARDS"))
    code = "from kschwert_env.importing import load_game; r = load_game('imported.py'); print(r.code_folder)"
    folders = set()
    for cards in (4, 3):
        (tmp_path / "some_constants.py").write_text(f"CARDS = {cards}\n")
        command = [sys.executable, "-B", "-c", code]
        folders.add(subprocess.run(command, cwd=path.parent, capture_output=True, text=True).stdout)
    assert len(folders) == 2
    assert all(folders)


def test_a_module_of_the_user_is_refused_in_compiled_code(write_game: WriteGame, tmp_path: Path) -> None:
    (tmp_path / "some_constants.py").write_text("CARDS = 4\n")
    change = "    state.hands[:] = 1", "    state.hands[:] = some_constants.CARDS"
    path = write_game("module", ("CARDS = 4", "import some_constants\nCARDS = 4"), change)
    code = "from kschwert_env.importing import load_game; load_game('module.py')"
    done = subprocess.run([sys.executable, "-c", code], cwd=path.parent, capture_output=True, text=True)
    assert "the module some_constants in compiled functions; " in done.stderr


def test_an_edited_file_is_loaded_anew(write_game: WriteGame, tmp_path: Path) -> None:
    before = load_game(write_game("edited"))
    rules = before()
    recorder = Recorder(game_type(rules), rules, 3)
    recorder.write(tmp_path / "game.jsonl")
    commented = load_game(write_game("edited", ("CARDS = 4", "\n# cards of a hand\nCARDS = 4")))
    assert commented().fingerprint == rules.fingerprint, "comments change no rules"
    after = load_game(write_game("edited", ("CARDS = 4", "CARDS = 3")))
    assert after is not before
    assert find_game("edited") is after
    assert after().num_actions == 3
    with pytest.raises(RecordError, match="have changed since the recording"):
        replay(tmp_path / "game.jsonl", game_type(after()))
    with pytest.raises(ValueError, match="edited has changed since these rules were pickled"):
        pickle.loads(pickle.dumps(rules))
    with pytest.raises(ValueError, match="can't be loaded: SyntaxError"):
        load_game(write_game("edited", ("CARDS = 4", "CARDS = ")))
    assert find_game("edited") is after


def test_compiled_functions_of_other_files_are_refused(write_game: WriteGame, tmp_path: Path) -> None:
    helper = "from kschwert_env.custom import compiled\n\n\n@compiled\ndef first(values):\n    return values[0]\n"
    (tmp_path / "some_helper.py").write_text(helper)
    path = write_game("divided", ("CARDS = 4", "from some_helper import first\nCARDS = 4"))
    code = "from kschwert_env.importing import load_game; load_game('divided.py')"
    done = subprocess.run([sys.executable, "-c", code], cwd=path.parent, capture_output=True, text=True)
    assert "uses the compiled function first of some_helper in compiled functions; all compiled" in done.stderr


def test_a_game_outside_a_file_is_refused() -> None:
    with pytest.raises(TypeError, match="Goofspiel must be in a file or a module"):
        exec(GOOFSPIEL, {"__name__": "builtins"})
