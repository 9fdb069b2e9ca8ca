"""Where the pages of the rules are published."""

from __future__ import annotations

import re

from torchlint import addresses
from torchlint.diagnostics import PAGES
from torchlint.pack import builtin_rules, page_of
from torchlint.rule import Rule

_PROGRAM = re.compile(r"\]\((bad|good)\.py\)")
_DOCUMENT = re.compile(r"\]\(\.\./\.\./docs/([\w-]+)\.md")
_NEIGHBOUR = re.compile(r"\]\(\.\./(\w+)/README\.md")
_ANY = re.compile(r"\[([^\[\]]+)\]\((?:(?:bad|good)\.py|\.\./[^()\s]+)\)")


def address_of(rule: Rule) -> str | None:
    """Where anybody can read the page of a rule; None for one of a user's own pack, whose pages are the user's, and for
    all rules while there is no site.
    """
    return _address(addresses.SITE, rule.name) if addresses.SITE and _is_ours(rule) else None


def linked_page(rule: Rule) -> str:
    """The text of a rule's page for those who read it elsewhere: its links lead to what is published, and while nothing
    is, only their texts are left.

    Raises PackError where a pack has no page for its rule.
    """
    page, site = page_of(rule), addresses.SITE
    if not _is_ours(rule):
        return page
    if site is None:
        return _ANY.sub(r"\1", page)
    page = _PROGRAM.sub(rf"]({_address(site, rule.name)}#\1py)", page)
    page = _DOCUMENT.sub(rf"]({site}\1/", page)
    return _NEIGHBOUR.sub(lambda match: f"]({_address(site, match[1].replace('_', '-'))}", page)


def _is_ours(rule: Rule) -> bool:
    if not rule.page:
        return rule.name in PAGES
    known = builtin_rules().get(rule.name)
    return known is not None and known.page == rule.page


def _address(site: str, name: str) -> str:
    return f"{site}rules/{name}/"
