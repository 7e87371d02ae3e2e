"""Ways of playing Two Crowns."""

from tests.referee.policies import Policy, uniform, weighted

POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "by kind": weighted(),
    "besieger": weighted(attack=90.0, lay=24.0, yes=9.0, no=1.0, exact=1.0),
    "spender": weighted(attack=20.0, lay=12.0, yes=30.0, no=0.5, recruit=20.0),
    "miser": weighted(attack=8.0, lay=8.0, yes=0.5, no=8.0, recruit=10.0),
    "skirmisher": weighted(attack=60.0, lay=1.0, recruit=2.0, exact=0.5),
    "recruiter": weighted(recruit=90.0, attack=8.0, exact=30.0, lay=6.0),
    "sitter": weighted(exact=90.0, recruit=90.0, attack=0.5, lay=0.5, roll_fate=30.0),
}
