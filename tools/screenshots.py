"""The pictures in docs/images: the report of a run and the documentation site, as a browser shows them.

`python -m tools.screenshots [BROWSER]` takes them again. It needs the extras `docs` and `verify`, and Chromium.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.site import BUILT, IMAGES, ROOT

PROGRAM = "examples/train_classifier.py"
SIZE = (1280, 900)  # pixels, width and height


def report(folder: Path) -> Path:
    """The page that `--verify-report` writes of a run of an example."""
    command = [sys.executable, "-m", "torchlint", PROGRAM, "--isolated", "--verify", "--verify-report", str(folder)]
    # `python` alone: the page shows the command, and not where this machine keeps its Python.
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    run = subprocess.run(
        [*command, "--", "python", PROGRAM],
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        check=False,
        stdout=subprocess.DEVNULL,
    )
    if run.returncode != 1:  # findings are confirmed
        raise SystemExit(f"torchlint ended with status {run.returncode} instead of 1")
    return folder / "report.html"


def site() -> Path:
    """The first page of the site, built."""
    subprocess.run([sys.executable, "-m", "tools.site"], cwd=ROOT, check=True)
    return BUILT / "site/index.html"


def pictures(folder: Path) -> Iterator[tuple[str, Path, bool]]:
    """Each picture's name, the page that it shows, and whether the page is shown dark."""
    yield "report.png", report(folder), False
    home = site()
    yield "site.png", home, False
    yield "site-dark.png", home, True


def take(browser: str, page: Path, picture: Path, is_dark: bool) -> None:
    """A picture of the top of a page; ends the program if the browser makes none."""
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=5000"]
    if is_dark:
        options += ["--blink-settings=preferredColorScheme=0"]
    width, height = SIZE
    command = [browser, *options, f"--window-size={width},{height}", f"--screenshot={picture}", page.as_uri()]
    picture.unlink(missing_ok=True)
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    if not picture.exists():
        raise SystemExit(f"{browser} took no picture of {page.name}: {run.stderr}")


def main(arguments: list[str]) -> int:
    """Take the pictures in docs/images again."""
    IMAGES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        for name, page, is_dark in pictures(Path(folder)):
            take(arguments[0] if arguments else "chromium", page, IMAGES / name, is_dark)
            print(f"docs/images/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
