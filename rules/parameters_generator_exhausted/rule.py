from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import used_up_iterator
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="parameters buffers children modules")
def check(file: File) -> Findings:
    """An iterator over parameters can be gone through once: who comes next finds nothing."""
    for use in detect.used_up(file):
        if testing.is_tried(use):
            continue  # to see what happens
        what = "in its first pass" if use.is_repeated else f"by `{use.user}`"
        yield finding(
            use,
            f"nothing is left in `{use}`: it was used up {what}; make a list of it",
            fix=Fix("Make a list", use.listing, safe=False),
            related=(use.made.says("it is made here"),),
            proof=used_up_iterator(use),
        )
