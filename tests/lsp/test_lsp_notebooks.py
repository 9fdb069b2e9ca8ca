"""Notebooks in the language server: one program, told of cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types

from tests.editor import PULLING, Editor, edit

DROPPED = "discarded-tensor-op"
NOTEBOOK = "file:///project/train.ipynb"
FIRST, SECOND, THIRD = (f"vscode-notebook-cell:/project/train.ipynb#{name}" for name in ("a", "b", "c"))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Editor]:
    """An editor with a notebook whose second cell drops what it computes from the first one's tensor."""
    with Editor(tmp_path, "--isolated", "--select", DROPPED) as one:
        one.open_notebook(
            NOTEBOOK,
            (FIRST, "%matplotlib inline\nimport torch\nx = torch.ones(3)"),
            (SECOND, "# the smile: \N{SLIGHTLY SMILING FACE}\nx.cuda()\nprint(x)"),
        )
        yield one


def text_of(
    uri: str, version: int, *changes: types.TextDocumentContentChangeEvent
) -> types.NotebookDocumentCellChanges:
    content = types.NotebookDocumentCellContentChanges(types.VersionedTextDocumentIdentifier(version, uri), changes)
    return types.NotebookDocumentCellChanges(text_content=[content])


def test_each_cell_is_told_of_what_is_in_it(client: Editor) -> None:
    assert client.capabilities.notebook_document_sync is not None
    assert client.rules(FIRST, 1) == []
    (finding,) = client.findings(SECOND, 1)
    assert finding.code == DROPPED
    assert finding.range == types.Range(types.Position(1, 0), types.Position(1, 8))
    # What the first cell no longer makes, the second one does not drop.
    client.change_notebook(NOTEBOOK, 2, text_of(FIRST, 2, edit(2, 4, 17, "3")))
    assert client.rules(FIRST, 2) == []
    while client.told[SECOND][-1].diagnostics:
        client.hear()


def test_cells_come_go_and_move(client: Editor) -> None:
    assert client.rules(SECOND, 1) == [DROPPED]
    new = types.NotebookCell(types.NotebookCellKind.Code, THIRD)
    array = types.NotebookCellArrayChange(start=1, delete_count=1, cells=[new])
    opened = types.TextDocumentItem(THIRD, "python", 1, "x.cuda()\nprint(x")
    structure = types.NotebookDocumentCellChangeStructure(array, [opened], [types.TextDocumentIdentifier(SECOND)])
    client.change_notebook(NOTEBOOK, 2, types.NotebookDocumentCellChanges(structure=structure))
    assert client.rules(THIRD, 1) == ["syntax-error"]
    while client.told[SECOND][-1].diagnostics:
        client.hear()
    client.change_notebook(
        NOTEBOOK, 3, text_of(THIRD, 2, types.TextDocumentContentChangeWholeDocument("x.cuda()\nprint(x)"))
    )
    assert client.rules(THIRD, 2) == [DROPPED]
    # The cell that makes the tensor goes.
    array = types.NotebookCellArrayChange(start=0, delete_count=1)
    structure = types.NotebookDocumentCellChangeStructure(array, did_close=[types.TextDocumentIdentifier(FIRST)])
    client.change_notebook(NOTEBOOK, 4, types.NotebookDocumentCellChanges(structure=structure))
    while client.told[THIRD][-1].diagnostics:
        client.hear()
    client.told.clear()
    closed = [types.TextDocumentIdentifier(THIRD)]
    client.client.notebook_document_did_close(
        types.DidCloseNotebookDocumentParams(types.NotebookDocumentIdentifier(NOTEBOOK), closed)
    )
    assert client.rules(THIRD) == []


def test_a_cell_that_cannot_be_read_is_told_of_alone(client: Editor) -> None:
    client.change_notebook(NOTEBOOK, 2, text_of(SECOND, 2, edit(2, 8, 8, "\nfor")))
    assert "syntax-error" in client.rules(SECOND, 2)
    assert client.rules(FIRST) == []


def test_notebooks_are_told_of_to_who_asks_for_files(tmp_path: Path) -> None:
    with Editor(tmp_path, "--isolated", "--select", DROPPED, capabilities=PULLING) as client:
        client.open_notebook(NOTEBOOK, (FIRST, "import torch\nx = torch.ones(3)\nx.cuda()\nprint()"))
        assert client.rules(FIRST, 1) == [DROPPED]
        asked = client.pull(FIRST)  # nothing twice
        assert isinstance(asked, types.RelatedFullDocumentDiagnosticReport)
        assert not asked.items
