"""How a process begins to be observed."""

from __future__ import annotations

import atexit
import os
import sys

from . import plan


def start(plan_path: str, boot: str) -> None:
    """Install what observes; the main script, if it is in the plan, starts anew through `boot`."""
    plan.read(plan_path)
    argv = arguments()
    position = len(argv) - len(sys.argv)
    if 0 < position < len(argv) and sys.argv[0] != boot and is_planned_script(argv[position]):
        again = [sys.executable, *argv[1:position], boot, *argv[position:]]
        become(again)
    observe(boot)


def become(command: list[str]) -> None:
    """Go on as another process; on Windows, where that would look like the end of this one, wait for it."""
    if os.name != "nt":
        os.execve(sys.executable, command, os.environ)
    import signal
    import subprocess

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a console's Ctrl-C goes to both, and the other one answers it
    status = subprocess.call(command, close_fds=False)
    os._exit(status - 2**32 if status >= 2**31 else status)  # what ends in an exception has a large number


def observe(boot: str) -> None:
    """Install what observes, which a process that starts anew need not import."""
    from . import compiling, ending, evidence, forks, imports, main_script, torch_import

    imports.install()
    torch_import.install()
    forks.install()
    atexit.register(ending.finish)
    main_script.boot = boot
    evidence.open_file()
    compiling.install(is_checked_script=sys.argv[:1] == [boot])


def arguments() -> list[str]:
    """The command line of this process with Python's own options."""
    known: list[str] | None = getattr(sys, "orig_argv", None)
    if known is not None:
        return list(known)
    try:
        with open("/proc/self/cmdline", "rb") as file:  # Python 3.9 does not keep them
            return [os.fsdecode(word) for word in file.read().split(b"\0")[:-1]]
    except OSError:
        import subprocess  # which knows how to pass on the options of an interpreter

        return [sys.executable, *vars(subprocess)["_args_from_interpreter_flags"](), *sys.argv]


def is_planned_script(path: str) -> bool:
    return os.path.isfile(path) and plan.of_file(path) is not None
