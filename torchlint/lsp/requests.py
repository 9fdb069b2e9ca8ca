"""What the server answers: diagnostics, actions, and the pages of rules."""

from __future__ import annotations

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer

from torchlint.finding import Span
from torchlint.lsp.actions import FIX_ALL, KINDS, Actions, wants
from torchlint.lsp.checking import Looked
from torchlint.lsp.diagnostics import SOURCE, result_id
from torchlint.lsp.hover import page_at
from torchlint.lsp.scheduler import Desk


def answer(server: LanguageServer, desk: Desk) -> None:
    """Answer whatever the editor asks."""
    _answer_diagnostics(server, desk)
    _answer_actions(server, desk)
    _answer_hovers(server, desk)


def _answer_diagnostics(server: LanguageServer, desk: Desk) -> None:
    options = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False, identifier=SOURCE)

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    async def diagnostics(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        uri = params.text_document.uri
        document = desk.documents.find(uri)
        # What is found in a cell is published: few editors ask for it, and it must not be shown twice.
        looked = await desk.looked(document) if document is not None and not document.is_notebook else None
        items = [] if looked is None else desk.told(looked).diagnostics()[uri]
        name = result_id(items)
        if name == params.previous_result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(name)
        return types.RelatedFullDocumentDiagnosticReport(items, result_id=name)


def _answer_actions(server: LanguageServer, desk: Desk) -> None:
    changes = get_capability(server.client_capabilities, "workspace.workspace_edit.document_changes")
    properties = get_capability(server.client_capabilities, "text_document.code_action.resolve_support.properties")
    options = types.CodeActionOptions(code_action_kinds=KINDS, resolve_provider=True)

    async def made(action: types.CodeAction, actions: Actions, looked: Looked) -> types.CodeAction | None:
        if looked.snapshot.source.cells is None:
            text = await desk.in_thread(lambda: desk.checker.repaired(looked.snapshot))
            action.edit = actions.rewritten(text)
        else:
            action.edit = actions.together()
        return action if action.edit is not None else None

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def offered(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri, kinds = params.text_document.uri, params.context.only
        looked = await desk.looked_at(uri)
        if looked is None:
            return []
        told = desk.told(looked)
        actions = Actions(looked, told, versioned=bool(changes))
        start, end = told.offset(uri, params.range.start), told.offset(uri, params.range.end)
        found: list[types.CodeAction] = []
        if wants(kinds, types.CodeActionKind.QuickFix.value) and start is not None and end is not None:
            span = Span(start, max(start, end))
            found += await desk.in_thread(lambda: list(actions.at(span, params.context.diagnostics)))
        all_of_it = actions.fix_all(uri) if wants(kinds, FIX_ALL) else None
        if all_of_it is not None and "edit" not in (properties or ()):
            all_of_it = await made(all_of_it, actions, looked)
        if all_of_it is not None:
            found.append(all_of_it)
        return found

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def resolved(action: types.CodeAction) -> types.CodeAction:
        looked = await desk.looked_at(action.data["uri"]) if isinstance(action.data, dict) else None
        if looked is None:
            return action
        return await made(action, Actions(looked, desk.told(looked), versioned=bool(changes)), looked) or action


def _answer_hovers(server: LanguageServer, desk: Desk) -> None:
    formats = get_capability(server.client_capabilities, "text_document.hover.content_format", [])
    kind = types.MarkupKind.Markdown if types.MarkupKind.Markdown in formats else types.MarkupKind.PlainText

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        looked = await desk.looked_at(uri)
        if looked is None:
            return None
        told = desk.told(looked)
        offset = told.offset(uri, params.position)
        found = page_at(looked, offset) if offset is not None else None
        part = told.part(found[1]) if found is not None else None
        if found is None or part is None:
            return None
        return types.Hover(types.MarkupContent(kind, found[0]), told.range(found[1], part))
