from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import pending_copy

from . import detect


@rule(group="device", severity="error", symptoms="results-differ", words="non_blocking cpu host numpy")
def check(file: File) -> Findings:
    """A copy to the CPU with `non_blocking=True` may be read before it has finished."""
    for copy in detect.unfinished_copies(file):
        if not copy.is_started_here:
            yield finding(
                copy,
                f"`{copy}` starts a copy to the CPU that may not have finished where it is read; "
                "drop its `non_blocking=True`",
                related=(copy.reader.says("read here"),),
            )
            continue  # there is no tensor to look at in this function
        tensor = copy.receiver
        if tensor is None:
            continue  # nothing is copied
        yield finding(
            copy,
            f"`{tensor}` may be read before its copy to the CPU has finished; drop `non_blocking=True`",
            fix=Fix("Make the copy blocking", copy.blocking),
            proof=pending_copy(tensor=tensor, at=copy),
            related=(copy.reader.says("read here"),),
        )
