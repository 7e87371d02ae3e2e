"""The reference of settings in docs/training.md: `python -m tests.docs.generators.settings_page` writes it."""

from kschwert_env.training.algorithms.best_response import BestResponseSettings
from kschwert_env.training.algorithms.exploiter_training import ExploiterTrainingSettings
from kschwert_env.training.algorithms.imitate import ImitationSettings
from kschwert_env.training.runs.command import Described, described_settings
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.settings import Settings
from tests.docs.generators.generated import DOCS, with_part

MODULE = "tests.docs.generators.settings_page"
PAGE = DOCS / "training.md"
METHODS: dict[type[Settings], type[Settings]] = {
    ImitationSettings: Settings,
    PpoSettings: Settings,
    ExploiterTrainingSettings: PpoSettings,
    BestResponseSettings: PpoSettings,
}
"""Settings classes, with the class whose settings are listed before."""


def settings_tables() -> str:
    """Return one table for the settings of all methods, and one for each method's own and changed settings."""
    parts = ["### Settings of all methods", _table(described_settings(Settings))]
    for kind, base in METHODS.items():
        own, known = described_settings(kind), described_settings(base)
        name = kind.method.replace("_", "-")
        parts += [f"### Settings of `{name}`", _heading(kind, base)]
        parts.append(_table({setting: found for setting, found in own.items() if found != known.get(setting)}))
    return "\n\n".join(parts)


def _heading(kind: type[Settings], base: type[Settings]) -> str:
    others = "all methods" if base is Settings else "`ppo`"
    text = f"Besides the settings of {others}; those with other defaults are listed again."
    if kind.fixed:
        decided = ", ".join(f"`{name}`" for name in kind().by_name() if name in kind.fixed)
        text += f" The method itself decides {decided}."
    return text


def _table(settings: dict[str, Described]) -> str:
    lines = ["| group | setting | default | meaning |", "|---|---|---|---|"]
    before = ""
    for name, (group, default, meaning) in settings.items():
        lines.append(f"| {f'`{group}`' if group != before else ''} | `{name}` | `{default}` | {meaning} |")
        before = group
    return "\n".join(lines)


def with_settings(page: str) -> str:
    """Return the page with an up-to-date generated reference."""
    return with_part(page, "settings", MODULE, settings_tables())


if __name__ == "__main__":
    PAGE.write_text(with_settings(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
