"""The language server's diagnostics, told to a real client."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types

from tests.editor import PULLING, Editor, edit
from tests.rule_folders import ROOT
from torchlint.authoring.page_address import address_of
from torchlint.pack import builtin_rules

DROPPED = "discarded-tensor-op"
HEAD = "import torch\n\nx = torch.ones(3)\n"
BAD = f"{HEAD}x.cuda()\n"
GOOD = f"{HEAD}x = x.cuda()\n"

PAGE = (ROOT / "docs/language-server.md").read_text(encoding="utf-8")
OPTIONS = [shown.split() for shown in re.findall(r"`torchlint --lsp (.*?)`", PAGE)]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """An editor that waits for what it is sent."""
    with Editor(tmp_path_factory.mktemp("project"), "--isolated", "--select", DROPPED) as one:
        yield one


def test_what_is_found_is_told_and_taken_back(client: Editor) -> None:
    uri = "file:///project/told.py"
    client.open(uri, BAD)
    (finding,) = client.findings(uri, 1)
    assert finding.range == types.Range(types.Position(3, 0), types.Position(3, 8))
    assert finding.severity == types.DiagnosticSeverity.Error
    assert (finding.source, finding.code) == ("torchlint", DROPPED)
    assert "leaves `x` unchanged" in finding.message
    assert isinstance(finding.data, dict)
    assert finding.data["fingerprint"]
    assert finding.code_description is not None
    rule = builtin_rules()[DROPPED]
    assert finding.code_description.href == (address_of(rule) or Path(rule.page).as_uri())
    client.change(uri, 2, edit(3, 0, 0, "x = "))
    assert client.findings(uri, 2) == []
    client.put(uri, 3, BAD)
    assert client.rules(uri, 3) == [DROPPED]
    client.close(uri)
    while client.told[uri][-1].diagnostics:
        client.hear()


def test_only_the_newest_text_is_told_of(client: Editor) -> None:
    uri = "file:///project/newest.py"
    client.open(uri, BAD)
    for version in range(2, 60):
        client.put(uri, version, BAD if version % 2 else GOOD)
    assert client.rules(uri, 59) == [DROPPED]
    versions = [params.version for params in client.told[uri]]
    assert versions == sorted(versions, key=lambda version: version or 0)
    assert len(versions) < 59


def test_half_typed_code_keeps_what_was_found_before(client: Editor) -> None:
    uri = "file:///project/typed.py"
    client.open(uri, BAD)
    assert client.rules(uri, 1) == [DROPPED]
    client.change(uri, 2, edit(1, 0, 0, "def f(:\n"))
    broken, kept = sorted(client.findings(uri, 2), key=lambda one: one.range.start.line)
    assert (broken.code, kept.code) == ("syntax-error", DROPPED)
    assert kept.range == types.Range(types.Position(4, 0), types.Position(4, 8))
    client.change(uri, 3, edit(4, 0, 8, "y = 1"))
    assert client.rules(uri, 3) == ["syntax-error"]
    client.put(uri, 4, GOOD)
    assert client.rules(uri, 4) == []


@pytest.mark.parametrize(
    "text",
    ["", "\ufeffimport torch\n", "import torch\0", "\ud800torch", "torch = (" + "(" * 5000, "import torch\r\rx.cuda("],
    ids=("empty", "BOM", "NUL", "half a character", "brackets", "CR"),
)
def test_any_text_is_survived(client: Editor, text: str) -> None:
    uri = "file:///project/odd.py"
    client.open(uri, text)
    client.findings(uri, 1)
    client.close(uri)
    client.told.pop(uri)
    client.open(uri, BAD, 7)
    assert client.rules(uri, 7) == [DROPPED]
    client.close(uri)
    client.told.pop(uri)


def test_what_is_no_python_is_left_alone(client: Editor) -> None:
    client.open("file:///project/notes.md", BAD, language="markdown")
    client.open("file:///project/stub.pyi", BAD)
    client.open("file:///project/script", BAD)
    assert client.rules("file:///project/script", 1) == [DROPPED]
    assert not {"file:///project/notes.md", "file:///project/stub.pyi"} & set(client.told)


@pytest.mark.parametrize(("encoding", "before"), [("utf-8", 12), ("utf-16", 10), ("utf-32", 9)])
def test_columns_count_what_the_editor_counts(tmp_path: Path, encoding: str, before: int) -> None:
    kind = types.PositionEncodingKind(encoding)
    capabilities = types.ClientCapabilities(general=types.GeneralClientCapabilities(position_encodings=[kind]))
    uri = (tmp_path / "wide.py").as_uri()
    with Editor(tmp_path, "--isolated", "--select", DROPPED, capabilities=capabilities) as client:
        client.open(uri, f"{HEAD}'\N{SLIGHTLY SMILING FACE}'; z = 0; x.cuda()\n".replace("z = 0", "z=0"))
        (finding,) = client.findings(uri, 1)
        assert finding.range.start == types.Position(3, before + 1)
        assert finding.range.end == types.Position(3, before + 9)
        # An edit behind the wide character lands where the editor means it.
        client.change(uri, 2, edit(3, before + 1, before + 1, "x = "))
        assert client.rules(uri, 2) == []


def test_a_form_feed_ends_no_line(client: Editor) -> None:
    uri = "file:///project/feed.py"
    client.open(uri, f"{HEAD}a = '\x0c\u2028'\nx.cuda()\n")
    (finding,) = client.findings(uri, 1)
    assert finding.range.start == types.Position(4, 0)
    client.change(uri, 2, edit(4, 0, 0, "x = "))
    assert client.rules(uri, 2) == []


def test_diagnostics_are_given_to_who_asks(tmp_path: Path) -> None:
    uri = (tmp_path / "asked.py").as_uri()
    with Editor(tmp_path, "--isolated", "--select", DROPPED, capabilities=PULLING) as client:
        offered = client.capabilities.diagnostic_provider
        assert isinstance(offered, types.DiagnosticOptions)
        assert not offered.workspace_diagnostics  # as the editor did not ask for it
        client.open(uri, BAD)
        first = client.pull(uri)
        assert isinstance(first, types.RelatedFullDocumentDiagnosticReport)
        assert [one.code for one in first.items] == [DROPPED]
        assert first.result_id
        same = client.pull(uri, first.result_id)
        assert isinstance(same, types.RelatedUnchangedDocumentDiagnosticReport)
        client.change(uri, 2, edit(2, 0, 0, "# moved\n"))
        moved = client.pull(uri, first.result_id)
        assert isinstance(moved, types.RelatedFullDocumentDiagnosticReport)
        assert moved.items[0].range.start.line == 4
        client.put(uri, 3, GOOD)
        clean = client.pull(uri, moved.result_id)
        assert isinstance(clean, types.RelatedFullDocumentDiagnosticReport)
        assert not clean.items
        assert not client.told  # nothing twice
        unknown = client.pull("file:///not/open.py")
        assert isinstance(unknown, types.RelatedFullDocumentDiagnosticReport)
        assert not unknown.items


def test_settings_are_read_again_when_their_file_changes(tmp_path: Path) -> None:
    settings = tmp_path / "torchlint.toml"
    settings.write_text(f'select = ["{DROPPED}"]\n')
    uri = (tmp_path / "set.py").as_uri()

    def told_of_change(client: Editor) -> None:
        client.told.pop(uri, None)
        client.tell_changed(settings)

    with Editor(tmp_path) as client:
        client.open(uri, BAD)
        assert client.rules(uri, 1) == [DROPPED]
        while not client.registered:
            client.hear()
        (registered,) = client.registered
        assert registered.method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        settings.write_text(f'ignore = ["{DROPPED}"]\n')
        told_of_change(client)
        assert client.rules(uri) == []
        settings.write_text("selct = []\n")
        told_of_change(client)
        assert client.rules(uri) == []
        while not client.messages:
            client.hear()
        assert "unknown key 'selct'" in client.messages[0]
        settings.write_text(f'select = ["{DROPPED}"]\n')
        told_of_change(client)
        assert client.rules(uri) == [DROPPED]
        settings.write_text('exclude = ["set.py"]\n')
        told_of_change(client)
        assert client.rules(uri) == []


def test_who_asks_is_told_to_ask_again(tmp_path: Path) -> None:
    settings, uri = tmp_path / "torchlint.toml", (tmp_path / "asked.py").as_uri()
    settings.write_text(f'select = ["{DROPPED}"]\n')
    with Editor(tmp_path, capabilities=PULLING) as client:
        client.open(uri, BAD)
        before = client.pull(uri)
        assert isinstance(before, types.RelatedFullDocumentDiagnosticReport)
        assert [one.code for one in before.items] == [DROPPED]
        settings.write_text(f'ignore = ["{DROPPED}"]\n')
        client.tell_changed(settings)
        while not client.refreshed:
            client.hear()
        after = client.pull(uri, before.result_id)
        assert isinstance(after, types.RelatedFullDocumentDiagnosticReport)
        assert not after.items


def test_what_a_baseline_has_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "torchlint.toml").write_text(f'select = ["{DROPPED}"]\nbaseline = "known.json"\n')
    path = tmp_path / "known.py"
    path.write_text(BAD)
    command = [sys.executable, "-m", "torchlint", "known.py", "--write-baseline"]
    subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, capture_output=True)
    with Editor(tmp_path) as client:
        client.open(path.as_uri(), BAD)
        assert client.rules(path.as_uri(), 1) == []
        client.put(path.as_uri(), 2, f"{BAD}x.cuda()\n")
        (new,) = client.findings(path.as_uri(), 2)
        assert new.range.start.line == 4


def test_what_an_editor_gets_wrong_ends_nothing(client: Editor) -> None:
    client.put("file:///project/never/opened.py", 2, BAD)
    client.close("file:///project/never/opened.py")
    uri = "file:///project/behind.py"
    client.open(uri, BAD)
    client.change(uri, 2, edit(99, 5, 3, "\nx.cuda()\n"))
    assert client.rules(uri, 2) == [DROPPED, DROPPED]


def test_what_another_open_file_says_counts_once_it_is_saved(tmp_path: Path) -> None:
    def made_by(code: str) -> str:
        return f"import torch\n\n\ndef make():\n    return {code}\n"

    (tmp_path / "made.py").write_text(made_by("3"))
    made, used = (tmp_path / "made.py").as_uri(), (tmp_path / "used.py").as_uri()
    with Editor(tmp_path, "--isolated", "--select", DROPPED) as client:
        client.open(made, made_by("3"))
        client.open(used, "import torch\nfrom made import make\n\nx = make()\nx.cuda()\n")
        assert client.rules(used, 1) == []
        client.put(made, 2, made_by("torch.ones(3)"))
        client.findings(made, 2)
        client.told.pop(used)
        client.save(made)
        assert client.rules(used) == [DROPPED]


def test_the_command_line_says_what_it_needs(tmp_path: Path) -> None:
    def told(*arguments: str) -> tuple[int, str]:
        blocked = "import sys; sys.modules['pygls'] = None; from torchlint.cli import main; main()"
        command = [sys.executable, "-c", blocked, "--lsp", *arguments]
        done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False, stdin=subprocess.DEVNULL)
        assert not done.stdout
        return done.returncode, done.stderr

    assert told() == (2, "error: the language server needs pygls 2: pip install 'torchlint[lsp]'\n")
    status, said = told("--fix")
    assert status == 2
    assert "can't be combined with --fix" in said


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_a_server_starts_as_the_page_says(tmp_path: Path, options: list[str]) -> None:
    uri = (tmp_path / "page.py").as_uri()
    with Editor(tmp_path, *options) as client:
        client.open(uri, "import torch\n")
        assert client.rules(uri, 1) == []


def test_linting_does_not_import_the_server(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD)
    code = (
        "import sys\n"
        "from torchlint.cli import main\n"
        "main(['--isolated', 'bad.py'], standalone_mode=False)\n"
        "assert 'torchlint.queries.file' in sys.modules\n"
        "assert not {'pygls', 'lsprotocol', 'asyncio', 'torchlint.lsp'} & set(sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code.replace("main([", "main.main([")],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        text=True,
        capture_output=True,
        check=False,
    )
    assert DROPPED in done.stdout
    assert done.returncode == 0, done.stderr
