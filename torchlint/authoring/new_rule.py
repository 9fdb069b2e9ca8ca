"""The folder of a new rule: all that it needs, but for the lines that say what is bad."""

from __future__ import annotations

import os
from collections.abc import Iterator

from torchlint.settings.keys import ConfigError

_RULE = '''\
from torchlint import File, Findings, finding, rule


@rule(group="training", severity="warning")
def check(file: File) -> Findings:
    """{summary}"""
    for call in file.calls("torch."):  # which functions, as PyTorch's documentation names them
        yield finding(call, f"`{{call}}` is not what it looks like; write something else")
'''
_PAGE = """\
# {name}

{summary}

## What happens

What becomes of the program, and where that was seen.

## What to write instead

What good.py does, and when bad.py is right all the same.
"""
_BAD = '''\
"""A small program as people write them, in which this is wrong; it runs."""

import torch

x = torch.ones(3)
x = ...  # the bad line; end it with the word finding, a colon and a part of the message, as a comment
print(x)
'''
_GOOD = '''\
"""A small program as people write them, in which this is wrong; it runs."""

import torch

x = torch.ones(3)
x = ...  # the same, well written
print(x)
'''
_CASE = '''\
"""What looks alike and is right: nothing may be found here that has no mark."""

import torch

x = torch.ones(3)
print(x.sum())
'''
_FILES = {"rule.py": _RULE, "README.md": _PAGE, "bad.py": _BAD, "good.py": _GOOD, "cases/innocents.py": _CASE}
_TO_FILL = {"rule.py": '"torch."', "bad.py": "...", "good.py": "..."}


def make_rule(place: str) -> Iterator[str]:
    """Make the folder, whose name becomes the rule's, and say which lines wait for their author.

    Raises ConfigError for a name that can't be one, and where something is there already.
    """
    above, given = os.path.split(place.rstrip("/" + os.sep))
    folder_name = given.replace("-", "_")
    folder = os.path.join(above, folder_name)
    if not (folder_name.isidentifier() and folder_name == folder_name.lower()):
        raise ConfigError("--new-rule", f"'{given}' can't be a rule's name; write it as in 'moved-tensor-discarded'")
    name = folder_name.replace("_", "-")
    summary = f"{name.replace('-', ' ').capitalize()}."
    texts = {file: text.format(name=name, summary=summary) if "{" in text else text for file, text in _FILES.items()}
    try:
        os.makedirs(os.path.join(folder, "cases"))  # fails where anything is there: nothing is ever written over
        for file, text in texts.items():
            with open(os.path.join(folder, file), "x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
    except FileExistsError:
        raise ConfigError("--new-rule", f"{folder} is there already") from None
    except OSError as error:
        raise ConfigError("--new-rule", f"{error.filename}: {error.strerror or error}") from None
    yield f"{folder} is there. Fill in three lines:"
    for file, gap in _TO_FILL.items():
        row = texts[file][: texts[file].index(gap)].count("\n") + 1
        yield f"  {os.path.join(folder, file)}:{row}: {texts[file].splitlines()[row - 1].strip()}"
    yield f"then `torchlint --test-rules {above or os.curdir}` says whether it works."
    yield f'`packs = ["{above or os.curdir}"]` in the configuration loads it, after `torchlint --trust`.'
