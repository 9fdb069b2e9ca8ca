"""`--new-rule`: the folder of a new rule, complete except for the lines that make it a rule."""

from __future__ import annotations

import os
from collections.abc import Iterator

from torchlint.settings.keys import ConfigError

_RULE = '''\
from torchlint import File, Findings, finding, rule


@rule(group="training", severity="warning")
def check(file: File) -> Findings:
    """{summary}"""
    for call in file.calls("torch."):  # full names, such as "torch.clamp" or "acme.seeds.seed_all"
        yield finding(call, f"`{{call}}` has a problem; write something else")
'''
_PAGE = """\
# {name}

{summary}

## What happens

What happens when the program runs, and how you measured it.

## What to write instead

What good.py does, and when code as in bad.py is correct.
"""
_BAD = '''\
"""A small, realistic program with the mistake; it runs."""

import torch

x = torch.ones(3)
x = ...  # the bad line; replace this comment with `finding`, a colon, and part of the message
print(x)
'''
_GOOD = '''\
"""A small, realistic program with the mistake; it runs."""

import torch

x = torch.ones(3)
x = ...  # the same, correct
print(x)
'''
_CASE = '''\
"""Similar code that is correct: the rule must not report any line without a mark."""

import torch

x = torch.ones(3)
print(x.sum())
'''
_FILES = {"rule.py": _RULE, "README.md": _PAGE, "bad.py": _BAD, "good.py": _GOOD, "cases/innocents.py": _CASE}
_TO_FILL = {"rule.py": '"torch."', "bad.py": "...", "good.py": "..."}


def make_rule(place: str) -> Iterator[str]:
    """Create the folder, whose name becomes the rule's, and list the lines to fill in.

    Raises ConfigError for an invalid name, and if the folder exists.
    """
    above, given = os.path.split(place.rstrip("/" + os.sep))
    folder_name = given.replace("-", "_")
    folder = os.path.join(above, folder_name)
    if not (folder_name.isidentifier() and folder_name == folder_name.lower()):
        raise ConfigError(
            "--new-rule", f"'{given}' is not a valid rule name; use lower-case words, as in 'moved-tensor-discarded'"
        )
    name = folder_name.replace("_", "-")
    summary = f"{name.replace('-', ' ').capitalize()}."
    texts = {file: text.format(name=name, summary=summary) if "{" in text else text for file, text in _FILES.items()}
    try:
        os.makedirs(os.path.join(folder, "cases"))  # fails if it exists: nothing is ever overwritten
        for file, text in texts.items():
            with open(os.path.join(folder, file), "x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
    except FileExistsError:
        raise ConfigError("--new-rule", f"{folder} already exists") from None
    except OSError as error:
        raise ConfigError("--new-rule", f"{error.filename}: {error.strerror or error}") from None
    yield f"Created {folder}. Fill in three lines:"
    for file, gap in _TO_FILL.items():
        row = texts[file][: texts[file].index(gap)].count("\n") + 1
        yield f"  {os.path.join(folder, file)}:{row}: {texts[file].splitlines()[row - 1].strip()}"
    yield f"Test it with `torchlint --test-rules {above or os.curdir}`."
    yield f'To enable it, add `packs = ["{above or os.curdir}"]` to the configuration and run `torchlint --trust`.'
