from torchlint import File, Findings, finding, rule
from torchlint.proofs import unregistered_parameters
from torchlint.queries import testing, training


@rule(group="memory", severity="warning", symptoms="out-of-memory", words="step", preview=True)
def check(file: File) -> Findings:
    """A pretrained model used only inside a loss gets gradients that no optimizer applies, unless it is frozen."""
    if testing.is_part_of_tests(file):
        return  # tests do not train for long
    for model in training.unowned_models(file):
        if model.is_new:
            continue  # it was never trained, which is worse than wasted memory: model-in-no-optimizer
        yield finding(
            model,
            f"`{model.called}` gets gradients that no optimizer applies; "
            f"freeze it with `{model.called}.requires_grad_(False)`",
            proof=unregistered_parameters(container=model.target, at=model.assignment),
            related=(model.made.says("made here"), model.step.says("trains other parameters")),
        )
