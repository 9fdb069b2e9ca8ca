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

torchlint accepts the syntax of the Python that it runs on, and newer syntax where its own parser supports it. Python 2
is not supported. The other files of the run are checked all the same.

In a notebook this concerns one cell, and the other cells are read as a program without it. Magics, shell lines and
`await` are allowed there; code that Python refuses to run is not, such as `return` outside of a function.

## What to do

Fix the file. If it is intended (a template, a test's input), exclude it: `exclude = ["path/to/it.py"]`.

For a cell of pseudo-code, write `# torchlint: ignore[syntax-error] -- pseudo-code`; for a whole file,
`# torchlint: file-ignore[syntax-error]`; for many files, name them in `per-file-ignores`. `--write-baseline` accepts
today's errors, each until its line changes. Code that can't be parsed stays unchecked.
"""

_UNREADABLE_FILE = """\
# unreadable-file

The file could not be read as text or is too deeply nested to analyse, so nothing in it was checked.

Reasons: missing permissions, a device, FIFO or socket instead of a regular file, more than 20 MB, bytes that are not in
the file's encoding (UTF-8, or the one that a `coding` comment in the first two lines declares), an unknown encoding, a
NUL byte, a notebook that is not JSON or has no cells, or code nested deeper than Python's own parser goes.

## What to do

Save the file as UTF-8, declare its encoding, or exclude it: `exclude = ["path/to/it.py"]`.
"""

_ANALYSIS_LIMIT = """\
# analysis-limit

Analysing this file takes too many steps, so some calls were not followed, or the file was not checked at all.

torchlint analyses a file's code and follows each call into the functions of the project. Ordinary files take a few
steps for each expression. A few would take millions: generated code, very long functions, or many functions that call
each other in many ways. The limit is a number of steps, not a time, so the same file stops at the same place on every
machine. Findings up to there are reported as usual. This diagnostic alone does not make a run fail.

## What to do

Nothing, if the file is generated or has little to do with training. Otherwise split it: the rest may hide findings.
`exclude = ["path/to/it.py"]` excludes the file.
"""

_TORCHLINT_ERROR = """\
# torchlint-error

A rule failed on this file, or its fix was reverted: a bug in torchlint or in a rule pack, not in your code.

The message names the rule and what went wrong. All other rules and all other files were checked, and a fix that did
not work was reverted. torchlint exits with status 2, so that an incomplete run is not mistaken for a clean one.

## What to do

Report it in the issue tracker of torchlint, or to the author of the pack that the rule belongs to: the message, the
output of `torchlint --version`, and the lines that the finding points at. Until it is fixed, `--ignore RULE` turns
the rule off.
"""

_UNUSED_IGNORE = """\
# unused-ignore

A `# torchlint:` comment silences nothing.

Such a comment has outlived its reason, or never worked: it is misspelt, or in a place where it covers nothing. Left in,
it hides the next finding that appears there. A name is reported as unused only if its rule has run.

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

A `# torchlint:` comment names a rule that does not exist, so it silences nothing.

It is misspelt, the rule was renamed, or the rule is in a pack that this configuration does not load. If packs are
skipped because they are not trusted, names are not checked.

## The fix

Replaces the name with a similar one, if there is one. Unsafe: this may silence findings that you have not seen yet.
"""

_BLANKET_IGNORE = """\
# blanket-ignore

A `# torchlint: ignore` comment without names silences every rule, including those that its author did not mean.

Off by default. `# torchlint: ignore` without names hides whatever appears on its line later.

## Use instead

```python
total_loss += loss  # torchlint: ignore[loss-accumulates-graph] -- three steps, freed below
```

## The fix

Writes the names of the rules that the comment silences now. Unsafe: rules that did not run are not among them.
"""

_MISSING_REASON = """\
# missing-reason

A comment silences a finding without giving a reason.

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
