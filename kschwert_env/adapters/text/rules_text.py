"""The rules of a game for a player, with a description of every card."""

from kschwert_env.engine.contract.rules import Facts, GameRules


def rules_text(rules: GameRules) -> str:
    """Return the rules of a game under its options and edition, followed by all of its cards."""
    game = rules.text_module()
    tables = "\n\n".join(map(_table, game.card_help(rules)))
    return f"{game.describe_rules(rules)}\n\n{tables}\n"


def _table(table: Facts) -> str:
    """Return a table as text: a line for each card, without empty entries."""
    lines = [_line(dict(zip(table.columns, map(str, row), strict=True))) for row in table.rows]
    return "\n".join([f"{table.title}:", *lines])


def _line(card: dict[str, str]) -> str:
    count = f"x{card['copies']}" if card["copies"] not in ("", "1") else ""
    notes = ", ".join(filter(None, (count, card["cost"], card["values"])))
    return f"- {card['name']}{f' ({notes})' if notes else ''}{': ' if card['effect'] else ''}{card['effect']}"
