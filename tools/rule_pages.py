"""docs/rules.md and docs/symptoms.md, made from the rules and the symptoms: `python -m tools.rule_pages [--write]`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from tools.links import anchors
from torchlint.diagnostics import DIAGNOSTICS, GROUP
from torchlint.pack import builtin_rules
from torchlint.rule import Rule
from torchlint.symptoms import SYMPTOMS, found_by

DOCS = Path(__file__).parent.parent / "docs"
RULES = DOCS / "rules.md"
SYMPTOMS_PAGE = DOCS / "symptoms.md"
HEAD = ("| rule | what it finds | severity |", "|---|---|---|")
# What a rule of each group protects.
GROUP_INTROS = {
    "training": "Code that trains something else than it says, or nothing at all.",
    "evaluation": "Metrics that say something else than how good the model is.",
    "numerics": "NaN, infinity, and precision that is lost in a formula.",
    "precision": "Mixed and half precision.",
    "memory": "Graphs, hooks and copies that keep memory alive.",
    "speed": "Time that the device or the host spends for nothing.",
    "data": "Datasets, samplers, loaders and their workers.",
    "device": "Tensors on the wrong device, and code that runs on one kind of machine only.",
    "distributed": "Several processes: gradients, samplers, collectives and checkpoints.",
    "reproducibility": "Random numbers, and results that differ from run to run.",
    "api": "Interfaces of PyTorch and of tools around it that are used in a way that fails or misleads.",
    "deprecated": "What PyTorch has deprecated or removed.",
    "security": "Files that can run code.",
    GROUP: "What torchlint says about the files and comments that it reads.",
}

Link = Callable[[Rule], str]


def in_repository(rule: Rule) -> str:
    """A rule's name, linked to its page in the repository from docs/."""
    if rule.group == GROUP:
        return f"`{rule.name}`"
    return f"[`{rule.name}`](../rules/{rule.name.replace('-', '_')}/README.md)"


def groups() -> Iterator[tuple[str, list[Rule]]]:
    """The groups that have rules, with those by name, in the order of the pages."""
    rules = [*builtin_rules().values(), *DIAGNOSTICS.values()]
    for group in GROUP_INTROS:
        yield group, sorted((rule for rule in rules if rule.group == group), key=lambda rule: rule.name)


def rules_page(link: Link = in_repository, symptoms: str = SYMPTOMS_PAGE.name) -> str:
    """All rules, by group; `symptoms` is where the page of the symptoms is, seen from this one."""
    total = len(builtin_rules())
    on = sum(rule.is_on for rule in builtin_rules().values())
    intro = f"""\
# Rules

{total} rules, {on} of them on by default. *Off* rules are checked when they are selected (`--extend-select NAME`),
*preview* rules with `--preview`. `torchlint --explain NAME` shows a rule's page, `torchlint --list-rules` this list. If
you know what goes wrong and not why, start with the [symptoms]({symptoms}).
"""
    parts = [intro]
    parts += [f"\n## {group}\n\n{GROUP_INTROS[group]}\n\n{table(rules, link)}" for group, rules in groups()]
    return "".join(parts)


def symptoms_page() -> str:
    """All symptoms, each with how to tell by a run and the rules that find causes."""
    titles = [symptom.title for symptom in SYMPTOMS]
    places = anchors("".join(f"# {title}\n" for title in titles))
    contents = "\n".join(f"- [{title}](#{place})" for title, place in zip(titles, places, strict=True))
    intro = f"""\
# Symptoms

What people notice, how a run tells where it comes from, and the rules that find causes.
`torchlint --explain "loss is NaN"` finds the entry for a symptom in your own words.

{contents}
"""
    parts = [intro]
    for symptom in SYMPTOMS:
        causes = table(found_by(symptom, builtin_rules().values()), in_repository)
        parts.append(f"\n## {symptom.title}\n\n{symptom.paragraph}\n\n{causes}")
    return "".join(parts)


def table(rules: Iterable[Rule], link: Link) -> str:
    """Rules as the rows of a Markdown table."""
    rows = (f"| {link(rule)} | {' '.join(rule.summary.split())} | {_standing(rule)} |" for rule in rules)
    return "\n".join((*HEAD, *rows)) + "\n"


def _standing(rule: Rule) -> str:
    standing = ", preview" if rule.preview else "" if rule.default else ", off"
    return f"{rule.severity}{standing}{', only with `--verify`' if rule.needs_run else ''}"


def main(arguments: list[str]) -> int:
    """Whether both pages were up to date, as an exit status; `--write` makes them so."""
    stale = [
        (page, text)
        for page, text in ((RULES, rules_page()), (SYMPTOMS_PAGE, symptoms_page()))
        if not page.exists() or page.read_text(encoding="utf-8") != text
    ]
    for page, text in stale:
        if arguments == ["--write"]:
            page.write_text(text, encoding="utf-8")
        else:
            print(f"docs/{page.name} is out of date: run `python -m tools.rule_pages --write`")
    return 1 if stale and arguments != ["--write"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
