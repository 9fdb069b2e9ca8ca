from torchlint import File, Findings, finding, rule
from torchlint.proofs import batched_transform

from . import detect, detect_lists


@rule(group="speed", severity="info", symptoms="gpu-idle", default=False)
def check(file: File) -> Findings:
    """Elementwise work in the Dataset runs once per sample on the CPU; it could run once per batch on the device."""
    for work in detect.sample_work(file):
        if detect_lists.stays_in_lists(work):
            continue  # there are no batches
        yield finding(
            work,
            f"`{work}` runs on the CPU for each sample; "
            "if loading is slow, do it and what follows once per batch on the GPU",
            proof=batched_transform(result=work, callee=work.callee, first=work.first, second=work.second),
            sure=work.is_for_batches and not work.turns_a_label and not work.is_for_some_types,
        )
