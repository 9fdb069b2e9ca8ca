"""Where the pages of the rules are published."""

from __future__ import annotations

import re

from torchlint.diagnostics import PAGES
from torchlint.pack import builtin_rules, page_of
from torchlint.rule import Rule

SITE = "https://torchlint.readthedocs.io/en/latest/"
_PROGRAM = re.compile(r"\]\((bad|good)\.py\)")
_DOCUMENT = re.compile(r"\]\(\.\./\.\./docs/([\w-]+)\.md")
_NEIGHBOUR = re.compile(r"\]\(\.\./(\w+)/README\.md")


def address_of(rule: Rule) -> str | None:
    """Where anybody can read the page of a rule; None for one of a user's own pack, whose pages are the user's."""
    if not rule.page:
        is_ours = rule.name in PAGES
    else:
        known = builtin_rules().get(rule.name)
        is_ours = known is not None and known.page == rule.page
    return _address(rule.name) if is_ours else None


def linked_page(rule: Rule) -> str:
    """The text of a rule's page for those who read it elsewhere: its links lead to what is published.

    Raises PackError where a pack has no page for its rule.
    """
    page, address = page_of(rule), address_of(rule)
    if address is None:
        return page
    page = _PROGRAM.sub(rf"]({address}#\1py)", page)
    page = _DOCUMENT.sub(rf"]({SITE}docs/\1/", page)
    return _NEIGHBOUR.sub(lambda match: f"]({_address(match[1].replace('_', '-'))}", page)


def _address(name: str) -> str:
    return f"{SITE}rules/{name}/"
