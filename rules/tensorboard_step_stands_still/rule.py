from torchlint import File, Findings, finding, rule
from torchlint.proofs import repeated_points
from torchlint.queries import data, testing


@rule(group="api", severity="info", symptoms="validation-differs", words="add_scalar")
def check(file: File) -> Findings:
    """`add_scalar` called per batch with the epoch as step writes many points at one step, so the curve zigzags."""
    if testing.is_test_module(file):
        return  # a test looks at the calls, not at the plot
    for write in data.scalar_writes(file):
        if not write.is_once_a_batch or not write.step_stays:
            continue  # written once for all batches, or with a step that counts them
        if not write.repeats:
            continue  # with another tag, another writer, or for one batch only
        yield finding(
            write,
            f"each batch writes {write.tag} at step `{write.step}`: many points at one step; "
            "pass a step that counts batches",
            proof=repeated_points(writer=write.receiver, tag=write.tag, step=write.step, at=write),
            sure=write.is_of_a_writer and write.repeats == "surely",
        )
