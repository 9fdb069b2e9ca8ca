"""What torchlint itself says about a file: selected, ignored and explained like a rule, but no rule's finding."""

from __future__ import annotations

from torchlint.rule import Rule, Severity

GROUP = "torchlint"
SYNTAX_ERROR = "syntax-error"
FAILURE = "torchlint-error"  # what torchlint or a rule has done wrong, not the code that is checked

# The page that `--explain` shows; its title is the diagnostic's name, its first paragraph the summary.
_SYNTAX_ERROR = """\
# syntax-error

The file, or a cell of a notebook, is not Python, so nothing in it was checked.

torchlint reads what the Python that it runs on reads, and newer syntax where its own parser knows it. Python 2 is not
read. The other files of the run are checked all the same.

In a notebook it is one cell, and the other cells are read as a program without it. Magics, shell lines and `await` are
no errors there; what Python refuses to run is, such as `return` outside of a function.

## What to do

Fix the file. If it is meant to be like this (a template, a test's input), leave it out: `exclude = ["path/to/it.py"]`.

In a cell of pseudo-code, write `# torchlint: ignore[syntax-error] -- pseudo-code`; for a whole file,
`# torchlint: file-ignore[syntax-error]`; for many files, name them in `per-file-ignores`. `--write-baseline` accepts
today's errors, each until its line changes. What can't be read stays unchecked.
"""

_UNREADABLE_FILE = """\
# unreadable-file

The file could not be read as text or is too deeply nested to analyse, so nothing in it was checked.

Reasons: missing rights, a device, FIFO or socket in place of a regular file, more than 20 MB, bytes that are not in the
file's encoding (UTF-8, or what a `coding` comment in the first two lines declares), an unknown encoding, a NUL byte, a
notebook that is not JSON or has no cells, or code nested deeper than Python's own parser goes.

## What to do

Save the file as UTF-8, declare its encoding, or leave it out: `exclude = ["path/to/it.py"]`.
"""

_ANALYSIS_LIMIT = """\
# analysis-limit

Analysing this file takes too much work, so not every call in it was followed, or it was not checked at all.

torchlint runs through a file's code and follows each call into the functions of the project. Ordinary files take a few
steps for each expression. A few would take millions: generated code, very long functions, or many functions that call
each other in many ways. The limit is a number of steps, not a time, so the same file is cut at the same place on every
machine. What is found up to there is reported as usual. This diagnostic alone does not make a run fail.

## What to do

Nothing, if the file is generated or has little to do with training. Otherwise split it: what was cut may hide findings.
`exclude = ["path/to/it.py"]` leaves the file out.
"""

_TORCHLINT_ERROR = """\
# torchlint-error

A rule failed on this file, or its fix was taken back: a bug in torchlint or in a rule pack, not in your code.

The message names the rule and what went wrong. All other rules and all other files were checked, and a fix that did
not work was undone. torchlint exits with status 2, so that an incomplete run is not taken for a clean one.

## What to do

Report it in the issue tracker of torchlint, or to the author of the pack that the rule belongs to: the message, the
output of `torchlint --version`, and the lines that the finding points at. Until it is repaired, `--ignore RULE` turns
the rule off.
"""

_UNUSED_IGNORE = """\
# unused-ignore

A comment that silences findings has nothing to silence.

Such a comment outlived its reason, or never worked: it is misspelt, or stands where it covers nothing. Left alone it
hides the next finding that appears there. A name is only called unused when its rule has run.

## Example

```python
total_loss += loss.item()  # torchlint: ignore[loss-accumulates-graph]
```

## Use instead

```python
total_loss += loss.item()
```

## The fix

Deletes the comment, or just the unused names. Safe: a comment does not run.

## Where a comment works

`# torchlint: ignore[rule] -- reason` at the end of the finding's line, or of the first or last line of its statement;
or on a line of its own above the statement. `# torchlint: disable[rule]` on a line of its own works until
`# torchlint: enable[rule]` at the same indentation, or the end of the block.
`# torchlint: file-ignore[rule] -- reason` on an unindented line of its own works for the whole file.
"""

_UNKNOWN_RULE = """\
# unknown-rule

A comment names a rule that does not exist, and so silences nothing.

It is misspelt, or the rule was renamed, or it is in a rule pack that this configuration does not load. Where packs are
left out because nobody has trusted them, names are not looked at.

## The fix

Where one name is close, writes that one. Unsafe: it may silence what you have not seen yet.
"""

_BLANKET_IGNORE = """\
# blanket-ignore

A comment silences every rule, also those that nobody had in mind.

Off by default. `# torchlint: ignore` without names hides whatever appears on its line later.

## Use instead

```python
total_loss += loss  # torchlint: ignore[loss-accumulates-graph] -- three steps, freed below
```

## The fix

Writes the names of what the comment silences now. Unsafe: rules that did not run are not among them.
"""

_MISSING_REASON = """\
# missing-reason

A comment silences a finding without saying why that is right.

Off by default: for projects in which every exception has to be explained.

## Use instead

```python
total_loss += loss  # torchlint: ignore[loss-accumulates-graph] -- three steps, freed below
```
"""


def _declare(page: str, severity: Severity, *, default: bool = True) -> tuple[Rule, str]:
    title, summary, _ = page.split("\n\n", 2)
    return Rule(None, summary, GROUP, severity, default=default, name=title.removeprefix("# ")), page


_DECLARED = (
    _declare(_SYNTAX_ERROR, "error"),
    _declare(_UNREADABLE_FILE, "error"),
    _declare(_ANALYSIS_LIMIT, "info"),
    _declare(_TORCHLINT_ERROR, "error"),
    _declare(_UNUSED_IGNORE, "warning"),
    _declare(_UNKNOWN_RULE, "warning"),
    _declare(_BLANKET_IGNORE, "info", default=False),
    _declare(_MISSING_REASON, "info", default=False),
)

DIAGNOSTICS: dict[str, Rule] = {rule.name: rule for rule, _ in _DECLARED}
# What says that a file, or a part of it, was not checked.
INCOMPLETE = frozenset(name for name, rule in DIAGNOSTICS.items() if rule.severity == "error") | {"analysis-limit"}
PAGES: dict[str, str] = {rule.name: page for rule, page in _DECLARED}
