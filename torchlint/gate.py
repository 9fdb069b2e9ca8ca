"""Decides which files concern PyTorch; the others are not parsed.

The file's own text is searched first, which costs next to nothing. If it does not mention PyTorch, the files of the
project are searched of which it calls something, or all that it imports if it looks like a training; and if it looks
like a part of one, those that import it. A file that reads what NumPy or Pillow have lost counts if its project uses
PyTorch anywhere, and so does one that divides files for a training: such a script prepares the data.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from torchlint.knowledge.names_beside_torch import reads_what_is_gone

if TYPE_CHECKING:
    from torchlint.files.source import Source
    from torchlint.project.project_files import ProjectFiles

# A text without any of these, and not imported by a text with any of them, is not parsed.
WORDS = ("torch", "lightning", "accelerate", "fastai", "timm", "transformers", "deepspeed")
# All but the first are also common words: they count only if imported, followed by an attribute, or quoted as a whole.
# In a comment, none counts.
_OTHERS = "|".join(WORDS[1:])
_IMPORTED = rf"[ \t\f]*(?:from|import)\b[^#\r\n]*(?:{_OTHERS})"
_USED = rf"[^#\r\n]*(?:torch|\b(?:{_OTHERS})\.\w|[\"'](?:{_OTHERS})[\"'.])"
_IN_CODE = re.compile(rf"(?:^|(?<=\r))(?:{_USED}|{_IMPORTED})", re.MULTILINE)

# Frameworks whose models, losses and optimizers are called as PyTorch's are, and do not work as they do. A file that
# imports one of them, and nothing that brings PyTorch along, is about that one.
_LIKE_TORCH = ("paddle", "paddlenlp", "jittor", "oneflow", "mindspore", "megengine", "mxnet")
_IMPORT_OF = r"^[ \t\f]*(?:from|import)[ \t]+(?:[\w. \t]+,)*[ \t]*(?:{})(?![\w-])"
_OTHER_FRAMEWORK = re.compile(_IMPORT_OF.format("|".join(_LIKE_TORCH)), re.MULTILINE)
_TORCH = re.compile(_IMPORT_OF.format(r"\w*torch\w*|" + _OTHERS), re.MULTILINE)

_IMPORTING = r"^[ \t\f]*(?:from|import)\b[^#\r\n]*\b{}\b"

# Datasets, transforms and loops over batches need not speak of torch to be what another file's training runs.
_OF_TRAINING = (
    *("def __getitem__", "def __call__", ".backward(", ".step(", ".eval()", ".train()", "loader", "model(", "_hook("),
    *("parameters(", "state_dict(", "best_", ".best", "val_loss", "add_scalar("),  # averages, trackers, loggers
    *("random.seed =", "random.seed="),  # the function is replaced for the whole program
    "add_argument(",  # a module of options, which mentions nothing but argparse
    *("roc_auc_score(", "roc_curve(", "average_precision_score("),  # a module of metrics
    *("listdir(", "iterdir("),  # a module that splits the data
)
# A script that divides the samples for a training: it lists files or collects names, draws with a seed, and says so.
_LISTS = ("listdir(", "iterdir(", "glob(", "os.walk(", "set(")
_DIVIDES = re.compile(r"\bseed\(|random_state=|\bRandom\(\w|default_rng\(\w")
# So may a script that trains with a class of another file, also one that it inherits from.
_OF_SCRIPTS = (".step(", ".fit(", ".train(", "epoch", "loss")
# The module behind `from`, and those behind `import`; a module of the standard library leads to no file of a project.
_MODULES = re.compile(r"^[ \t\f]*(?:from[ \t]+([.\w]+)|import[ \t]+([\w., \t]+))", re.MULTILINE)

# How many levels of importers are searched, and how many files.
_FARTHEST, _MOST_USERS = 3, 200


def concerns_torch(
    source: Source, around: Callable[[], ProjectFiles | None] = lambda: None, packages: Collection[str] = ()
) -> bool:
    """Whether a text has anything to do with PyTorch: by itself, for those who import it, or by what it imports.

    Importing one of these `packages`, of which users say what they do, is enough.
    """
    if _is_of_other_framework(source.text):
        return False
    if _mentions_torch(source.text, packages):
        return True
    is_part, imports_others = _has_any(source.text, _OF_TRAINING), _imports_others(source.text)
    prepares = reads_what_is_gone(source.text) or _divides_samples(source.text)
    if not (is_part or imports_others or prepares):
        return False
    project_files = around()
    if project_files is None:
        return False
    if prepares and _uses_torch(project_files, packages):
        return True
    place = project_files.place(source.path)
    others = (
        *(_users(project_files, place) if is_part else ()),
        *(_imports(project_files, place, source.text) if imports_others else ()),
    )
    texts = map(project_files.text, others)
    return any(_mentions_torch(text, packages) and not _is_of_other_framework(text) for text in texts)


def never_concerns_torch(text: str, packages: Collection[str] = ()) -> bool:
    """Whether a text has nothing to do with PyTorch, whoever imports it and whatever it imports."""
    if _is_of_other_framework(text):
        return True
    if _has_any(text, _OF_TRAINING) or _imports_others(text) or reads_what_is_gone(text) or _divides_samples(text):
        return False
    return not _mentions_torch(text, packages)


def _divides_samples(text: str) -> bool:
    """Whether a text lists files or collects names, draws with a seed, and speaks of parts for training and tests."""
    if not _has_any(text, _LISTS) or _DIVIDES.search(text) is None:
        return False
    lower = text.lower()
    return "train" in lower and any(word in lower for word in ("test", "val"))


def _uses_torch(project_files: ProjectFiles, packages: Collection[str]) -> bool:
    """Whether some file of a project mentions PyTorch."""
    texts = map(project_files.text, project_files.files_mentioning(WORDS[0]))
    return any(_mentions_torch(text, packages) for text in texts)


def _imports_others(text: str) -> bool:
    """Whether a text imports anything that is not of the standard library, and so may be a file of its project."""
    for origin, plain in _MODULES.findall(text):
        for module in (origin,) if origin else plain.split(","):
            if module.strip().partition(".")[0].partition(" ")[0] not in sys.stdlib_module_names:
                return True
    return False


def _is_of_other_framework(text: str) -> bool:
    """Whether a text imports another framework that is used like PyTorch, and not PyTorch."""
    return _has_any(text, _LIKE_TORCH) and _OTHER_FRAMEWORK.search(text) is not None and _TORCH.search(text) is None


def _mentions_torch(text: str, packages: Collection[str]) -> bool:
    if _has_any(text, WORDS) and _IN_CODE.search(text) is not None:
        return True
    return any(name in text and re.search(_IMPORTING.format(name), text, re.MULTILINE) for name in packages)


def _has_any(text: str, words: Iterable[str]) -> bool:
    return any(word in text for word in words)


def _calls(text: str, names: frozenset[str]) -> bool:
    """Whether a text calls one of these names, or something of it; of a whole module it may."""
    if not names or not all(map(str.isidentifier, names)):
        return True
    either = "|".join(names)
    return re.search(rf"(?<![\w.])(?:{either})(?:\.\w+)*\(|@(?:{either})\b", text) is not None


def _users(project_files: ProjectFiles, place: str) -> Iterator[str]:
    """The importers of a file, and their importers, nearest first."""
    seen, level = {place}, [place]
    for _ in range(_FARTHEST):
        level = [user for here in level for user in project_files.users(here)]
        level = [user for user in dict.fromkeys(level) if user not in seen][: _MOST_USERS - len(seen)]
        seen.update(level)
        yield from level


def _imports(project_files: ProjectFiles, place: str, text: str) -> Iterator[str]:
    """The files that a file imports, and those whose names an imported package re-exports.

    Unless it looks like a training, only those from which it calls something: a file of settings inherits some, and no
    rule has anything to say there. A package hands names on, and at most registers them.
    """
    counts_all = _has_any(text, _OF_SCRIPTS)
    if not counts_all and os.path.basename(place) == "__init__.py":
        return
    project_files.imports(place)  # notes the question, of which the names are a part
    for imported, names in project_files.imported(place):
        if imported == place or not (counts_all or _calls(text, names)):
            continue
        yield imported
        if os.path.basename(imported) == "__init__.py":
            yield from project_files.imports(imported)
