"""What a check has read of the project around its file; its findings depend on these answers and on nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

# A kind of question, and its subject: files and folders by absolute path, modules as imports write them.
ProjectQuery = tuple[str, ...]

# Where a name leads, and what is required: this depends on which files exist, and on the requirements files.
MODULE, BELOW, TORCH, PACKAGE = "module", "below", "torch", "package"
# Who imports whom: this depends on the import statements of all files, too.
IMPORTERS, IMPORTS, USERS = "importers", "imports", "users"
# Which files contain some words: this depends on the text of every file.
MENTIONING, MENTIONED = "speaking", "spoken"
# Which classes the configuration names: this depends on the text of every YAML file.
CONFIGURED = "configured"

# In a project with more files than this, importers and words are not searched for.
MOST_FILES = 6_000


@dataclass(slots=True)
class Dependencies:
    """The files whose texts were looked at, and all other questions."""

    texts: set[str] = field(default_factory=set)
    queries: set[ProjectQuery] = field(default_factory=set)
