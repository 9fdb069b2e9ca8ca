"""`torchlint.explain`: what a rule finds and what to write instead, or which rules look for the cause of a symptom."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from torchlint.api.results import ExplainedSymptom, RulePage, SymptomPage
from torchlint.authoring.page_address import address_of, linked_page
from torchlint.files.paths import DASH
from torchlint.pack import PackError
from torchlint.report.explain import described, symptoms_page
from torchlint.runner.session import Session
from torchlint.settings.config import Configs
from torchlint.settings.keys import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torchlint.rule import Rule


def explain(rule_or_symptom: str) -> RulePage | SymptomPage:
    """The page of a rule, or of a symptom in your own words, such as "loss is NaN".

    Rules of trusted packs of the working directory are known, too. Raises ConfigError for what is neither a rule nor a
    symptom, with a suggestion if a name is similar.

    Example:
        print(torchlint.explain("loss-accumulates-graph"))
        print(torchlint.explain("memory grows with every step"))
    """
    catalog = known_rules()
    if rule_or_symptom in catalog:
        return rule_page(catalog[rule_or_symptom])
    causes = described(rule_or_symptom, catalog, "explain")
    symptoms = tuple(
        ExplainedSymptom(symptom.name, symptom.title, symptom.check, tuple(map(rule_page, rules)))
        for symptom, rules in causes
    )
    return SymptomPage(symptoms, symptoms_page(causes))


def known_rules() -> Mapping[str, Rule]:
    """Every rule that the settings of the working directory know, by name."""
    session = Session(Configs())
    session.prepare([os.path.abspath(DASH)])
    return session.catalog


def rule_page(rule: Rule) -> RulePage:
    """A rule as the API returns it; raises ConfigError where a pack has no page for it."""
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
