"""What is found in a text that is edited again and again is what is found in it when it is new."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from lsprotocol import types

from tests.rule_folders import FOLDERS, RUN_RULES
from tests.text_edits import edited
from torchlint.files.source import Source
from torchlint.finding import Finding, Span
from torchlint.lsp.checking import UNREAD, Checker
from torchlint.lsp.documents import Document, Documents
from torchlint.lsp.positions import Positions
from torchlint.lsp.stale_findings import stale_findings
from torchlint.runner.session import Session
from torchlint.settings.config import Configs, inline_layer
from torchlint.syntax import ast_parser, cst_parser
from torchlint.syntax.tree import Tree


def isolated() -> Configs:
    """Settings under which all rules are on, and suspicions are told."""
    return Configs(
        [inline_layer(text) for text in ('select = ["ALL"]', "preview = true", "suspected = true")], isolated=True
    )


def opened(documents: Documents, path: Path, text: str) -> Document:
    document = documents.open(types.TextDocumentItem(path.as_uri(), "python", 1, text))
    assert document is not None
    return document


def put(documents: Documents, document: Document, text: str) -> None:
    of = types.VersionedTextDocumentIdentifier(document.texts[0].version + 1, document.uri)
    whole = types.TextDocumentContentChangeWholeDocument(text)
    assert documents.change(types.DidChangeTextDocumentParams(of, [whole])) is document


@pytest.mark.parametrize(
    "folder", [folder for folder in FOLDERS if folder not in RUN_RULES][3::20], ids=lambda folder: folder.name
)
def test_after_any_edits_the_same_is_found_as_in_a_new_file(folder: Path, tmp_path: Path) -> None:
    chance = random.Random(folder.name)
    text = (folder / "bad.py").read_text(encoding="utf-8")
    documents = Documents("utf-16", str(tmp_path))
    document = opened(documents, tmp_path / "train.py", text)
    checker = Checker(isolated, documents, suppressions=True, project=True)
    assert checker.check(document.snapshot()).findings
    compared = 0
    for _ in range(24):
        new = edited(text, chance)
        put(documents, document, new)
        found = checker.check(document.snapshot()).findings
        session = Session(isolated())
        session.prepare([document.path])
        expected = session.judge(Source(document.path, new)).result.findings
        if any(finding.rule in UNREAD for finding in expected):
            assert found[: len(expected)] == expected
        else:
            assert found == expected
            compared += 1
            text = new
    assert compared >= 8


def test_an_edit_is_shown_to_libcst_where_something_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clean = "import torch\n\nx = torch.ones(3)\n\n\ndef move(y):\n    return y\n"
    documents = Documents("utf-16", str(tmp_path))
    document = opened(documents, tmp_path / "train.py", clean)
    checker = Checker(isolated, documents, suppressions=True, project=True)
    shown: list[str] = []
    really = cst_parser.parse

    def parse(code: str) -> Tree:
        shown.append(code)
        return really(code)

    monkeypatch.setattr(cst_parser, "parse", parse)

    def found(text: str) -> set[str]:
        put(documents, document, text)
        return {finding.rule for finding in checker.check(document.snapshot()).findings}

    assert found(clean.replace("return y", "return y, 1")) == set()
    assert shown == []
    assert "discarded-tensor-op" in found(f"{clean}\n\nx.cuda()\n")
    assert "x.cuda()\n" in shown
    # What libcst reads in another way is told as libcst reads it.
    quickly = ast_parser.parse
    monkeypatch.setattr(ast_parser, "parse", lambda code: quickly(code.replace("x = x.cuda()", "1 ; x.cuda()")))
    assert "discarded-tensor-op" not in found(f"{clean}\n\nx = x.cuda()\n")
    assert f"{clean}\n\nx = x.cuda()\n" in shown


def test_what_is_told_while_a_text_cannot_be_read_has_moved_with_it(tmp_path: Path) -> None:
    text = "import torch\nx = torch.ones(3)\nx.cuda()\nprint(x)\n"
    documents = Documents("utf-16", str(tmp_path))
    document = opened(documents, tmp_path / "train.py", text)
    checker = Checker(isolated, documents, suppressions=True, project=True)
    (finding,) = [one for one in checker.check(document.snapshot()).findings if one.rule == "discarded-tensor-op"]
    put(documents, document, f"if (\n{text}")
    error, *kept = checker.check(document.snapshot()).findings
    assert error.rule == "syntax-error"
    (moved,) = [one for one in kept if one.rule == finding.rule]
    assert moved.span == Span(finding.span.start + 5, finding.span.end + 5)
    put(documents, document, f"if (\n{text}".replace("x.cuda()", "x.cud()"))
    assert finding.rule not in [one.rule for one in checker.check(document.snapshot()).findings]


def test_models_of_the_configuration_count_and_are_read_anew(tmp_path: Path) -> None:
    text = "import torch\nimport acme\ntotal = 0\nfor x in acme.batches():\n    total += acme.loss(x)\n"
    (tmp_path / "setup.cfg").write_text("")
    documents = Documents("utf-16", str(tmp_path))
    document = opened(documents, tmp_path / "main.py", text)
    checker = Checker(Configs, documents, suppressions=True, project=True)
    row = '[[models]]\nlibrary = "acme"\ncalls = {{ batches.gives = "loader", loss.gives = "{}" }}\n'
    for gives, expected in (("number", []), ("loss", ["loss-accumulates-graph"]), ("unknown", [])):
        (tmp_path / "torchlint.toml").write_text(row.format(gives))
        checker.reconfigure()
        assert [finding.rule for finding in checker.check(document.snapshot()).findings] == expected
    (tmp_path / "torchlint.toml").write_text(row.format("lsos"))
    checker.reconfigure()
    assert "'gives' can't be 'lsos' (did you mean 'loss'?)" in checker.check(document.snapshot()).trouble


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("abcdef", "abcdef", (2, 4)),
        ("abcdef", "xxabcdef", (4, 6)),
        ("abcdef", "abcdefxx", (2, 4)),
        ("abcdef", "abxcdef", (3, 5)),
        ("abcdef", "abcdxef", (2, 4)),
        ("abcdef", "abcxdef", None),
        ("abcdef", "abdef", None),
        ("abcdef", "", None),
        ("aaaaaa", "aaaaaaa", (2, 4)),
    ],
)
def test_findings_move_with_their_code(old: str, new: str, expected: tuple[int, int] | None) -> None:
    moved = stale_findings([Finding("a.py", Span(2, 4), "?")], old, new)
    assert [(one.span.start, one.span.end) for one in moved] == ([expected] if expected else [])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_every_offset_comes_back_from_its_position(encoding: str) -> None:
    text = "a\N{SLIGHTLY SMILING FACE}b\r\n\ud800\u00e9\x0c\u2028x\r\n\rlast\N{GREEK SMALL LETTER ALPHA}"
    positions = Positions(text, encoding)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] != "\r\n":  # no column is between the two
            assert positions.offset(positions.position(offset)) == offset
    assert positions.position(len(text)).line == 3
    assert positions.offset(types.Position(0, 99)) == text.index("\r")
    assert positions.offset(types.Position(99, 0)) == len(text)
    inside = {"utf-8": 3, "utf-16": 2, "utf-32": 1}[encoding]
    assert positions.offset(types.Position(0, inside)) == 1  # inside of a character, or where it begins
