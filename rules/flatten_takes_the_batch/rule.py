from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import flattened_rows

from . import detect


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="flatten view reshape ravel")
def check(file: File) -> Findings:
    """`flatten()` or `view(-1)` that does not keep dimension 0 flattens the batch too: all samples become one row."""
    for flatten in detect.whole_flattens(file):
        is_sure = flatten.is_of_batches
        yield finding(
            flatten,
            f"`{flatten}` turns the whole batch into one row for `{flatten.layer}`; "
            f"use `{flatten.flattened}.flatten(1)`",
            fix=Fix("Flatten each sample", flatten.by_rows, safe=False),
            proof=flattened_rows(rows=flatten.flattened, at=flatten) if is_sure else None,
            sure=is_sure,
        )
