from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import live_snapshot
from torchlint.queries import testing, training


@rule(
    group="training",
    severity="error",
    symptoms="validation-differs checkpoint-does-not-load",
    words="state_dict best load",
)
def check(file: File) -> Findings:
    """`state_dict()` returns the live tensors, so best weights kept without a copy end up as the last step's."""
    if testing.is_test_module(file):
        return  # tests train for a few steps only, and know the weights
    for kept in training.stored_snapshots(file):
        if kept.is_collected or not kept.is_of_the_best:
            continue  # each pass stores the newest weights, or no loop could change them
        is_model = kept.value.kind == "module"
        what = "the model itself" if is_model else "not a copy"
        what += " if the model is on the CPU" if kept.is_on_cpu_only else ""
        copied = f"copy.deepcopy({kept.made})"
        yield finding(
            kept,
            f"`{kept.name}` is {what}, so later steps overwrite it; keep `{copied}`",
            fix=Fix("Keep a copy", kept.copied, safe=False),
            proof=live_snapshot(snapshot=kept),
            sure=not kept.is_on_cpu_only,
        )
