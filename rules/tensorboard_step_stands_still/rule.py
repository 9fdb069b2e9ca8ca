from torchlint import File, Findings, finding, rule
from torchlint.proofs import repeated_points
from torchlint.queries import data, testing


@rule(group="api", severity="info", symptoms="validation-differs", words="add_scalar")
def check(file: File) -> Findings:
    """A scalar that each batch writes at the step of its epoch gives one step many points, and the curve a zigzag."""
    if testing.is_test_module(file):
        return  # a test looks at the calls, not at the curve
    for write in data.scalar_writes(file):
        if not write.is_once_a_batch or not write.step_stays:
            continue  # written once for all batches, or at a step that counts them
        if not write.repeats:
            continue  # under another tag, with another writer, or for one batch only
        yield finding(
            write,
            f"each batch writes {write.tag} at step `{write.step}`: one step, many points; count batches",
            proof=repeated_points(writer=write.receiver, tag=write.tag, step=write.step, at=write),
            sure=write.is_of_a_writer and write.repeats == "surely",
        )
