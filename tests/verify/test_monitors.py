"""Monitors and the rules that judge what they have seen."""

from __future__ import annotations

import ast

from tests.rule_folders import ROOT
from torchlint.pack import builtin_rules
from torchlint.rule import Rule
from torchlint.run_rules import Measured, Sighting, run_rule
from torchlint.verdict import Number
from torchlint.verify.records import Process
from torchlint.verify.run_findings import run_findings

MONITORS = ROOT / "torchlint" / "verify" / "runtime" / "_torchlint" / "monitors"
PLACE = ["/a.py", 3, 0, 3, 5]


def names_of_monitors() -> set[str]:
    return {path.stem for path in MONITORS.glob("*.py")} - {"__init__"}


def test_each_monitor_is_asked_by_a_rule_and_each_rule_has_one() -> None:
    assert {rule.monitor for rule in builtin_rules().values() if rule.needs_run} == names_of_monitors()


def test_a_monitor_is_a_class_of_the_name_of_its_file() -> None:
    for name in names_of_monitors():
        classes = [
            node for node in ast.parse((MONITORS / f"{name}.py").read_text()).body if isinstance(node, ast.ClassDef)
        ]
        assert name.title().replace("_", "") in [node.name for node in classes], name


def process(pid: int, **facts: int) -> Process:
    return Process(pid, sightings={"seen": [{"place": PLACE, "facts": facts}]})


def named(rule: Rule) -> Rule:
    from dataclasses import replace

    return replace(rule, name="toy")


def test_a_rule_is_given_what_all_processes_have_seen_at_a_place() -> None:
    @run_rule(monitor="seen", group="training", severity="warning")
    def check(seen: object) -> Measured | None:
        """Summary."""
        assert isinstance(seen, list)
        total = sum(each.facts["n"] for each in seen if isinstance(each, Sighting))
        return Measured(f"{total} in all", "said", (Number("n", total),))

    found = run_findings([process(1, n=2), process(2, n=3)], [named(check)])
    assert [(one.rule, one.measured.message, one.place) for one in found["/a.py"]] == [
        ("toy", "5 in all", (3, 0, 3, 5))
    ]


def test_a_finding_without_a_number_and_a_rule_that_fails_are_errors_of_torchlint() -> None:
    @run_rule(monitor="seen", group="training", severity="warning")
    def numberless(seen: object) -> Measured | None:
        """Summary."""
        return Measured("wrong", "said", ())

    @run_rule(monitor="seen", group="training", severity="warning")
    def failing(seen: object) -> Measured | None:
        """Summary."""
        raise KeyError("steps")

    found = run_findings([process(1, n=2)], [named(numberless), named(failing)])
    assert [one.rule for one in found["/a.py"]] == ["torchlint-error", "torchlint-error"]
