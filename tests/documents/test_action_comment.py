"""The comment of the GitHub Action, posted to a stand-in for GitHub's API."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.rule_folders import ROOT

PATCH = "--- train.py\n+++ train.py\n@@ -1 +1 @@\n-total += loss\n+total += loss.detach()\n"


def script() -> ModuleType:
    spec = spec_from_file_location("comment", ROOT / ".github/comment.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


comment = script()


def finding(
    message: str = "`total` keeps the graph", cell: int | None = None, file: str = "train.py"
) -> dict[str, Any]:
    place = {"row": 4, "column": 1}
    named = {"name": "loss-accumulates-graph", "severity": "error", "message": message}
    return {"filename": str(Path(file).absolute()), "cell": cell, "location": place, **named}


class GitHub:
    """The comments of pull request 7 of OWNER/REPOSITORY, and what was asked."""

    def __init__(self) -> None:
        self.comments: list[dict[str, Any]] = []
        self.asked: list[str] = []
        self.refuses = False
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def add(self, text: str, kind: str = "Bot") -> None:
        self.comments.append({"id": 100 + len(self.comments), "body": text, "user": {"type": kind}})

    def answer(self, method: str, path: str, given: dict[str, Any]) -> tuple[int, Any]:
        self.asked.append(f"{method} {path}")
        place, _, query = path.partition("?")
        if place == "/repos/OWNER/REPOSITORY/issues/7/comments" and method == "GET":
            size, page = (int(one.partition("=")[2]) for one in query.split("&"))
            return 200, self.comments[size * (page - 1) : size * page]
        if self.refuses:
            return 403, {"message": "Resource not accessible by integration"}
        if place == "/repos/OWNER/REPOSITORY/issues/7/comments" and method == "POST":
            self.add(given["body"])
            return 201, self.comments[-1]
        name = place.removeprefix("/repos/OWNER/REPOSITORY/issues/comments/")
        (one,) = [one for one in self.comments if method == "PATCH" and str(one["id"]) == name]
        one["body"] = given["body"]
        return 200, one

    def handler(self) -> type[BaseHTTPRequestHandler]:
        github = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                assert self.headers["Authorization"] == "Bearer TOKEN"
                given = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
                status, answer = github.answer(self.command, self.path, given)
                self.send_response(status)
                self.end_headers()
                self.wfile.write(json.dumps(answer).encode())

            do_POST = do_PATCH = do_GET

            def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
                """Requests are asserted, not printed."""

        return Handler


@pytest.fixture
def github(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GitHub]:
    """The stand-in, and the environment of a step in a run for pull request 7."""
    one = GitHub()
    event = {"pull_request": {"number": 7, "head": {"sha": "abc", "repo": {"full_name": "FORK/REPOSITORY"}}}}
    (tmp_path / "event.json").write_text(json.dumps(event))
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(tmp_path / "event.json"))
    monkeypatch.setenv("GITHUB_API_URL", f"http://127.0.0.1:{one.server.server_port}")
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://github.com")
    monkeypatch.setenv("GITHUB_REPOSITORY", "OWNER/REPOSITORY")
    monkeypatch.setenv("GITHUB_TOKEN", "TOKEN")
    yield one
    one.server.shutdown()
    one.server.server_close()


def run(folder: Path, findings: list[dict[str, Any]], patch: str = "") -> None:
    (folder / "findings.json").write_text(json.dumps(findings))
    (folder / "fixes.diff").write_text(patch)
    assert comment.main(str(folder / "findings.json"), str(folder / "fixes.diff")) == 0


def test_one_comment_is_created_updated_and_kept(github: GitHub, tmp_path: Path) -> None:
    run(tmp_path, [])  # nothing to say
    assert not github.comments
    for _ in range(120):
        github.add("a comment of another bot")
    github.add(f"{comment.MARKER} quoted", "User")
    run(tmp_path, [finding()], PATCH)
    (ours,) = [
        one for one in github.comments if one["body"].startswith(comment.MARKER) and one["user"]["type"] == "Bot"
    ]
    assert "### torchlint: 1 finding\n" in ours["body"]
    assert '<a href="https://github.com/FORK/REPOSITORY/blob/abc/train.py#L4">train.py:4</a>' in ours["body"]
    assert f"```diff\n{PATCH}```" in ours["body"]
    before = len(github.asked)
    run(tmp_path, [finding()], PATCH)
    assert [one.partition(" ")[0] for one in github.asked[before:]] == ["GET", "GET"]  # the same again writes nothing
    run(tmp_path, [])
    assert "No findings." in ours["body"]
    assert github.asked[-1].startswith("PATCH ")
    assert len(github.comments) == 122


def test_without_the_right_to_comment_the_job_goes_on(
    github: GitHub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    github.refuses = True
    run(tmp_path, [finding()])
    assert not github.comments
    assert "::notice::torchlint may not comment on this pull request (403)" in capsys.readouterr().out


def test_only_pull_requests_are_commented_on(
    github: GitHub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "event.json").write_text("{}")
    run(tmp_path, [finding()])
    assert not github.asked
    assert "pull requests only" in capsys.readouterr().out


def test_the_checked_code_cannot_break_out_of_the_comment() -> None:
    text = comment.body([finding("`x['<img>`@you](http://a)` is *bad*", 3)], "+ ````\n+ @you\n", "https://x")
    assert "<img>" not in text
    assert "@you]" not in text
    assert "train.py, cell 3, line 4" in text
    assert text.endswith("\n`````diff\n+ ````\n+ @you\n`````\n</details>")


def test_long_comments_are_cut_at_lines() -> None:
    text = comment.body([finding() for _ in range(80)], "+ line\n" * 20_000, "https://x")
    assert len(text) < 65_536
    assert "- and 30 more, in the log of the job" in text
    assert "\n+ line\n```\n\nThe rest of the patch is in the summary of the job.\n</details>" in text
