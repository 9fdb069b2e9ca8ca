"""What action.yml does with `comment: true`: one comment on the pull request, updated by each run.

`comment.py FINDINGS DIFF` takes torchlint's JSON and the patch of its safe fixes, which may be missing. It needs the
permission `pull-requests: write`, and leaves a notice where it has no such right, as in pull requests from forks.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

MARKER = "<!-- torchlint -->"  # by which a run finds the comment of the run before
MOST_FINDINGS = 50
MOST_CHARACTERS = 40_000  # of the patch; GitHub takes 65,536 for a comment
PER_PAGE = 100
SECONDS = 30


def body(findings: list[dict[str, Any]], patch: str, tree: str) -> str:
    """The comment in Markdown; `tree` is the address of the files of the commit."""
    if not findings:
        return f"{MARKER}\n### torchlint\n\nNo findings."
    count = f"{len(findings)} finding{'s' * (len(findings) > 1)}"
    lines = [MARKER, f"### torchlint: {count}", "", *(_line(one, tree) for one in findings[:MOST_FINDINGS])]
    if len(findings) > MOST_FINDINGS:
        lines.append(f"- and {len(findings) - MOST_FINDINGS} more, in the log of the job")
    if patch:
        shown = _cut(patch)
        fence = "`" * (1 + max([2, *map(len, re.findall(r"`+", shown))]))
        title = "Safe fixes, which <code>torchlint --fix</code> applies"
        lines += ["", f"<details><summary>{title}</summary>", "", f"{fence}diff", shown.rstrip("\n"), fence]
        if shown != patch:
            lines += ["", "The rest of the patch is in the summary of the job."]
        lines.append("</details>")
    return "\n".join(lines)


def _line(finding: dict[str, Any], tree: str) -> str:
    path = os.path.relpath(finding["filename"]).replace(os.sep, "/")
    row, cell = finding["location"]["row"], finding["cell"]
    place, anchor = (f"{path}:{row}", f"#L{row}") if cell is None else (f"{path}, cell {cell}, line {row}", "")
    link = f'<a href="{tree}/{quote(path)}{anchor}">{escape(place)}</a>'
    return f"- **{finding['severity']}** {link}: {_words(finding['message'])} (`{finding['name']}`)"


def _words(message: str) -> str:
    """A message whose code can't end its markup: it quotes what the author of the pull request has written."""
    parts = message.split("`")
    return "".join(_literal(part) if n % 2 == 0 else f"<code>{_literal(part)}</code>" for n, part in enumerate(parts))


def _literal(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9 .,()-]", lambda match: f"&#{ord(match[0])};", " ".join(text.split()))


def _cut(patch: str) -> str:
    return patch if len(patch) <= MOST_CHARACTERS else patch[: patch.rfind("\n", 0, MOST_CHARACTERS) + 1]


class Api:
    """The comments of one pull request, through GitHub's API."""

    def __init__(self, address: str, repository: str, number: int, token: str) -> None:
        self._repository, self._number = f"{address}/repos/{repository}", number
        self._headers = {
            "Accept": "application/vnd.github+json",
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "User-Agent": "torchlint",
            "X-GitHub-Api-Version": "2022-11-28",
        }

    def put(self, text: str, *, create: bool) -> str:
        """Update the comment, or create it if that is wanted; returns what was done."""
        comments = f"issues/{self._number}/comments"
        found = next((one for one in self._comments(comments) if one["body"].startswith(MARKER)), None)
        if found is not None and found["body"].replace("\r\n", "\n") == text:
            return "unchanged"
        if found is not None:
            self._ask("PATCH", f"issues/comments/{found['id']}", text)
            return "updated"
        if create:
            self._ask("POST", comments, text)
            return "created"
        return "not needed"

    def _comments(self, comments: str) -> Iterator[dict[str, Any]]:
        """The comments by bots: a person may have quoted the marker."""
        page = 1
        while True:
            found = self._ask("GET", f"{comments}?per_page={PER_PAGE}&page={page}")
            yield from (one for one in found if one["user"]["type"] == "Bot")
            if len(found) < PER_PAGE:
                return
            page += 1

    def _ask(self, method: str, path: str, text: str | None = None) -> Any:
        data = None if text is None else json.dumps({"body": text}).encode()
        request = Request(f"{self._repository}/{path}", data, self._headers, method=method)
        with urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)


def main(findings_file: str, patch_file: str) -> int:
    """Comment on the pull request of the event; never fails the job for a lack of rights."""
    environment = os.environ
    pull = json.loads(Path(environment["GITHUB_EVENT_PATH"]).read_text(encoding="utf-8")).get("pull_request")
    if pull is None:
        print("::notice::torchlint comments on pull requests only")
        return 0
    findings = json.loads(Path(findings_file).read_text(encoding="utf-8"))
    patch = Path(patch_file).read_text(encoding="utf-8", errors="replace") if os.path.isfile(patch_file) else ""
    head = pull["head"]
    home = (head["repo"] or {}).get("full_name", environment["GITHUB_REPOSITORY"])
    text = body(findings, patch, f"{environment['GITHUB_SERVER_URL']}/{home}/blob/{head['sha']}")
    api = Api(
        environment["GITHUB_API_URL"], environment["GITHUB_REPOSITORY"], pull["number"], environment["GITHUB_TOKEN"]
    )
    try:
        print(f"torchlint's comment: {api.put(text, create=bool(findings))}")
    except HTTPError as problem:
        if problem.code not in (401, 403, 404):
            raise
        print(
            f"::notice::torchlint may not comment on this pull request ({problem.code}): the job needs"
            " `permissions: pull-requests: write`, which pull requests from forks do not get"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
