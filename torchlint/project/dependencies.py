"""What a check has asked of the project around its file: on the answers its findings hang, and on nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

# A kind of question, and what it was about: files and folders by their absolute paths, modules as an import says them.
Question = tuple[str, ...]

# Where a name leads, and what the requirements say: this hangs on which files there are, and on the requirements.
MODULE, BELOW, TORCH = "module", "below", "torch"
# Who imports whom: this hangs on the import statements of all files, too.
IMPORTERS, IMPORTS, USERS = "importers", "imports", "users"
# Which files have some words in them, and whether there is one: this hangs on every text.
SPEAKING, SPOKEN = "speaking", "spoken"

# In a project of more files than this, nobody looks for who imports a file, and for words.
MOST_FILES = 6_000


@dataclass(slots=True)
class Asked:
    """The files whose texts were looked at, and all other questions."""

    texts: set[str] = field(default_factory=set)
    questions: set[Question] = field(default_factory=set)
