"""Where the pages of the rules are published."""

from __future__ import annotations

from torchlint.diagnostics import PAGES
from torchlint.pack import builtin_rules
from torchlint.rule import Rule

SITE = "https://torchlint.readthedocs.io/en/latest/"


def address_of(rule: Rule) -> str | None:
    """Where anybody can read the page of a rule; None for one of a user's own pack, whose pages are the user's."""
    if not rule.page:
        is_ours = rule.name in PAGES
    else:
        known = builtin_rules().get(rule.name)
        is_ours = known is not None and known.page == rule.page
    return f"{SITE}rules/{rule.name}/" if is_ours else None
