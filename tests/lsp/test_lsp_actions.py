"""What the language server offers to do, and the pages that it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from lsprotocol import types

from tests.editor import Editor, edit

DROPPED, OLD = "discarded-tensor-op", "deprecated-api"
UNSAFE = "import torch\n\nx = torch.ones(3)\nx.unsqueeze(0)\nprint(x)\n"
SAFE = "import torch\n\nx = torch.ones(3, 3)\ntorch.nn.init.xavier_uniform(x)\ntorch.nn.init.xavier_uniform(x)\n"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """An editor with a server that looks for two rules' findings, of which one has safe fixes."""
    rules = f"{DROPPED},{OLD},unused-ignore"
    with Editor(tmp_path_factory.mktemp("project"), "--isolated", "--select", rules) as one:
        yield one


def actions(
    client: Editor,
    uri: str,
    line: int,
    column: int,
    only: Sequence[types.CodeActionKind | str] | None = None,
    shown: Sequence[types.Diagnostic] = (),
) -> list[types.CodeAction]:
    """What is offered at a place."""
    here = types.Position(line, column)
    context = types.CodeActionContext(shown, only)
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), types.Range(here, here), context)
    found = client.wait(client.client.text_document_code_action_async(params))
    return [one for one in found or () if isinstance(one, types.CodeAction)]


def made(client: Editor, uri: str, action: types.CodeAction) -> str:
    """The text of a file or cell with an action's edit in it, put there as an editor does."""
    assert action.edit is not None
    assert action.edit.document_changes is not None
    changes = [one for one in action.edit.document_changes if isinstance(one, types.TextDocumentEdit)]
    (change,) = [one for one in changes if one.text_document.uri == uri]
    document = client.texts[change.text_document.uri]
    assert change.text_document.version == document.version
    lines = [*document.text.splitlines(keepends=True), ""]

    def offset(place: types.Position) -> int:
        return sum(map(len, lines[: place.line])) + place.character

    text = document.text
    for each in sorted(change.edits, key=lambda one: offset(one.range.start), reverse=True):
        assert isinstance(each, types.TextEdit)
        text = text[: offset(each.range.start)] + each.new_text + text[offset(each.range.end) :]
    return text


def test_a_fix_that_may_change_results_says_so(client: Editor) -> None:
    uri = "file:///project/unsafe.py"
    client.open(uri, UNSAFE)
    fix, ignore = actions(client, uri, 3, 4)
    assert fix.title.startswith("torchlint: ")
    assert fix.title.endswith(" (unsafe)")
    assert fix.kind == types.CodeActionKind.QuickFix
    assert not fix.is_preferred
    assert fix.diagnostics
    assert fix.diagnostics[0].code == DROPPED
    assert made(client, uri, fix) == UNSAFE.replace("x.unsqueeze(0)", "x = x.unsqueeze(0)")
    assert ignore.title == f"torchlint: Ignore {DROPPED} on this line"
    silenced = made(client, uri, ignore)
    assert silenced == UNSAFE.replace("x.unsqueeze(0)", f"x.unsqueeze(0)  # torchlint: ignore[{DROPPED}]")
    client.put(uri, 2, silenced)
    assert client.findings(uri, 2) == []
    assert actions(client, uri, 2, 0) == []


def test_what_is_shown_beside_a_line_can_be_fixed_from_anywhere_in_it(client: Editor) -> None:
    uri = "file:///project/beside.py"
    client.open(uri, UNSAFE.replace("x.unsqueeze(0)", "if x is not None: x.unsqueeze(0)"))
    shown = client.findings(uri, 1)
    assert actions(client, uri, 3, 0) == []
    assert len(actions(client, uri, 3, 0, shown=shown)) == 2
    # Edits have moved it since it was shown.
    client.change(uri, 2, edit(0, 0, 0, "\n\n"))
    assert len(actions(client, uri, 5, 0, shown=shown)) == 2


def test_what_is_shown_in_one_function_is_not_taken_for_its_like_in_another(client: Editor) -> None:
    uri = "file:///project/alike.py"
    body = "    x = torch.ones(3)\n    if x is not None: x.unsqueeze(0)\n    return x\n"
    client.open(uri, f"import torch\n\ndef one():\n{body}\nclass Other:\n  def one():\n{body}")
    first, second = client.findings(uri, 1)
    assert len(actions(client, uri, 4, 0, shown=[first])) == 2
    client.change(uri, 2, edit(4, 22, 22, "x = "))
    assert len(client.findings(uri, 2)) == 1
    assert actions(client, uri, 4, 0, shown=[first]) == []
    assert len(actions(client, uri, 4, 0, shown=[second])) == 2


def test_all_safe_fixes_are_made_at_once_where_asked_for(client: Editor) -> None:
    uri = "file:///project/safe.py"
    text = f"{SAFE}x.unsqueeze(0)\n"
    client.open(uri, text)
    for asked in (types.CodeActionKind.Source, types.CodeActionKind.SourceFixAll, "source.fixAll.torchlint"):
        (fix_all,) = actions(client, uri, 0, 0, [asked])
        assert fix_all.kind == "source.fixAll.torchlint"
        assert made(client, uri, fix_all) == text.replace("uniform", "uniform_")
    assert actions(client, uri, 0, 0, ["source.fixAll.other"]) == []
    assert actions(client, uri, 0, 0, [types.CodeActionKind.SourceOrganizeImports]) == []
    one, ignore, _ = actions(client, uri, 3, 8)
    assert one.is_preferred
    assert "(unsafe)" not in one.title
    assert made(client, uri, one) == text.replace("uniform", "uniform_", 1)
    assert [each.kind for each in actions(client, uri, 3, 8, [types.CodeActionKind.QuickFix])] == [
        one.kind,
        ignore.kind,
    ]


def test_half_typed_code_is_not_edited(client: Editor) -> None:
    uri = "file:///project/half.py"
    client.open(uri, SAFE)
    client.findings(uri, 1)
    client.change(uri, 2, edit(0, 0, 0, "def f(:\n"))
    assert OLD in client.rules(uri, 2)
    assert actions(client, uri, 4, 8) == []
    client.close(uri)


def test_tags_and_related_places(client: Editor) -> None:
    uri = "file:///project/tags.py"
    client.open(uri, f"{SAFE}y = 0  # torchlint: ignore[{OLD}]\n")
    first, _, unused = client.findings(uri, 1)
    assert first.tags == (types.DiagnosticTag.Deprecated,)
    assert (unused.code, unused.tags) == ("unused-ignore", (types.DiagnosticTag.Unnecessary,))
    assert first.code_description is not None
    assert first.code_description.href.endswith("/README.md")  # no site is registered, and the page is on the disk
    assert unused.code_description is None  # a diagnostic has no file


def hover(client: Editor, uri: str, line: int, column: int) -> types.Hover | None:
    params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, column))
    return client.wait(client.client.text_document_hover_async(params))


def test_a_page_is_shown_on_a_finding_and_on_a_name_in_a_comment(client: Editor) -> None:
    uri = "file:///project/hover.py"
    client.open(uri, f"{UNSAFE}x.unsqueeze(0)  # torchlint: ignore[{DROPPED}, unknown]\n")
    on_finding, on_name = hover(client, uri, 3, 2), hover(client, uri, 5, 40)
    assert on_finding is not None
    assert on_name is not None
    assert isinstance(on_finding.contents, types.MarkupContent)
    assert on_finding.contents.value.startswith(f"# {DROPPED}\n")
    assert on_finding.range == types.Range(types.Position(3, 0), types.Position(3, 14))
    assert on_name.contents == on_finding.contents
    assert on_name.range == types.Range(types.Position(5, 36), types.Position(5, 36 + len(DROPPED)))
    assert hover(client, uri, 5, 36 + len(DROPPED) + 4) is None
    assert hover(client, uri, 2, 0) is None
    assert hover(client, "file:///not/open.py", 0, 0) is None


def test_cells_are_edited_where_they_are(client: Editor) -> None:
    first, second = (f"vscode-notebook-cell:/project/edit.ipynb#{name}" for name in "ab")
    client.open_notebook(
        "file:///project/edit.ipynb", (first, "import torch\nx = torch.ones(3)"), (second, "x.unsqueeze(0)\nx")
    )
    fix, ignore = actions(client, second, 0, 0)
    assert made(client, second, fix) == "x = x.unsqueeze(0)\nx"
    assert made(client, second, ignore) == f"x.unsqueeze(0)  # torchlint: ignore[{DROPPED}]\nx"
    assert hover(client, second, 0, 1) is not None


def test_all_safe_fixes_are_made_in_all_cells_that_can_be_read(client: Editor) -> None:
    uris = [f"vscode-notebook-cell:/project/all.ipynb#{name}" for name in "abc"]
    first, second, third = uris
    old = "torch.nn.init.xavier_uniform(x)\n"
    codes = (f"import torch\nx = torch.ones(3, 3)\n{old}", f"{old}x", f"{old}for")
    client.open_notebook("file:///project/all.ipynb", *zip(uris, codes))
    (fix_all,) = actions(client, second, 1, 0, [types.CodeActionKind.SourceFixAll])
    new = old.replace("uniform", "uniform_")
    assert made(client, first, fix_all) == codes[0].replace(old, new)
    assert made(client, second, fix_all) == codes[1].replace(old, new)
    assert fix_all.edit is not None
    assert len(fix_all.edit.document_changes or ()) == 2
    assert actions(client, third, 0, 5, [types.CodeActionKind.QuickFix]) == []
    assert len(actions(client, second, 0, 5, [types.CodeActionKind.QuickFix])) == 2
