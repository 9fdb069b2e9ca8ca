from torchlint import File, Findings, finding, rule
from torchlint.proofs import unregistered_parameters
from torchlint.queries import testing, training


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="step", preview=True)
def check(file: File) -> Findings:
    """A model that contributes to the loss but was given to no optimizer gets gradients and is never updated."""
    if testing.is_part_of_tests(file):
        return  # tests may train only some of the models
    for model in training.unowned_models(file):
        if not model.is_new:
            continue  # it was trained before: loss-network-not-frozen reports that
        yield finding(
            model,
            f"`{model.target}` gets gradients that no optimizer applies; "
            f"pass `{model.target}.parameters()` to an optimizer",
            proof=unregistered_parameters(container=model.target, at=model.assignment),
            related=(model.made.says("made here"), model.step.says("trains other parameters")),
        )
    for part in training.left_out_parts(file):
        happens = "so it never learns" if part.is_certain else "but may have to learn"
        yield finding(
            part,
            f"`{part.name}` is in no optimizer, {happens}; add `{part.parameters}`",
            proof=unregistered_parameters(container=part.model, at=part.assignment),
            sure=part.is_certain,
            related=(part.assignment.says("the model"), part.step.says("trains its other parts")),
        )
    for unnamed in training.unnamed_parts(file):
        yield finding(
            unnamed.optimizer,
            f"`{unnamed.name}` is in no optimizer, but may have to learn; add `{unnamed.name}.parameters()`",
            proof=unregistered_parameters(container=unnamed.model, at=unnamed.assignment),
            sure=False,  # it may be meant to stay random, or be loaded later
            related=(unnamed.chosen, unnamed.assignment.says("the model")),
        )
