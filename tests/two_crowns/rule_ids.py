"""The rules of docs/two_crowns_rules.md by id, each in at most five words."""

PAGE = "two_crowns_rules.md"

RULES = {
    "C1": "decks and castles",
    "C2": "the cards of a deck",
    "S1": "seven cards, and who starts",
    "T1": "one attack or one recruitment",
    "T2": "knights at rest come back",
    "A1": "what an attacker lays",
    "A2": "what a defender lays",
    "A3": "order of special cards, paying",
    "A4": "points compared, losers discarded",
    "A5": "damage, rest and return",
    "X0": "special cards need a knight",
    "X1": "catapult",
    "X2": "bishop",
    "X3": "feint",
    "X4": "vassal",
    "R1": "big recruiting",
    "R2": "exact recruiting",
    "F1": "die of fate",
    "E1": "a castle falls",
    "E2": "nothing left to do",
    "E3": "cap on turns truncates",
    "P1": "public, secret, known minimum",
}
