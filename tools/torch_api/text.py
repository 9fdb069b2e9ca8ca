"""The table's text: one line for each group of names of which the same is known."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

WIDTH = 120

HEAD = """\
# What PyTorch's names stand for, as torch {version} shows it. Made by `python -m tools.generate_torch_api --write`.
#
# A line that is not indented is a namespace. Below it, before the colon: the kind of thing, what it returns (left out
# where unknown), and what is true of it; after the colon the names. A line indented twice goes on with more names.
# `also` lists modules that hold some of the namespace's names too. torchlint/knowledge/torch_api.py explains the words.
"""


def render(version: str, facts: Mapping[str, str], homes: Mapping[str, list[str]]) -> str:
    """The whole table: `facts` maps names to their words, `homes` modules to the namespaces that they share."""
    groups: dict[str, dict[str, list[str]]] = {}
    for name in sorted(facts):
        namespace, _, short = name.rpartition(".")
        groups.setdefault(namespace, {}).setdefault(facts[name], []).append(short)
    lines = HEAD.format(version=version).splitlines()
    for namespace in sorted(groups):
        lines.append(namespace)
        others = [path for path, shared in homes.items() if namespace in shared]
        for words, shorts in ([("also", others)] if others else []) + sorted(groups[namespace].items()):
            lines += _fill(f"{words}:", shorts)
    return "\n".join(lines) + "\n"


def _fill(head: str, shorts: list[str]) -> list[str]:
    """A group's line, or lines."""
    return wrap(" ".join([head, *shorts]), WIDTH, initial_indent=" ", subsequent_indent="  ", break_on_hyphens=False)
