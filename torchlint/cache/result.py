"""The result of a check with its dependencies, in a form that worker processes can send to be cached."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.project.dependencies import (
    BELOW,
    CONFIGURED,
    IMPORTERS,
    IMPORTS,
    MENTIONED,
    MENTIONING,
    MODULE,
    PACKAGE,
    TORCH,
    USERS,
    ProjectQuery,
)

if TYPE_CHECKING:
    from torchlint.project.project_files import ProjectFiles

# What the answers to questions depend on, each kind with its own stamp: which files there are and what is required,
# what all files import, and what is in all files.
LAYOUT, GRAPH, TEXTS = "layout", "graph", "texts"
DEPENDS_ON = {
    MODULE: LAYOUT,
    BELOW: LAYOUT,
    TORCH: LAYOUT,
    PACKAGE: LAYOUT,
    IMPORTERS: GRAPH,
    IMPORTS: GRAPH,
    USERS: GRAPH,
    MENTIONING: TEXTS,
    CONFIGURED: TEXTS,
    MENTIONED: TEXTS,
}

Answers = list[tuple[ProjectQuery, list[str]]]


@dataclass(frozen=True, slots=True)
class CachedResult:
    """A file's path and digest, its encoded result under a key for the rules, and the dependencies of that.

    `states` are other files with the digests of what was in them, `answers` what the project said, packed, by kind,
    `folders` where a name was looked for the first time.
    """

    path: str
    digest: str
    rules: str
    found: str
    states: tuple[tuple[str, str], ...]
    answers: tuple[tuple[str, bytes], ...]
    folders: frozenset[str]


def answered(project_files: ProjectFiles, root: str) -> tuple[tuple[str, bytes], ...]:
    """The answers to all recorded queries, by what they depend on; paths are relative to the root."""
    by_kind: dict[str, Answers] = {}
    for question in sorted(project_files.dependencies.queries):
        answer = project_files.answer(question)
        by_kind.setdefault(DEPENDS_ON[question[0]], []).append(
            (tuple(_below(root, word) for word in question), [_below(root, word) for word in answer])
        )
    return tuple((kind, zlib.compress(json.dumps(rows).encode(), 1)) for kind, rows in by_kind.items())


def answers_in(kept: bytes, root: str) -> Answers:
    """The decoded answers. Raises ValueError or zlib.error if they are malformed."""
    rows = json.loads(zlib.decompress(kept))
    return [
        (tuple(_whole(root, word) for word in question), [_whole(root, w) for w in answer]) for question, answer in rows
    ]


# What is below the root begins with this in the place of it; no path and no module does.
_HERE = "\0"


def _below(root: str, word: str) -> str:
    return _HERE + word[len(root) :] if word.startswith(root) or word == root[:-1] else word


def _whole(root: str, word: str) -> str:
    return (root + word[1:]).rstrip("/\\") if word.startswith(_HERE) else word
