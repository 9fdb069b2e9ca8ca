"""`python -m torchlint` imports nothing from the working directory.

`python -m` puts it before all other places that Python imports from. What lies there is the code that is checked: a
`json.py` or a `click.py` in it would run.
"""

import os
import sys


def leave() -> None:
    """Take the working directory out of the search path if this is the beginning of `python -m torchlint`.

    A checkout of torchlint itself stays in it. The program of somebody who imports torchlint is left as it is.
    """
    argv = getattr(sys, "argv", [])
    if argv[:1] != ["-m"] or not sys.orig_argv[-len(argv)].endswith("torchlint"):
        return
    try:
        here = os.path.realpath(os.getcwd())
    except OSError:  # it was deleted
        return
    itself = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    if sys.path and os.path.realpath(sys.path[0]) == here != itself:
        del sys.path[0]
