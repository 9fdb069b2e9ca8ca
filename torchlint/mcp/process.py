"""torchlint in a process of its own: what a tool of the server runs, and what is ended when the agent gives up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import IO

import anyio

from torchlint.verify.process_tree import end_tree

_TICK = 5.0  # seconds between two signs of life
# A command that --verify runs is asked to end, which may take it a while: it saves what it has.
_PATIENCE = 40.0


@dataclass(frozen=True, slots=True)
class Ended:
    """How torchlint ended: its exit status, and the texts of its two streams."""

    status: int
    out: str
    err: str


async def nobody(seconds: float) -> None:
    """For a process of which nobody wants a sign of life."""


async def run_torchlint(
    arguments: Sequence[str],
    folder: str,
    text: str | None = None,
    alive: Callable[[float], Awaitable[None]] = nobody,
) -> Ended:
    """Run torchlint in a folder, with a text on its standard input; `alive` is told from time to time how long it runs.

    Where the call is cancelled, torchlint is interrupted, and what it runs with it.
    """
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write((text or "").encode("utf-8", "surrogatepass"))
        given.seek(0)
        process = await anyio.open_process(
            [sys.executable, "-m", "torchlint", "--color", "never", *arguments],
            stdin=given if text is not None else subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            cwd=folder,
        )
        try:
            started = anyio.current_time()
            while process.returncode is None:
                with anyio.move_on_after(_TICK):
                    await process.wait()
                if process.returncode is None:
                    await alive(anyio.current_time() - started)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await _end(process)
            raise
        return Ended(process.returncode, _text(out), _text(err))


async def _end(process: anyio.abc.Process) -> None:
    if process.returncode is not None:
        return
    if os.name != "nt":
        process.send_signal(signal.SIGINT)
    elif not end_tree(process.pid):  # with what --verify runs
        process.terminate()
    with anyio.move_on_after(_PATIENCE):
        await process.wait()
    if process.returncode is None:
        process.kill()


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")
