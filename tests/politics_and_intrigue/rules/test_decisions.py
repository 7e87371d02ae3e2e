"""Chapters 12 and 14: actions, phases and limits."""

import numpy as np

from kschwert_env.politics_and_intrigue import Game, Rules
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, PHASE_NAMES
from kschwert_env.politics_and_intrigue.kernel.state import STATE
from tests.politics_and_intrigue.scenes import Play, Scene


def test_actions_are_numbered_in_the_order_of_the_table() -> None:
    """Q2, C5: 378, in the tournament 390; each encodes back to itself."""
    for rules, count in ((Rules(), 378), (Rules(game="tournament"), 390)):
        actions = rules.actions
        assert len(actions) == rules.num_actions == count
        kinds = list(dict.fromkeys(actions.decode(i).kind for i in range(count)))
        assert kinds == [
            *("build", "play", "take", "bury", "road", "settlement", "city", "trade", "resource", "number"),
            *("demolish", "pick", "ally", "region", "draw", "search", "stack", "ban", "lift", "brewery"),
            *("burn_brothel", "roll", "pass", "done", "end_turn"),
        ]
        for i in range(count):
            action = actions.decode(i)
            assert actions.encode(*action) == actions.encode(action.kind, **action.arguments()) == i
    assert (
        rules.actions.encode("trade", give="brick", get="lumber")
        == rules.actions.encode("trade", give="lumber", get="gold") + 1
    )
    assert rules.actions.encode("take", card="council") == 44 + 17 + 60
    assert rules.actions.encode("bury", card=CARD_NAMES[0]) == 44 + 17 + 61


def test_decisions_and_phases() -> None:
    """Q1, Q3, Q4."""
    # Q1: one decision at a time even with one choice; a seat is asked even when only one action is legal
    game = Scene().stock(0, wool=2).hand(0, caravan=1).play().play("caravan")
    assert (game.resources(), game.gain("wool").resources()) == ({"wool"}, {"wool"})
    # Q3: actions of a turn; all kinds of them in one position
    scene = Scene().full(0).city(0, 0, 1).city(1, 0).hand(0, spy=1, abbey=1).hand(1, abbey=1).ban((0, 1))
    scene.settle(0, "left", ("lumber", 4), ("wool", 5)).road(0, left=True).at(0, 6, 1)
    scene.lay(0, {0: "secret_alliance", 1: "brewery"}, brewery="trade").lay(1, {0: "court"})
    assert scene.play().kinds() == {
        *("build", "play", "road", "settlement", "city", "trade", "demolish", "ally", "brewery", "lift", "end_turn")
    }
    # Q4: there are 48 phases; in the order of their table
    assert (len(PHASE_NAMES), PHASE_NAMES[14], PHASE_NAMES[-1]) == (48, "action", "over")


def test_pending_has_the_keys_of_its_phase() -> None:
    """Q4, Q8: along random games, for the phases met; null elsewhere."""
    turn_end = {"holy_used", "exchanging"}
    keys = {
        **{key: {"stack", "left"} for key in ("setup_take", "council_bury", "council_take")},
        **{key: {"left"} for key in ("mendicant", "trade_event", "merchant_take", "caravan_pay", "caravan_take")},
        **{key: {"card"} for key in ("discount", "react", "target", "ban")},
        **{key: {"slots"} for key in ("raid_name", "raid_lose")},
        **{key: {"regions"} for key in ("scout", "scout_settle")},
        **{key: {"stack"} for key in ("builder_take", "trim_card", "exchange_card")},
        **dict.fromkeys(("search_take", "exchange_draw"), turn_end | {"stack"}),
        "search_pay": turn_end | {"stack", "left"},
        "holy": turn_end | {"card"},
        "refill": turn_end,
        "gain": {"gains"},
        "physician": {"safe"},
        "place": {"card", "from"},
        "archive_sort": {"stack", "sorted"},
    }
    game = Game(Rules(max_rounds=12), 11)
    while not game.is_over:
        pending = game.position()["pending"]
        assert set(pending or {}) == keys.get(game.phase, set()), game.phase
        legal = game.legal_actions()
        game.step(legal[len(legal) * 5 // 7])


def test_records_hold_all_that_can_be() -> None:
    """L1, L2, L3, L4."""
    # L1, L2, L3, L4: records hold all that can be; seven places, all cards in one hand or one stack, and about
    # a kilobyte
    assert STATE.itemsize < 1100
    scene = Scene()
    for end, first, second in (
        ("left", ("lumber", 4), ("lumber", 6)),
        ("right", ("brick", 1), ("brick", 5)),
        ("left", ("wool", 5), ("wool", 6)),
        ("right", ("grain", 1), ("grain", 3)),
        ("left", ("ore", 2), ("ore", 4)),
    ):
        scene.settle(0, end, first, second)
    game = scene.city(0, 0, 1, 2, 3).full(0).play()
    assert (game.side(0)["row"], game.scores[0], len(game.stocks(0))) == ([6, 4, 2, 0, 1, 3, 5], 11, 16)
    assert game.position["supply"] == {"roads": 2, "settlements": 0, "cities": 3}
    # L3, L2: one stack may hold all cards; 85 of them, which can be looked through; and a hand takes what a
    # chancellor brings
    rest = [
        card
        for card, count in Scene()._all_cards()[0].items()
        if card not in ("church", "town_hall")
        for _ in range(count)
    ]
    scene = Scene().stock(0, wool=2).turn(10)
    for stack in range(5):
        scene.stack(stack)
    game = scene.stack(5, *rest).play().do("end_turn").do("search", stack=5).gain("wool", "wool")
    assert (len(game.stack(5)), len(game.cards("take"))) == (85, len(set(rest)))
    game.do("take", card=rest[-1])
    assert len(game.stack(5)) == 84


def test_masks_follow_from_the_position_alone() -> None:
    """Q1, Q4: of who does not decide they are zeros; all of them when the game is over."""
    game = Play(Game(Rules(max_rounds=3), 2))
    while not game.game.is_over:
        player = game.player
        assert player is not None
        assert np.flatnonzero(game.game.observe(player)["action_mask"]).tolist() == game.game.legal_actions()
        assert not game.game.observe(1 - player)["action_mask"].any()
        game.game.step(game.game.legal_actions()[-1])
    assert not game.game.legal_mask().any()
