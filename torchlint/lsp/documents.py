"""The open documents of an editor: files, and notebooks with their cells."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from lsprotocol import types
from pygls.uris import to_fs_path

from torchlint.files.source import NOTEBOOK, Source
from torchlint.finding import Span
from torchlint.lsp.positions import Positions
from torchlint.notebooks.notebook import put_together

SUFFIXES = (".py", ".pyw")
STUBS = ".pyi"
PYTHON = "python"


@dataclass(slots=True, eq=False)
class Text:
    """One text of the editor: a file's, or a cell's."""

    uri: str
    language: str
    version: int
    text: str

    def edit(self, changes: Iterable[types.TextDocumentContentChangeEvent], encoding: str) -> None:
        """Apply changes to the text, one after the other."""
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                span = Positions(self.text, encoding).span(change.range)
                end = max(span.start, span.end)
                self.text = self.text[: span.start] + change.text + self.text[end:]
            else:
                self.text = change.text


@dataclass(frozen=True, slots=True)
class Part:
    """A text of the editor and its place in the checked text: a whole file, or a cell of a notebook."""

    uri: str
    version: int
    text: str
    start: int

    def holds(self, span: Span) -> bool:
        """Whether a span is completely inside."""
        return self.start <= span.start and span.end <= self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An open document at one moment, to be checked."""

    uri: str
    stamp: int
    source: Source
    parts: tuple[Part, ...]


@dataclass(slots=True, eq=False)
class Document:
    """A file or a notebook that is open. A file is its only text; a notebook's texts are the cells in their order."""

    uri: str
    path: str
    texts: list[Text]
    is_notebook: bool = False
    stamp: int = 0  # another one after everything that its findings may depend on
    numbers: dict[str, int] = field(default_factory=dict)  # of its cells among all cells, from 1

    def snapshot(self) -> Snapshot:
        """The document as it is now."""
        if not self.is_notebook:
            text = self.texts[0]
            return Snapshot(self.uri, self.stamp, Source(self.path, text.text), (_part(text, 0),))
        code = [cell for cell in self.texts if cell.language == PYTHON]
        whole, cells = put_together((self.numbers.get(cell.uri, 0), cell.text) for cell in code)
        parts = tuple(_part(cell, place.start) for cell, place in zip(code, cells))
        return Snapshot(self.uri, self.stamp, Source(self.path, whole, cells=cells), parts)


def _part(text: Text, start: int) -> Part:
    return Part(text.uri, text.version, text.text, start)


class Documents:
    """All open documents, by URI; an unsaved text is treated as if it were in `folder`."""

    def __init__(self, encoding: str, folder: str) -> None:
        self._encoding, self._folder = encoding, folder
        self._documents: dict[str, Document] = {}
        self._notebooks: dict[str, str] = {}  # cell: notebook

    def __iter__(self) -> Iterator[Document]:
        return iter(list(self._documents.values()))

    def find(self, uri: str) -> Document | None:
        """The document that is open under a URI, or that has a cell under it."""
        return self._documents.get(self._notebooks.get(uri, uri))

    def at(self, path: str) -> Document | None:
        """The document that is open at an absolute path."""
        return next((document for document in self if document.path == path), None)

    def open(self, item: types.TextDocumentItem) -> Document | None:
        """Open a file; None if it is not Python."""
        path = self._path(item.uri, ".py")
        if path.endswith(STUBS) or not (item.language_id == PYTHON or path.endswith(SUFFIXES)):
            return None
        document = self._documents[item.uri] = Document(item.uri, path, [_text(item)])
        return document

    def change(self, params: types.DidChangeTextDocumentParams) -> Document | None:
        """Apply the changes to a document; None if it is not open."""
        document = self._documents.get(params.text_document.uri)
        if document is not None:
            document.texts[0].edit(params.content_changes, self._encoding)
            document.texts[0].version = params.text_document.version
            document.stamp += 1
        return document

    def close(self, uri: str) -> Document | None:
        """Close a document."""
        self._notebooks = {cell: notebook for cell, notebook in self._notebooks.items() if notebook != uri}
        return self._documents.pop(uri, None)

    def open_notebook(self, params: types.DidOpenNotebookDocumentParams) -> Document:
        """Open a notebook."""
        uri = params.notebook_document.uri
        document = Document(uri, self._path(uri, NOTEBOOK), [], is_notebook=True)
        self._documents[uri] = document
        self._order(document, [cell.document for cell in params.notebook_document.cells], params.cell_text_documents)
        return document

    def change_notebook(self, params: types.DidChangeNotebookDocumentParams) -> tuple[Document | None, list[str]]:
        """Apply the changes to a notebook; returns the URIs of deleted cells too."""
        document = self._documents.get(params.notebook_document.uri)
        changes = params.change.cells
        if document is None or changes is None:
            return document, []
        document.stamp += 1
        gone: list[str] = []
        if changes.structure is not None:
            array = changes.structure.array
            order = sorted(document.numbers, key=document.numbers.__getitem__)
            order[array.start : array.start + array.delete_count] = [cell.document for cell in array.cells or ()]
            gone = [uri for uri in document.numbers if uri not in order]
            self._order(document, order, changes.structure.did_open or ())
        by_uri = {text.uri: text for text in document.texts}
        for change in changes.text_content or ():
            if text := by_uri.get(change.document.uri):
                text.edit(change.changes, self._encoding)
                text.version = change.document.version
        return document, gone

    def _order(self, document: Document, order: Sequence[str], opened: Iterable[types.TextDocumentItem]) -> None:
        texts = {text.uri: text for text in (*document.texts, *map(_text, opened))}
        document.numbers = {uri: number for number, uri in enumerate(order, 1)}
        document.texts = [texts[uri] for uri in order if uri in texts]
        for uri in order:
            self._notebooks[uri] = document.uri

    def _path(self, uri: str, suffix: str) -> str:
        path = to_fs_path(uri)
        return os.path.abspath(path) if path else os.path.join(self._folder, f"untitled{suffix}")


def _text(item: types.TextDocumentItem) -> Text:
    return Text(item.uri, item.language_id, item.version, item.text)
