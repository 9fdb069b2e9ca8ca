"""The handlers of an editor's requests: diagnostics, code actions, and hover."""

from __future__ import annotations

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer

from torchlint.finding import Span
from torchlint.lsp.actions import FIX_ALL, KINDS, Actions, wants
from torchlint.lsp.checking import CheckedDocument
from torchlint.lsp.diagnostics import SOURCE, result_id
from torchlint.lsp.hover import page_at
from torchlint.lsp.scheduler import Scheduler
from torchlint.lsp.workspace import WorkspaceDiagnostics


def register_requests(server: LanguageServer, scheduler: Scheduler, workspace: WorkspaceDiagnostics | None) -> None:
    """Register handlers for the editor's requests; those about the `workspace` only if the editor wants these."""
    _register_diagnostics(server, scheduler, workspace)
    _register_code_actions(server, scheduler)
    _register_hovers(server, scheduler)


def _register_diagnostics(server: LanguageServer, scheduler: Scheduler, workspace: WorkspaceDiagnostics | None) -> None:
    options = types.DiagnosticOptions(
        inter_file_dependencies=True,
        workspace_diagnostics=workspace is not None,
        identifier=SOURCE,
        work_done_progress=workspace is not None,
    )
    if workspace is not None:

        @server.feature(types.WORKSPACE_DIAGNOSTIC)
        async def of_workspace(params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
            return await workspace.report(params)

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    async def diagnostics(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        uri = params.text_document.uri
        document = scheduler.documents.find(uri)
        # What is found in a cell is published: few editors ask for it, and it must not be shown twice.
        checked = await scheduler.checked(document) if document is not None and not document.is_notebook else None
        items = [] if checked is None else scheduler.diagnostics(checked).by_uri()[uri]
        name = result_id(items)
        if name == params.previous_result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(name)
        return types.RelatedFullDocumentDiagnosticReport(items, result_id=name)


def _register_code_actions(server: LanguageServer, scheduler: Scheduler) -> None:
    changes = get_capability(server.client_capabilities, "workspace.workspace_edit.document_changes")
    properties = get_capability(server.client_capabilities, "text_document.code_action.resolve_support.properties")
    options = types.CodeActionOptions(code_action_kinds=KINDS, resolve_provider=True)

    async def made(action: types.CodeAction, actions: Actions, checked: CheckedDocument) -> types.CodeAction | None:
        if checked.snapshot.source.cells is None:
            text = await scheduler.in_thread(lambda: scheduler.checker.fixed_text(checked.snapshot))
            action.edit = actions.rewritten(text)
        else:
            action.edit = actions.together()
        return action if action.edit is not None else None

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def offered(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri, kinds = params.text_document.uri, params.context.only
        checked = await scheduler.checked_at(uri)
        if checked is None:
            return []
        diagnostics = scheduler.diagnostics(checked)
        actions = Actions(checked, diagnostics, versioned=bool(changes))
        start, end = diagnostics.offset(uri, params.range.start), diagnostics.offset(uri, params.range.end)
        found: list[types.CodeAction] = []
        if wants(kinds, types.CodeActionKind.QuickFix.value) and start is not None and end is not None:
            span = Span(start, max(start, end))
            found += await scheduler.in_thread(lambda: list(actions.at(span, params.context.diagnostics)))
        all_of_it = actions.fix_all(uri) if wants(kinds, FIX_ALL) else None
        if all_of_it is not None and "edit" not in (properties or ()):
            all_of_it = await made(all_of_it, actions, checked)
        if all_of_it is not None:
            found.append(all_of_it)
        return found

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def resolved(action: types.CodeAction) -> types.CodeAction:
        checked = await scheduler.checked_at(action.data["uri"]) if isinstance(action.data, dict) else None
        if checked is None:
            return action
        actions = Actions(checked, scheduler.diagnostics(checked), versioned=bool(changes))
        return await made(action, actions, checked) or action


def _register_hovers(server: LanguageServer, scheduler: Scheduler) -> None:
    formats = get_capability(server.client_capabilities, "text_document.hover.content_format", [])
    kind = types.MarkupKind.Markdown if types.MarkupKind.Markdown in formats else types.MarkupKind.PlainText

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        checked = await scheduler.checked_at(uri)
        if checked is None:
            return None
        diagnostics = scheduler.diagnostics(checked)
        offset = diagnostics.offset(uri, params.position)
        found = page_at(checked, offset) if offset is not None else None
        part = diagnostics.part(found[1]) if found is not None else None
        if found is None or part is None:
            return None
        return types.Hover(types.MarkupContent(kind, found[0]), diagnostics.range(found[1], part))
