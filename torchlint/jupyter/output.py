"""What the magic shows: HTML in a notebook, and text in a console."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING, Any

from torchlint.jupyter.request import as_typed
from torchlint.report import writer
from torchlint.report.style import Style

if TYPE_CHECKING:
    from torchlint.jupyter.cell_check import FixedCell
    from torchlint.result import Result
    from torchlint.rule import Rule

PASSED = "All checks passed!"


class Output:
    """Writes to the cell that is running."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._has_front_end = getattr(shell, "kernel", None) is not None

    def say(self, line: str) -> None:
        """Write one line."""
        sys.stdout.write(f"torchlint: {line}\n")

    def results(self, results: Sequence[Result], catalog: Mapping[str, Rule], style: str) -> None:
        """Write findings; `style` is a format of text, empty for HTML where that can be shown."""
        if not any(result.findings for result in results):
            self.say(PASSED)
            return
        results = [_as_typed(result) for result in results]
        text = StringIO()
        writer(style or "full")(results, catalog, text, Style())
        if style or not self._has_front_end:
            sys.stdout.write(text.getvalue())
            return
        from torchlint.jupyter.html import findings_html

        self._show(text.getvalue(), findings_html(results, catalog))

    def patch(self, fixed: FixedCell, style: str) -> None:
        """Write the changes of a fix."""
        text = "".join(f"{line}\n" for line in fixed.patch)
        if style or not self._has_front_end:
            sys.stdout.write(text)
            return
        from torchlint.jupyter.html import patch_html

        self._show(text, patch_html(fixed.patch))

    def page(self, page: str) -> None:
        """Write a page in Markdown."""
        if self._has_front_end:
            self._shell.display_pub.publish({"text/plain": page, "text/markdown": page})
        else:
            sys.stdout.write(page)

    def _show(self, text: str, html: str) -> None:
        """Give the front end both, as it may be a console."""
        self._shell.display_pub.publish({"text/plain": text, "text/html": html})


def _as_typed(result: Result) -> Result:
    """A result with the `%%torchlint` lines as they are in the cells; every place stays."""
    source = result.checked.source
    text = source.text
    for cell in source.cells or ():
        text = text[: cell.start] + as_typed(text[cell.start : cell.end]) + text[cell.end :]
    return replace(result, checked=replace(result.checked, source=replace(source, text=text)))
