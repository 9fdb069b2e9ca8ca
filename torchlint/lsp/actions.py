"""Code actions: quick fixes, suppressing comments, and fixing all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from difflib import SequenceMatcher
from itertools import accumulate

from lsprotocol import types

from torchlint.diagnostics import INCOMPLETE
from torchlint.files.splice import Splice, flaw, prepared
from torchlint.finding import Edit, Finding, Fix, Span
from torchlint.lsp.checking import UNREAD, CheckedDocument
from torchlint.lsp.diagnostics import SOURCE, Diagnostics, intersecting
from torchlint.reading import as_python
from torchlint.suppression.insertion import Ignores

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.{SOURCE}"
KINDS: list[types.CodeActionKind | str] = [types.CodeActionKind.QuickFix, FIX_ALL]

Kinds = Collection[types.CodeActionKind | str] | None


class Actions:
    """The code actions for a checked document; `versioned` says that the editor supports versioned document edits."""

    def __init__(self, checked: CheckedDocument, diagnostics: Diagnostics, *, versioned: bool) -> None:
        self._checked, self._diagnostics, self._versioned = checked, diagnostics, versioned
        self._source = checked.snapshot.source

    def at(self, span: Span, diagnostics: Iterable[types.Diagnostic]) -> Iterator[types.CodeAction]:
        """Quick fixes for the findings at a span, or shown beside it; then comments that silence these.

        A text that can't be read is not edited.
        """
        shown = {one.data.get("fingerprint") for one in diagnostics if isinstance(one.data, dict)}
        touched = intersecting(self._checked.findings, span)
        here = [one for one in self._readable() if one in touched or self._diagnostics.fingerprint(one) in shown]
        for finding in here:
            if finding.fix is not None and (edit := self._fixed(finding.fix)) is not None:
                title = f"{SOURCE}: {finding.fix.title}{'' if finding.fix.safe else ' (unsafe)'}"
                yield self._quick_fix(title, finding, edit, is_preferred=finding.fix.safe)
        wanted = [finding for finding in here if finding.rule not in INCOMPLETE]
        comments = Ignores(as_python(self._source)).edits(wanted) if wanted else {}
        for finding in wanted:
            comment = comments.get(finding)
            if comment is not None and (edit := self.workspace_edit((comment,))) is not None:
                yield self._quick_fix(f"{SOURCE}: Ignore {finding.rule} on this line", finding, edit)

    def fix_all(self, uri: str) -> types.CodeAction | None:
        """The action that applies all safe fixes, to be resolved later; None if there are none."""
        if not any(one.fix and one.fix.safe for one in self._readable()):
            return None
        return types.CodeAction(f"{SOURCE}: Fix all that is safe to fix", FIX_ALL, data={"uri": uri})

    def rewritten(self, text: str) -> types.WorkspaceEdit | None:
        """The edit that replaces a file's text; None if it is the same."""
        if text == self._source.text:
            return None
        return self.workspace_edit(tuple(between(self._source.text, text)))

    def together(self) -> types.WorkspaceEdit | None:
        """The edit that applies all safe fixes that do not overlap; None if there are none."""
        splice, chosen = Splice(), list[Edit]()
        for finding in self._readable():
            edits = self._edits(finding.fix) if finding.fix and finding.fix.safe else ()
            if edits and splice.admits(edits):
                splice.add(edits)
                chosen += (edit for edit in edits if edit not in chosen)
        return self.workspace_edit(chosen) if chosen else None

    def workspace_edit(self, edits: Iterable[Edit]) -> types.WorkspaceEdit | None:
        """Edits of the checked text as edits of the editor's; None where one is in no file and no cell."""
        by_part: dict[str, list[types.TextEdit]] = {}
        versions: dict[str, int] = {}
        for edit in edits:
            part = self._diagnostics.part(edit.span)
            if part is None or not part.holds(edit.span):
                return None
            versions[part.uri] = part.version
            by_part.setdefault(part.uri, []).append(types.TextEdit(self._diagnostics.range(edit.span, part), edit.text))
        if not self._versioned:
            return types.WorkspaceEdit(changes=by_part)
        return types.WorkspaceEdit(
            document_changes=[
                types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, versions[uri]), texts)
                for uri, texts in by_part.items()
            ]
        )

    def _readable(self) -> list[Finding]:
        """The findings in files and cells that can be read."""
        findings = self._checked.findings
        unread = {part.uri for one in findings if one.rule in UNREAD and (part := self._diagnostics.part(one.span))}
        return [one for one in findings if (part := self._diagnostics.part(one.span)) and part.uri not in unread]

    def _edits(self, fix: Fix) -> tuple[Edit, ...]:
        """The edits of a fix; empty if they can't be applied."""
        edits = prepared(fix.edits, self._source.newline)
        if flaw(edits, len(self._source.text)):
            return ()
        if self._source.cells is not None:
            from torchlint.notebooks.writing import are_in_cells, replace_magic  # only a notebook needs it

            if not are_in_cells(edits, self._source) or replace_magic(edits, self._source, as_python(self._source)):
                return ()
        return edits

    def _fixed(self, fix: Fix) -> types.WorkspaceEdit | None:
        edits = self._edits(fix)
        return self.workspace_edit(edits) if edits else None

    def _quick_fix(
        self, title: str, finding: Finding, edit: types.WorkspaceEdit, *, is_preferred: bool | None = None
    ) -> types.CodeAction:
        return types.CodeAction(
            title,
            types.CodeActionKind.QuickFix,
            diagnostics=self._diagnostics.about(finding),
            is_preferred=is_preferred or None,
            edit=edit,
        )


def wants(kinds: Kinds, kind: str) -> bool:
    """Whether actions of a kind are among those that an editor asks for, which may name only a part of the kind."""
    if kinds is None:
        return True
    names = [one.value if isinstance(one, types.CodeActionKind) else one for one in kinds]
    return any(not name or kind == name or kind.startswith(f"{name}.") for name in names)


def between(old: str, new: str) -> Iterator[Edit]:
    """Edits of whole lines that make one text of the other."""
    lines, others = old.splitlines(keepends=True), new.splitlines(keepends=True)
    starts = list(accumulate(map(len, lines), initial=0))
    for kind, low, high, first, last in SequenceMatcher(None, lines, others, autojunk=False).get_opcodes():
        if kind != "equal":
            yield Edit(Span(starts[low], starts[high]), "".join(others[first:last]))
