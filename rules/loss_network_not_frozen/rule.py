from torchlint import File, Findings, finding, rule
from torchlint.proofs import unregistered_parameters
from torchlint.queries import testing, training


@rule(group="memory", severity="warning", symptoms="out-of-memory", words="step", preview=True)
def check(file: File) -> Findings:
    """A pretrained model that a loss only looks through gets gradients that no optimizer applies."""
    if testing.is_part_of_tests(file):
        return  # a test is not trained for long
    for model in training.unowned_models(file):
        if model.is_new:
            continue  # nothing has trained it, so that it is more than memory: model-in-no-optimizer
        yield finding(
            model,
            f"`{model.target}` gets gradients that no optimizer applies; turn off its `requires_grad`",
            proof=unregistered_parameters(container=model.target, at=model.assignment),
            related=(model.made.says("made here"), model.step.says("trains other parameters")),
        )
