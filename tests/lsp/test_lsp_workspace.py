"""Workspace diagnostics, asked for by a real client."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from lsprotocol import types

from tests.editor import PULLING, Editor
from torchlint.lsp.workspace import wants_workspace

DROPPED = "discarded-tensor-op"
HEAD = "import torch\n\nx = torch.ones(3)\n"
BAD, GOOD = f"{HEAD}x.cuda()\n", f"{HEAD}x = x.cuda()\n"
OPTIONS: dict[str, object] = {"diagnosticMode": "workspace"}


def test_who_wants_the_workspace() -> None:
    assert wants_workspace(OPTIONS)
    assert not wants_workspace({"diagnosticMode": "openFiles"})
    assert not wants_workspace(None)


def test_the_workspace_is_pulled_with_progress_and_partial_results_until_something_changes(tmp_path: Path) -> None:
    bad, other, good = tmp_path / "bad.py", tmp_path / "other.py", tmp_path / "good.py"
    for path, text in ((bad, BAD), (other, BAD), (good, GOOD)):
        path.write_text(text)
    editor = Editor(tmp_path, "--isolated", "--select", DROPPED, capabilities=PULLING, initialization=OPTIONS)
    progress: list[types.ProgressParams] = []
    editor.client.feature(types.PROGRESS)(lambda params: progress.append(params))

    def told(token: str) -> list[Any]:
        return [one.value for one in progress if one.token == token]

    def ask(before: dict[Path, str], **tokens: str) -> types.WorkspaceDiagnosticParams:
        known = [types.PreviousResultId(path.as_uri(), value) for path, value in before.items()]
        return types.WorkspaceDiagnosticParams(known, **tokens)

    def pull(before: dict[Path, str], **tokens: str) -> dict[str, object]:
        report = editor.wait(editor.client.workspace_diagnostic_async(ask(before, **tokens)))
        return {one.uri: one for one in report.items}

    async def wait_for_change() -> types.WorkspaceDiagnosticReport:
        pending = asyncio.ensure_future(editor.client.workspace_diagnostic_async(ask(ids)))
        asked, _ = await asyncio.wait([pending], timeout=0.2)
        assert not asked  # nothing is new, so the answer waits
        bad.write_text(GOOD)
        other.unlink()
        editor.tell_changed(bad)
        return await pending

    with editor:
        options = editor.capabilities.diagnostic_provider
        assert isinstance(options, types.DiagnosticOptions)
        assert options.workspace_diagnostics
        found = pull({})
        assert set(found) == {bad.as_uri(), other.as_uri()}
        for one in found.values():
            assert isinstance(one, types.WorkspaceFullDocumentDiagnosticReport)
            assert [each.code for each in one.items] == [DROPPED]
            assert one.version is None
        ids = {path: str(found[path.as_uri()].result_id) for path in (bad, other)}  # type: ignore[attr-defined]

        assert not pull({bad: "old", other: ids[other]}, partial_result_token="part", work_done_token="work")
        (part,) = told("part")
        kinds = {one["uri"]: one["kind"] for one in part["items"]}
        assert kinds == {bad.as_uri(): "full", other.as_uri(): "unchanged"}
        assert [one["kind"] for one in told("work")] == ["begin", "end"]

        editor.open(good.as_uri(), BAD, 7)  # what is open counts as the editor has it
        opened = pull({**ids, good: "old"})[good.as_uri()]
        assert isinstance(opened, types.WorkspaceFullDocumentDiagnosticReport)
        assert (len(opened.items), opened.version) == (1, 7)

        again = {uri: one.kind for uri, one in pull(ids).items()}  # type: ignore[attr-defined]
        assert again == {bad.as_uri(): "unchanged", other.as_uri(): "unchanged", good.as_uri(): "full"}
        after = editor.wait(wait_for_change())
        gone = {one.uri: one for one in after.items if one.uri != good.as_uri()}
        assert set(gone) == {bad.as_uri(), other.as_uri()}
        for one in gone.values():
            assert isinstance(one, types.WorkspaceFullDocumentDiagnosticReport)
            assert (list(one.items), one.result_id) == ([], None)
