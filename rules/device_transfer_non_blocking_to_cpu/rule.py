from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import pending_copy

from . import detect


@rule(group="device", severity="error", symptoms="results-differ", words="non_blocking")
def check(file: File) -> Findings:
    """A copy to the CPU that nobody waits for may be read before it is there."""
    for copy in detect.unfinished_copies(file):
        tensor = copy.receiver
        if tensor is None:
            continue  # nothing that is copied
        yield finding(
            copy,
            f"`{tensor}` is read before its copy to the CPU is done; drop `non_blocking=True`",
            fix=Fix("Wait for the copy", copy.blocking),
            proof=pending_copy(tensor=tensor, at=copy),
            related=(copy.reader.says("read here"),),
        )
