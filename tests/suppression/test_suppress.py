"""Comments that silence findings: where they work, and what is said about those that do not."""

from __future__ import annotations

import ast
import contextlib
import random
import re
from textwrap import dedent

import pytest

from torchlint.files.source import Lines
from torchlint.files.splice import Splice
from torchlint.finding import Finding, Span
from torchlint.suppression.suppress import Suppressions

KNOWN = (
    "bad",
    "worse",
    "other-rule",
    "unused-ignore",
    "unknown-rule",
    "blanket-ignore",
    "missing-reason",
    "torchlint-error",
)
RAN = frozenset({"bad", "worse", "unused-ignore", "unknown-rule"})


def findings(text: str) -> list[Finding]:
    """A finding wherever the code says BAD or WORSE; from `<` to `>` where it says <BAD ...>."""
    found = re.finditer(r"<(?P<long>BAD|WORSE)[^>]*>|(?P<short>BAD|WORSE)", text)
    return [Finding("a.py", Span(*m.span()), "bad", rule=(m["long"] or m["short"]).lower()) for m in found]


def left(text: str) -> list[str]:
    """Rule and row of what no comment silences."""
    suppressions, lines = Suppressions(text, KNOWN), Lines(text)
    return [f"{f.rule} {lines.row(f.span.start)}" for f in findings(text) if not suppressions.silencer(f)]


def problems(text: str, *, ran: frozenset[str] = RAN, all_ran: bool = False) -> list[Finding]:
    suppressions = Suppressions(text, KNOWN)
    for finding in findings(text):
        suppressions.silencer(finding)
    said = suppressions.problems("a.py", ran, all_ran=all_ran)
    return [problem for problem in said if problem.rule not in ("missing-reason", "blanket-ignore")]


def after_fixes(text: str, *, all_ran: bool = False) -> str:
    splice = Splice()
    for problem in problems(text, all_ran=all_ran):
        if problem.fix and splice.admits(problem.fix.edits):
            splice.add(problem.fix.edits)
    return splice.applied_to(text)


@pytest.mark.parametrize(
    "comment",
    [
        "# torchlint: ignore[bad]",
        "# torchlint: ignore[bad] -- it is fine: see #12",
        "# torchlint: ignore[ other-rule ,bad, ]",
        "#torchlint:ignore[bad]",
        "# torchlint: ignore [bad] because",
        "# torchlint: ignore",
        "# torchlint: ignore -- it is fine",
        "# noqa # torchlint: ignore[bad]",
        "# torchlint: ignore[bad]  # noqa: E501",
        "# torchlint: ignore[bad] -- it is fine  # type: ignore[misc]",
        "# torchlint: ignore[other-rule]  # torchlint: ignore[bad]",
    ],
)
def test_spellings(comment: str) -> None:
    assert left(f"BAD()  {comment}\n") == []
    assert left(f"{comment}\nBAD()\n") == []
    assert left(f"BAD()  {comment}") == []


@pytest.mark.parametrize(
    "text",
    [
        "BAD()  # torchlint: ignore[worse]",
        "BAD()  # torchlint: ignore[unused-ignore]",
        "BAD()  # torchlint: ignored[bad]",
        "BAD()  # torchlint ignore[bad]",
        "BAD()  # torchlint: ignore everything here",
        "BAD()  # torchlint: ignore(bad)",
        "BAD()  # torchlint: enable[bad]",
        "BAD('# torchlint: ignore[bad]')",
        "'''\n# torchlint: ignore[bad]\n''', BAD()",
        "'# torchlint: file-ignore[bad]'\nBAD()",
        "x = f'{1}# torchlint: ignore[bad]', BAD()",
        "# torchlint: ignore[bad]\nfine()\nBAD()",
        "fine()  # torchlint: ignore[bad]\nBAD()",
        "BAD()\n# torchlint: ignore[bad]",
    ],
)
def test_what_is_no_such_comment(text: str) -> None:
    assert [found.split()[0] for found in left(text)] == ["bad"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A trailing comment: the finding's first row, or the statement's first or last one.
        ("x = f(\n    BAD,  # torchlint: ignore[bad]\n    BAD,\n)", ["bad 3"]),
        ("x = f(  # torchlint: ignore[bad]\n    BAD,\n    BAD,\n)\nBAD", ["bad 5"]),
        ("x = f(\n    BAD,\n    BAD,\n)  # torchlint: ignore[bad]\nBAD", ["bad 5"]),
        ("x = f(\n    <BAD,\n    1>,  # torchlint: ignore[bad]\n    BAD)\n", ["bad 4"]),
        ("x = '''\n''', BAD  # torchlint: ignore[bad]\n", []),
        ("x = 1 + \\\n  BAD  # torchlint: ignore[bad]\n", []),
        # Of a compound statement, the header counts.
        ("for x in BAD:  # torchlint: ignore[bad]\n    BAD\n", ["bad 2"]),
        ("<BAD\nfor x in (\n  1,\n):\n    pass>  # torchlint: ignore[bad]\n", ["bad 1"]),
        ("if (\n    BAD\n):  # torchlint: ignore[bad]\n    BAD\n", ["bad 4"]),
        # Above a statement: the whole statement, or the whole header.
        ("# torchlint: ignore[bad]\nx = f(\n    BAD,\n    BAD,\n)\nBAD", ["bad 6"]),
        ("# torchlint: ignore[bad]\nwith (\n    BAD,\n):\n    BAD\n", ["bad 5"]),
        ("# torchlint: ignore[bad]\n\n# a note\n\nBAD\nBAD\n", ["bad 6"]),
        ("# torchlint: ignore[bad]\n# torchlint: ignore[worse]\nBAD, WORSE\nBAD, WORSE", ["bad 4", "worse 4"]),
        ("if x:\n    BAD\n    # torchlint: ignore[bad]\nBAD\n", ["bad 2"]),
        ("if x:\n# torchlint: ignore[bad]\n    BAD\n    BAD\n", ["bad 4"]),
        # Above a decorator: what is decorated too.
        ("# torchlint: ignore[bad]\n@f\n@g(\n    1)\ndef h(BAD):\n    BAD\n", ["bad 6"]),
        ("@f\n# torchlint: ignore[bad]\ndef h(BAD):\n    BAD\n", ["bad 4"]),
        ("@f  # torchlint: ignore[bad]\ndef h(BAD):\n    pass\n", ["bad 2"]),
        # On a line of its own inside brackets: the next line with code.
        ("f(\n    # torchlint: ignore[bad]\n    # a note\n    BAD,\n    BAD,\n)\n", ["bad 5"]),
        ("f(\n    BAD,\n    # torchlint: ignore[bad]\n)\nBAD\n", ["bad 2", "bad 5"]),
        # Other newlines, form feeds, tabs and characters outside of ASCII.
        ("# torchlint: ignore[bad]\rBAD\rBAD  # torchlint: ignore[bad]\rBAD\r", ["bad 4"]),
        ("# torchlint: ignore[bad]\r\nBAD\r\nBAD  # torchlint: ignore[bad]\r\nBAD\r\n", ["bad 4"]),
        ("x\n\x0c\n# torchlint: ignore[bad]\n\x0cBAD\n\x0cBAD  # torchlint: ignore[bad]\nBAD\n", ["bad 6"]),
        ("if x:\n\t# torchlint: ignore[bad]\n\tBAD\n\tBAD\n", ["bad 4"]),
        ("'ä€😀', BAD  # ä€😀  # torchlint: ignore[bad] -- 😀\n'\u2028', BAD  # torchlint: ignore[bad]\n", []),
    ],
)
def test_where_an_ignore_works(text: str, expected: list[str]) -> None:
    assert left(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BAD\n# torchlint: disable[bad]\nBAD\ndef f():\n    BAD, WORSE\n", ["bad 1", "worse 5"]),
        ("# torchlint: disable[bad]\nBAD\n# torchlint: enable[bad]\nBAD\n", ["bad 4"]),
        ("# torchlint: disable\nBAD, WORSE\n# torchlint: enable\nBAD\n", ["bad 4"]),
        ("# torchlint: disable\nBAD\n# torchlint: enable[bad]\nBAD, WORSE\n", ["bad 4"]),
        ("# torchlint: disable[bad, worse]\nBAD\n# torchlint: enable[bad]\nBAD, WORSE\n", ["bad 4"]),
        ("# torchlint: disable[bad, worse]\nBAD\n# torchlint: enable\nBAD, WORSE\n", ["bad 4", "worse 4"]),
        ("# torchlint: disable[bad]\n# torchlint: enable[worse]\nBAD\n", []),
        # In a block until the block ends.
        ("def f():\n    # torchlint: disable[bad]\n    BAD\n    if x:\n        BAD\nBAD\n", ["bad 6"]),
        ("def f():\n    x\n    # torchlint: disable[bad]\n\n    BAD\n\n\ndef g():\n    BAD\n", ["bad 9"]),
        ("def f():\n    x\n    # torchlint: disable[bad]\nBAD\n", ["bad 4"]),
        ("def f():\n    x\n# torchlint: disable[bad]\nBAD\n", []),
        ("def f():\n# torchlint: disable[bad]\n    BAD\nBAD\n", []),
        ("if x:\n    # torchlint: disable[bad]\n    BAD\nelse:\n    BAD\n", ["bad 5"]),
        # What ends it stands at the same indentation.
        ("# torchlint: disable[bad]\nif x:\n    # torchlint: enable[bad]\n    BAD\n", []),
        ("if x:\n    # torchlint: disable[bad]\n    BAD\n# torchlint: enable[bad]\nBAD\n", ["bad 5"]),
        ("if x:\n    # torchlint: disable[bad]\n    BAD\n    # torchlint: enable[bad]\n    BAD\n", ["bad 5"]),
        # Whole files.
        ("BAD\n# torchlint: file-ignore[bad] -- generated\ndef f():\n    BAD, WORSE\n", ["worse 4"]),
        ("'''Docs.'''\n# torchlint: file-ignore\nBAD, WORSE\n", []),
        ("def f():\n    BAD\n# torchlint: file-ignore[bad]", []),
        # Neither of them anywhere else.
        ("BAD  # torchlint: file-ignore[bad]\n", ["bad 1"]),
        ("def f():\n    # torchlint: file-ignore[bad]\n    BAD\n", ["bad 3"]),
        ("BAD  # torchlint: disable[bad]\nBAD", ["bad 1", "bad 2"]),
        ("f(\n# torchlint: disable[bad]\nBAD)", ["bad 3"]),
    ],
)
def test_ranges(text: str, expected: list[str]) -> None:
    assert left(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BAD  # torchlint: ignore[bad]\n'''\n", []),
        ("f((BAD,  # torchlint: ignore[bad]\n", []),
        ("BAD  # torchlint: ignore[bad]\nf((\nBAD\n", ["bad 3"]),
        ("# torchlint: file-ignore[bad]\nif x:\n        a\n    b\nBAD\n", []),
        ("# torchlint: disable[bad]\nBAD\nx = $?\nprint 'x'\nBAD\n'\n", []),
        ("BAD  # torchlint: ignore[bad]\nx = 0777L\n\x00", []),
    ],
)
def test_what_the_tokenizer_can_not_read(text: str, expected: list[str]) -> None:
    assert left(text) == expected


@pytest.mark.parametrize(
    ("text", "message", "fixed"),
    [
        ("x  # torchlint: ignore[bad]\n", "no `bad` here to silence; delete the comment", "x\n"),
        ("x  # torchlint: ignore[bad] -- why  \r\ny", "no `bad` here to silence; delete the comment", "x\r\ny"),
        ("x\n    # torchlint: ignore[bad]\ny\n", "no `bad` here to silence; delete the comment", "x\ny\n"),
        ("x\n# torchlint: ignore[bad]", "no `bad` here to silence; delete the comment", "x\n"),
        ("x \\\r\n  # torchlint: ignore[bad]", "no `bad` here to silence; delete the comment", "x"),
        ("x  # torchlint: ignore[bad, worse]\n", "no `bad` or `worse` here to silence; delete the comment", "x\n"),
        ("x  # torchlint: ignore[bad]  # noqa\n", "no `bad` here to silence; delete the comment", "x  # noqa\n"),
        ("x  # noqa  # torchlint: ignore[bad]\n", "no `bad` here to silence; delete the comment", "x  # noqa\n"),
        ("# torchlint: ignore[bad] # noqa\nx\n", "no `bad` here to silence; delete the comment", "# noqa\nx\n"),
        ("# noqa # torchlint: ignore[bad]\nx\n", "no `bad` here to silence; delete the comment", "# noqa\nx\n"),
        (
            "BAD  # torchlint: ignore[ bad,worse ] -- why\n",
            "no `worse` here to silence; delete the unused name",
            "BAD  # torchlint: ignore[bad] -- why\n",
        ),
        (
            "BAD  # torchlint: ignore[bad, bad]\n",
            "no `bad` here to silence; delete the unused name",
            "BAD  # torchlint: ignore[bad]\n",
        ),
        (
            "x  # torchlint: ignore[worse, other-rule, bad]\n",
            "no `worse` or `bad` here to silence; delete the unused name",
            "x  # torchlint: ignore[other-rule]\n",
        ),
        ("# torchlint: disable[bad]\nx\n", "no `bad` here to silence; delete the comment", "x\n"),
        ("# torchlint: file-ignore[bad]\nx\n", "no `bad` here to silence; delete the comment", "x\n"),
        ("x\n# torchlint: enable[bad]\n", "no `bad` is disabled above; delete the comment", "x\n"),
        ("x\n# torchlint: enable\n", "nothing is disabled above; delete the comment", "x\n"),
        (
            "# torchlint: disable[bad]\nBAD\n# torchlint: enable[bad, worse]\n",
            "no `worse` is disabled above; delete the unused name",
            "# torchlint: disable[bad]\nBAD\n# torchlint: enable[bad]\n",
        ),
        # The nearer comment is used, and the other one is not.
        (
            "# torchlint: file-ignore[bad]\nBAD  # torchlint: ignore[bad]\n",
            "no `bad` here to silence; delete the comment",
            "BAD  # torchlint: ignore[bad]\n",
        ),
        (
            "# torchlint: ignore[bad]\nBAD  # torchlint: ignore[bad]\n",
            "no `bad` here to silence; delete the comment",
            "# torchlint: ignore[bad]\nBAD\n",
        ),
    ],
)
def test_an_unused_comment_goes_and_nothing_else(text: str, message: str, fixed: str) -> None:
    (problem,) = problems(text)
    assert (problem.rule, problem.message) == ("unused-ignore", message)
    assert text[problem.span.start : problem.span.end].startswith("# torchlint:")
    assert problem.fix is not None
    assert problem.fix.safe
    assert after_fixes(text) == fixed
    assert left(fixed) == left(text)
    assert problems(fixed) == []


@pytest.mark.parametrize(
    "text",
    [
        "x  # torchlint: ignore[other-rule]\n",  # it did not run
        "x  # torchlint: ignore\n",  # not all rules ran
        "BAD  # torchlint: ignore\n",
        "x  # torchlint: ignore[unused-ignore, unknown-rule]\n",
        "# torchlint: disable[bad]\nBAD\n# torchlint: enable[bad]\n",
        "# torchlint: disable\nBAD\n# torchlint: enable[bad]\nWORSE\n# torchlint: enable\n",
        "# torchlint: is a linter\n",
        "# torchlint: not sure about this one\n",
        "BAD  # torchlint: ignore[bad]  # torchlint: ignore[other-rule]\n",
    ],
)
def test_comments_without_a_problem(text: str) -> None:
    assert problems(text) == []


def test_a_blanket_comment_is_unused_when_every_rule_ran() -> None:
    assert problems("BAD  # torchlint: ignore\n", all_ran=True) == []
    (problem,) = problems("x  # torchlint: ignore\n", all_ran=True)
    assert problem.message == "nothing here to silence; delete the comment"
    assert after_fixes("x  # torchlint: ignore\n", all_ran=True) == "x\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x  # torchlint: ignroe[bad]", "write `# torchlint: ignore[rule] -- reason`"),
        ("x  # torchlint: ignore(bad)", "write `# torchlint: ignore[rule] -- reason`"),
        ("x  # torchlint: ignore=bad", "write `# torchlint: ignore[rule] -- reason`"),
        ("x  # torchlint: ignore[bad", "write `# torchlint: ignore[rule] -- reason`"),
        ("x  # torchlint: ignore bad", "write `# torchlint: ignore[rule] -- reason`"),
        ("x  # torchlint: ignore[]", "write `# torchlint: ignore[rule] -- reason`"),
        ("x  # torchlint: ignore[ , ]", "write `# torchlint: ignore[rule] -- reason`"),
        ("x  # torchlint: Ignore[bad]", "write `# torchlint: ignore[rule] -- reason`"),
        ("x  # torchlint: disable[bad]", "`disable` works only on a line of its own, between statements"),
        ("x  # torchlint: enable[bad]", "`enable` works only on a line of its own, between statements"),
        ("f(\n# torchlint: disable[bad]\n)", "`disable` works only on a line of its own, between statements"),
        ("x  # torchlint: file-ignore[bad]", "`file-ignore` works only on an unindented line of its own"),
        (
            "if x:\n    # torchlint: file-ignore[bad]\n    x",
            "`file-ignore` works only on an unindented line of its own",
        ),
    ],
)
def test_a_comment_that_can_not_work_is_told(text: str, message: str) -> None:
    (problem,) = problems(text)
    assert (problem.rule, problem.message) == ("unused-ignore", f"this comment silences nothing; {message}")
    assert problem.fix is None


def test_an_unknown_name() -> None:
    text = "BAD  # torchlint: ignore[bad, other_rule]\n"
    (problem,) = problems(text)
    assert problem.rule == "unknown-rule"
    assert problem.message == "there is no rule `other_rule`; did you mean `other-rule`?"
    assert text[problem.span.start : problem.span.end] == "other_rule"
    assert problem.fix is not None
    assert not problem.fix.safe
    assert after_fixes(text) == "BAD  # torchlint: ignore[bad, other-rule]\n"


def test_an_unknown_name_like_no_other() -> None:
    (problem,) = problems("x  # torchlint: ignore[E501]\n")
    assert problem.message == "there is no rule `E501`; `torchlint rules` lists all rules"
    assert problem.fix is None


def test_an_unused_name_beside_an_unknown_one() -> None:
    text = "x  # torchlint: ignore[bad, no-such-thing]\n"
    assert [problem.rule for problem in problems(text)] == ["unknown-rule", "unused-ignore"]
    assert after_fixes(text) == "x  # torchlint: ignore[no-such-thing]\n"


def wishes(text: str) -> list[Finding]:
    """What only the projects hear that ask for names and reasons."""
    suppressions = Suppressions(text, KNOWN)
    for finding in findings(text):
        suppressions.silencer(finding)
    said = suppressions.problems("a.py", frozenset(), all_ran=False)
    return [problem for problem in said if problem.rule in ("missing-reason", "blanket-ignore")]


def test_a_blanket_comment_can_be_asked_for_names() -> None:
    text = "BAD, WORSE, BAD  # torchlint: ignore -- why\n"
    (problem,) = wishes(text)
    assert (problem.rule, problem.message) == (
        "blanket-ignore",
        "this comment silences every rule; name the rules that it is meant for",
    )
    assert problem.fix is not None
    assert not problem.fix.safe
    assert Splice([problem.fix.edits]).applied_to(text) == "BAD, WORSE, BAD  # torchlint: ignore[bad, worse] -- why\n"
    (unused,) = wishes("x  # torchlint: ignore -- why\n")
    assert unused.fix is None


@pytest.mark.parametrize("verb", ["ignore", "disable", "file-ignore"])
def test_a_comment_can_be_asked_for_its_reason(verb: str) -> None:
    assert [problem.rule for problem in wishes(f"# torchlint: {verb}[bad]\nBAD\n")] == ["missing-reason"]
    assert [problem.rule for problem in wishes(f"# torchlint: {verb}[bad] --  # noqa\nBAD\n")] == ["missing-reason"]
    assert wishes(f"# torchlint: {verb}[bad] -- why\nBAD\n") == []
    assert wishes("# torchlint: enable[bad]\nBAD\n") == []


@pytest.mark.parametrize(
    "rule", ["unused-ignore", "unknown-rule", "blanket-ignore", "missing-reason", "torchlint-error"]
)
def test_what_is_said_about_comments_is_silenced_by_name_only(rule: str) -> None:
    finding = Finding("a.py", Span(0, 1), "said", rule=rule)
    assert not Suppressions("x  # torchlint: ignore\n", KNOWN).silencer(finding)
    assert Suppressions(f"x  # torchlint: ignore[{rule}]\n", KNOWN).silencer(finding)


PIECES = (
    *(
        "BAD",
        "x = 1",
        "if x:",
        "else:",
        "def f():",
        "class A:",
        "pass",
        "@d",
        "f'{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        ":",
        "$",
    ),
    *(
        "\n",
        "\n",
        "\r\n",
        "\r",
        "    ",
        "    ",
        "  ",
        "\t",
        "\f",
        "\\\n",
        "'''",
        '"',
        "\u2028",
        "\ufeff",
        "\0",
        "ä",
        "#",
    ),
    *("# torchlint: ignore[bad]", "# torchlint: ignore[worse,bad] -- x", "# torchlint: ignore -- x # noqa"),
    *("# torchlint: disable[bad]", "# torchlint: enable", "# torchlint: enable[bad]", "# torchlint: file-ignore"),
)


def test_no_text_breaks_it_and_no_fix_changes_the_program() -> None:
    chance = random.Random(0)
    parsed = 0
    for _ in range(4000):
        text = "".join(chance.choices(PIECES, k=chance.randrange(1, 20)))
        fixed = after_fixes(text, all_ran=True)
        with contextlib.suppress(SyntaxError, ValueError):
            before = ast.dump(ast.parse(text))
            parsed += fixed != text
            assert ast.dump(ast.parse(fixed)) == before, text
    assert parsed > 50


def test_a_longer_example() -> None:
    text = dedent(
        """\
        # torchlint: file-ignore[worse] -- measured
        import torch


        # torchlint: ignore[bad] -- the decorator removes it
        @cleanup
        def train(
            loader=BAD,
        ):
            total = WORSE
            for batch in loader:
                # torchlint: disable[bad] -- three steps only
                BAD(batch)
                BAD(batch)
                # torchlint: enable[bad]
                BAD(batch)
            return BAD  # torchlint: ignore[bad] -- freed by the caller
        """
    )
    assert left(text) == ["bad 16"]
    assert problems(text) == []
