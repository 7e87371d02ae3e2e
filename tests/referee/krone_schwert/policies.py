"""Ways of playing Krone & Schwert."""

from tests.referee.policies import Policy, uniform, weighted

BUILDER = {"castle": 60.0, "small_city": 30.0, "large_city": 80.0, "cathedral": 90.0, "expand": 8.0, "end_turn": 0.1}
FIGHTER = {"revolt": 40.0, "attack": 30.0, "incite": 8.0, "lay": 10.0, "ambush": 9.0, "truce": 5.0}

POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "by kind": weighted(end_turn=0.2),
    "builder": weighted(**BUILDER, draw=8.0, revolt=1.0, take=9.0),
    "rebel": weighted(**BUILDER, draw=8.0, revolt=60.0, sword=9.0, lay=16.0, take=1.0, none=1.0),
    "royalist": weighted(**BUILDER, draw=10.0, revolt=2.0, crown=9.0, lay=2.0, truce=0.5),
    "fighter": weighted(**FIGHTER, end_turn=0.1, draw=8.0),
    "generous": weighted(lay=40.0, revolt=6.0, attack=12.0, draw=12.0, end_turn=0.5),
    "thrifty": weighted(lay=0.5, draw=30.0, revolt=12.0, castle=30.0, small_city=30.0, large_city=40.0, expand=2.0),
    "warmonger": weighted(**BUILDER, revolt=1000.0, draw=6.0, lay=6.0, take=1.0),
    "drawer": weighted(draw=80.0, end_turn=0.1),
    "content": weighted(draw=60.0, done=60.0, end_turn=0.1),
    "settler": weighted(claim=60.0, expand=60.0, draw=8.0, end_turn=0.1, done=1.0),
    "idler": weighted(end_turn=30.0),
}
