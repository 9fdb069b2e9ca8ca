"""`torchlint.explain`: what a rule finds, why it matters and what to write instead."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from torchlint.api.results import RulePage
from torchlint.authoring.page_address import address_of, linked_page
from torchlint.files.paths import DASH
from torchlint.pack import PackError
from torchlint.runner.session import Session
from torchlint.settings.config import Configs
from torchlint.settings.keys import ConfigError
from torchlint.settings.selection import suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torchlint.rule import Rule


def explain(rule: str) -> RulePage:
    """The page of a rule, with its severity and its group; also of rules of trusted packs of the working directory.

    Raises ConfigError for a rule that does not exist, with a suggestion if a name is similar.

    Example:
        print(torchlint.explain("loss-accumulates-graph"))
    """
    catalog = known_rules()
    if rule not in catalog:
        raise ConfigError("explain", f"unknown rule '{rule}'{suggestion(rule, catalog, catalog)}")
    return _page(catalog[rule])


def known_rules() -> Mapping[str, Rule]:
    """Every rule that the settings of the working directory know, by name."""
    session = Session(Configs())
    session.prepare([os.path.abspath(DASH)])
    return session.catalog


def _page(rule: Rule) -> RulePage:
    try:
        page = linked_page(rule)
    except PackError as problem:
        raise ConfigError(problem.path, problem.reason) from None
    return RulePage(
        name=rule.name,
        summary=rule.summary,
        group=rule.group,
        severity=rule.severity,
        default=rule.is_on,
        preview=rule.preview,
        needs_run=rule.needs_run,
        page=page,
        url=address_of(rule),
    )
