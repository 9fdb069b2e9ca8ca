from torchlint import File, Findings, finding, rule
from torchlint.proofs import repeated_points
from torchlint.queries import data, testing


@rule(group="api", severity="info", symptoms="validation-differs", words="add_scalar")
def check(file: File) -> Findings:
    """`add_scalar` in a loop without `global_step` draws all points at step 0."""
    if testing.is_test_module(file):
        return  # a test looks at the calls, not at the plot
    for write in data.scalar_writes(file):
        if write.step is not None:
            continue  # a step is passed
        if not (write.repeats or write.is_in_a_hook or write.comes_with_each_call):
            continue  # written once, or each time with another tag or writer
        yield finding(
            write,
            f"{write.tag} is written without a step, so all its points are at step 0; pass `global_step`",
            proof=repeated_points(writer=write.receiver, tag=write.tag, step=write.step, at=write),
            sure=write.is_of_a_writer and (write.is_in_a_hook or write.repeats == "surely"),
        )
