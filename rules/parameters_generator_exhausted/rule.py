from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import used_up_iterator
from torchlint.queries import testing

from . import detect, detect_attributes


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="parameters buffers children modules")
def check(file: File) -> Findings:
    """`model.parameters()` is a generator: once it has been iterated, the next consumer gets nothing."""
    for use in (*detect.used_up(file), *detect_attributes.used_up_attributes(file)):
        if testing.is_tried(use):
            continue  # under `try` or `pytest.raises`: the code expects that it may fail
        what = "after the first iteration" if use.is_repeated else f"by `{use.user}`"
        yield finding(
            use,
            f"`{use}` is a generator, already exhausted {what}, so this gets nothing; "
            "wrap it in `list()` where it is created",
            fix=Fix("Make it a list", use.listing, safe=False),
            related=(use.made.says("created here"),),
            proof=used_up_iterator(use),
        )
