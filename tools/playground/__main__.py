"""Tries the playground as it is published: `python -m tools.playground --check [--browser CHROMIUM] [--picture FILE]`.

Pyodide from npm, in Node, runs the archive of the page: it has to find in the page's example, and fix, exactly what
torchlint does here. Then the site is built and a browser, which is Chromium unless another is named, presses the page's
buttons; nothing may be loaded from elsewhere than the local server. Needs node, npm and, for the browser, the extra
`docs`. Without a browser, it says so.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from tools import site
from tools.playground import files
from tools.playground.in_browser import answer

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
REQUESTS = ({"all": False, "fix": ""}, {"all": True, "fix": "unsafe"})


class Wrong(Exception):
    """What is not as it should be."""


def example() -> str:
    """The code on the page, as its script puts it into the text box."""
    page = (files.ROOT / "docs" / files.PAGE).read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)
    return str(code)


def run(*command: str, folder: Path) -> str:
    """What a command prints. Raises Wrong if it fails."""
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise Wrong(f"{' '.join(command[:3])}: exit status {done.returncode}\n{done.stdout}{done.stderr[-3000:]}")
    return done.stdout


def tools_in(place: Path) -> Path:
    """A folder with the two programs for Node, and what they import."""
    here = place / "node"
    here.mkdir()
    for name in ("package.json", "package-lock.json", "check.mjs", "browser.mjs"):
        shutil.copy(files.HERE / name, here)
    run(str(shutil.which("npm")), "ci", "--no-audit", "--no-fund", folder=here)
    return here


def tried_in_node(here: Path, folder: Path) -> None:
    """Pyodide answers as this Python does. Raises Wrong."""
    files.write(folder)
    shutil.copytree(here / "node_modules/pyodide", folder / "pyodide")
    for options in REQUESTS:
        request = json.dumps({"text": example(), **options})
        same_answer("Node", json.loads(run("node", "check.mjs", str(folder), request, folder=here)), request)


def same_answer(where: str, given: Any, request: str) -> None:
    """Raises Wrong where an answer is not the one of this Python, or has no findings."""
    wanted = json.loads(answer(request))
    if given != wanted or not (wanted["findings"] or json.loads(request)["fix"]):
        raise Wrong(f"{where} answers {given} to {request}, and not {wanted}")


def tried_in_browser(here: Path, browser: str, place: Path, picture: Path) -> None:
    """The page of the site shows the same findings, and fixes the same. Raises Wrong."""
    built = site.build(place, "pyodide/")
    shutil.copytree(here / "node_modules/pyodide", built / "playground/pyodide")
    with served(built) as address:
        page = f"{address}playground/"
        seen = json.loads(run("node", "browser.mjs", browser, page, str(picture), folder=here))
    if seen["hosts"] != [urlsplit(address).netloc]:
        raise Wrong(f"the page loads from {seen['hosts']}")
    for fix, shown in zip(("", "unsafe"), seen["shown"], strict=True):
        wanted = json.loads(answer(json.dumps({"text": example(), "all": False, "fix": fix})))
        rules = [finding["rule"] for finding in wanted["findings"]]
        if (shown["rules"], shown["text"]) != (rules, wanted["text"]):
            raise Wrong(f"the page shows {shown}, and not {wanted}")
        for link in shown["links"]:
            if not (built / link.removeprefix(address) / "index.html").is_file():
                raise Wrong(f"the page links to {link}, which is not there")


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a local server of a folder's files."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def main() -> int:
    """The exit status: 1 where something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.playground", description=__doc__)
    parser.add_argument("--check", action="store_true", required=True)
    parser.add_argument("--browser", default=next(filter(shutil.which, BROWSERS), None), help="Chromium or Chrome")
    parser.add_argument("--picture", type=Path, help="where to put a picture of the page")
    given = parser.parse_args()
    try:
        with TemporaryDirectory() as name:
            place = Path(name)
            here = tools_in(place)
            tried_in_node(here, place / "files")
            if given.browser is None:
                print(f"good in Node, not tried in a browser: no {' or '.join(BROWSERS)}")
                return 0
            browser = shutil.which(given.browser) or given.browser
            picture = given.picture.resolve() if given.picture else place / "picture.png"
            tried_in_browser(here, browser, place / "docs", picture)
            print(f"good in Node and {Path(browser).name}")
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
