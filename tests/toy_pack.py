"""A rule pack for tests of the command line: it finds words that code otherwise never has."""

from __future__ import annotations

from pathlib import Path

RULE = '''
"""Finds {word}."""

import re

from torchlint import Edit, File, Finding, Findings, Fix, rule
from torchlint.finding import Span


@rule(group="{group}", severity="{severity}"{more})
def check(file: File) -> Findings:
    """The name {word} is bad."""
    for match in re.finditer(r"\\b{word}\\b", file.text):
        span = Span(*match.span())
        {body}
'''
FIX = 'fix = Fix("Write {to}", (Edit(span, "{to}"),), safe={safe})\n        '
FOUND = 'yield Finding(file.path, span, "`{word}` is bad; write another name"{more})'

RULES = {
    "bad_name": ("BAD", "memory", "error", "", FIX.format(to="good", safe=True), ", fix=fix"),
    "risky_name": ("RISKY", "memory", "warning", "", FIX.format(to="daring", safe=False), ", fix=fix"),
    "dull_name": ("DULL", "speed", "info", ', replaces="XY12"', "", ""),
    "doubtful_name": ("DOUBTFUL", "speed", "warning", "", FIX.format(to="sure", safe=True), ", fix=fix, sure=False"),
    "new_name": ("NEW", "speed", "warning", ", preview=True", "", ""),
    "quiet_name": ("QUIET", "speed", "warning", ", default=False", "", ""),
}
CRASH = ("CRASH", "speed", "warning", "", "raise ValueError(span)\n        ", "")


def write_pack(folder: Path, *, crash: bool = False) -> Path:
    """The folder, with the rules in it; with `crash` also one that fails wherever it finds something."""
    rules = {**RULES, "crash_name": CRASH} if crash else RULES
    for name, (word, group, severity, more, fix, details) in rules.items():
        (folder / name).mkdir(parents=True)
        text = RULE.format(
            word=word, group=group, severity=severity, more=more, body=fix + FOUND.format(word=word, more=details)
        )
        (folder / name / "rule.py").write_text(text)
        (folder / name / "README.md").write_text(f"# {name.replace('_', '-')}\n\nThe name {word} is bad.\n")
    return folder
