"""`python -m benchmarks.phases PATH...`: what the CPU seconds of a cold run with one process go to.

The run happens in this process, with a clock at the doors between its parts; each second counts for the innermost part
that is open. Unlike a profiler it does not slow down what is measured.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

AROUND = "start, finding files, comments, output"
GATES = "words, rules and their questions"


class Clock:
    """CPU seconds by the part that was open, and what was counted on the way."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.counted: Counter[str] = Counter()
        self._open = [AROUND]
        self._since = time.process_time()

    def enter(self, part: str) -> None:
        self._switch()
        self._open.append(part)

    def leave(self) -> None:
        self._switch()
        self._open.pop()

    def _switch(self) -> None:
        now = time.process_time()
        self.seconds[self._open[-1]] += now - self._since
        self._since = now

    def around(self, holder: Any, name: str, part: Callable[..., str]) -> None:
        """Have the calls of a function count for a part, which its arguments may decide."""
        called = getattr(holder, name)

        def timed(*args: Any, **keywords: Any) -> Any:
            self.enter(part(*args))
            try:
                return called(*args, **keywords)
            finally:
                self.leave()

        setattr(holder, name, timed)

    def collecting(self, phase: str, _: dict[str, int]) -> None:
        """The garbage collector starts or stops."""
        if phase == "start":
            self.enter("garbage collector")
        else:
            self.leave()


def watch(clock: Clock) -> None:
    """Put the clock at the doors of what one file goes through."""
    from torchlint import lint
    from torchlint.flow import fixpoint
    from torchlint.syntax import ast_parser, cst_parser

    def pass_of(interpreter: Any) -> str:
        return "the pass that records facts" if interpreter.records_facts else "prepass"

    def by_ast(text: str) -> str:
        clock.counted["characters"] += len(text)
        return "parsing by ast"

    def counted(interpreter: Any) -> None:
        interpret(interpreter)
        clock.counted["expressions"] += interpreter.work
        clock.counted["nodes"] += len(interpreter.target.tree.nodes) if interpreter.records_facts else 0

    interpret = fixpoint._interpret
    fixpoint._interpret = counted
    clock.around(fixpoint, "_interpret", pass_of)
    clock.around(fixpoint, "run_callers", lambda *_: "callers in other files")
    clock.around(lint._FileCheck, "run_rules", lambda *_: GATES)
    clock.around(ast_parser, "parse", by_ast)
    clock.around(cst_parser, "parse", lambda *_: "parsing by libcst")
    gc.callbacks.append(clock.collecting)


def table(clock: Clock) -> str:
    """One row for each part, the largest first."""
    total = sum(clock.seconds.values())
    parts = sorted(clock.seconds.items(), key=lambda part: -part[1])
    rows = [f"| {part} | {seconds:.2f} | {seconds / total:.0%} |" for part, seconds in parts]
    count = clock.counted
    note = (
        f"{count['characters']:,} characters were parsed. The passes over files with {count['nodes']:,} nodes "
        f"evaluated {count['expressions']:,} expressions."
    )
    return "\n".join(["| part | CPU s | share |", "|---|---:|---:|", *rows, f"| all | {total:.2f} | |", "", note])


def main(paths: list[str]) -> None:
    clock = Clock()
    from torchlint.cli import main as torchlint

    watch(clock)
    with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.suppress(SystemExit):
        sys.stdout = nowhere
        torchlint(["--isolated", "--no-cache", "--jobs", "1", "--quiet", *paths], standalone_mode=False)
    sys.stdout = sys.__stdout__
    gc.callbacks.remove(clock.collecting)
    clock.enter(AROUND)
    print(table(clock))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    main(sys.argv[1:])
