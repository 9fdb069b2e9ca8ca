from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import dropped_samples
from torchlint.queries import testing

from . import detect


@rule(group="evaluation", severity="warning", symptoms="validation-differs", words="drop_last")
def check(file: File) -> Findings:
    """`drop_last=True` on a DataLoader for evaluation leaves the samples of the last, smaller batch unevaluated."""
    if testing.is_part_of_tests(file):
        return  # a test may need full batches
    for dropped in detect.dropped_lasts(file):
        if dropped.leaves_none_over:
            continue  # no samples are left over
        if dropped.gives_one_batch:
            continue  # one batch to look at, which should be full
        if dropped.never_ends:
            continue  # endless: a sample that one pass drops appears in another
        which = f"the evaluation {dropped.part_in_words} too" if dropped.part else "the evaluation"
        yield finding(
            dropped,
            f"`{dropped}` leaves the last samples out of {which}; use `drop_last=False`",
            fix=Fix("Keep the last batch", dropped.keeping, safe=False),
            proof=dropped_samples(dropped.loader),
            sure=dropped.is_proven,
        )
