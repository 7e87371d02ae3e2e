"""TextArena: games whose seats are all players."""

import pytest
import textarena as ta

import kschwert_env.language_models.textarena  # noqa: F401  # registers the games
from kschwert_env import GAMES, gymnasium_id
from tests.libraries.pages import run_section
from tests.libraries.player import ScriptedPlayer

CAPS = {"krone_schwert": {"max_rounds": 2}, "two_crowns": {"max_turns": 8}, "politics_and_intrigue": {"max_rounds": 4}}
ONE_GAME_EACH = [(game, 2) for game in GAMES] + [("krone_schwert", players) for players in (3, 4, 5)]


@pytest.mark.parametrize(("game", "players"), ONE_GAME_EACH)
def test_scripted_players_finish_a_game(game: str, players: int) -> None:
    env = ta.make(gymnasium_id(game).rpartition("/")[2], **CAPS[game])
    env.reset(num_players=players, seed=3)
    scripted = [ScriptedPlayer(seat) for seat in range(players)]
    done, refusals, turns = False, 0, 0
    while not done:
        player, observation = env.get_observation()
        assert observation.startswith(env.text.rules())
        refusals += "Your answer was refused: " in observation
        done, info = env.step(scripted[player](observation.removeprefix(env.text.rules())))
        assert info == {}
        turns += 1
    rewards, about = env.close()
    assert rewards == dict(enumerate(env.text.returns.tolist()))
    assert sum(rewards.values()) == pytest.approx(0)
    assert refusals
    assert sum(about[player]["turn_count"] for player in range(players)) == turns - refusals
    assert not any(about[player]["invalid_move"] for player in range(players))


def test_the_reason_for_a_refusal_reaches_the_player_only() -> None:
    env = ta.make("TwoCrowns-v0", max_turns=8)
    env.reset(num_players=2, seed=3)
    player, _ = env.get_observation()
    env.step("surrender")
    again, observation = env.get_observation()
    assert again == player
    assert "Your answer was refused: 'surrender' is not one of the legal actions. Valid: " in observation
    env.step("attack")
    assert "surrender" not in env.get_observation()[1]


def test_too_many_invalid_answers_forfeit() -> None:
    env = ta.make("KroneSchwert-v0", asks=1)
    env.reset(num_players=3, seed=3)
    player, _ = env.get_observation()
    assert env.step("no")[0] is False
    assert env.step("no")[0] is True
    rewards, about = env.close()
    assert rewards == {seat: -1 if seat == player else 0.5 for seat in range(3)}
    assert about[player]["invalid_move"]


def test_seeds_repeat_games_and_options_are_checked() -> None:
    env = ta.make("KroneSchwert-v0")
    looks = []
    for seed in (1, 1, 2, None, None):
        env.reset(num_players=2, seed=seed)
        looks.append(env.get_observation()[1])
    assert looks[0] == looks[1]
    assert len(set(looks)) == 4
    with pytest.raises(ValueError, match="num_players must be an int from 2 to 5, not 6"):
        env.reset(num_players=6)


def test_the_section_runs() -> None:
    player = ScriptedPlayer(2)

    def ask_model(system: str, observation: str) -> str:
        return player(observation[observation.index("You are seat") :])

    names = run_section("language_models.md", "TextArena", ask_model=ask_model)
    assert sum(names["rewards"].values()) == pytest.approx(0)


@pytest.mark.parametrize("ending", ["-train", "-raw"])
def test_ids_have_the_usual_endings(ending: str) -> None:
    """With TextArena's wrappers, added by its registry or by hand."""
    env = ta.make(f"TwoCrowns-v0{ending}", max_turns=8)
    if ending == "-raw":
        env = ta.wrappers.LLMObservationWrapper(env)
    env.reset(num_players=2, seed=3)
    _, observation = env.get_observation()
    assert "Two Crowns is a card game" in observation
    assert env.step("Attack")[0] is False


def test_a_wrapper_for_messages_is_refused_where_observations_are_texts() -> None:
    env = ta.make("TwoCrowns-v0", max_turns=8)
    with pytest.raises(ValueError, match=r"LLMObservationWrapper needs lists of messages.*wrap 'TwoCrowns-v0-raw'"):
        ta.wrappers.LLMObservationWrapper(env)
    assert not env.is_wrapped_with(ta.wrappers.ClipCharactersActionWrapper)


@pytest.mark.parametrize(("cap", "reason"), [(2, "cap on its length"), (None, "ended by its rules")])
def test_the_end_is_described(cap: int | None, reason: str) -> None:
    env = ta.make("TwoCrowns-v0", max_turns=cap)
    env.reset(num_players=2, seed=3)
    done = False
    while not done:
        env.get_observation()
        done, _ = env.step(str(env.text.game.legal_actions()[0]))
    _, about = env.close()
    assert reason in about[0]["reason"]
