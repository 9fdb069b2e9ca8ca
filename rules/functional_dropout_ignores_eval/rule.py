from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import dropout_in_eval
from torchlint.queries import modes, testing

from . import detect_drawn


@rule(
    group="training",
    severity="error",
    symptoms="validation-differs",
    words="drop rand uniform bernoulli normal_",
)
def check(file: File) -> Findings:
    """`F.dropout` drops by default, so `model.eval()` does not switch it off; pass `training=self.training`."""
    if testing.is_test_module(file):
        return  # random numbers for a comparison
    for drop in modes.functional_dropouts(file):
        if drop.is_given_training_flag or drop.reads_training_flag or drop.probability_reads_training_flag:
            continue  # `training` is passed, it is called in training only, or its probability is 0 in eval mode
        if drop.never_drops or drop.is_decided_elsewhere:
            continue  # it never drops, or the caller decides
        if drop.is_only_for_training or drop.switches_itself:
            continue  # never runs in eval mode
        if drop.never_runs:
            continue  # below `if self.rate is not None`, and it is None in all objects
        yield finding(
            drop,
            f"`{drop.callee}` is active in eval mode too; pass `training={drop.own}.training`",
            fix=Fix("Drop in training only", drop.with_training_flag(), safe=False),
            proof=dropout_in_eval(model=drop.model, dropped=drop.operand, at=drop),
        )
    for drop in modes.dropouts_behind_functions(file):
        if drop.reads_training_flag or drop.probability_reads_training_flag or drop.is_decided_elsewhere:
            continue  # the mode decides, or the caller does
        if drop.never_drops or drop.is_only_for_training or drop.switches_itself or drop.never_runs:
            continue  # it never drops in eval mode
        yield finding(
            drop,
            f"`{drop}` drops in eval mode too, as its `F.dropout` is not passed `training`; "
            f"call it only if `{drop.own}.training`",
            proof=dropout_in_eval(model=drop.model, probability=drop.probability),
            sure=False,
        )
    for drawn in detect_drawn.drawn_drops(file):
        if drawn.reads_training_flag or drawn.knows_mode or drawn.is_decided_elsewhere or drawn.is_switched_by_caller:
            continue  # the module's mode decides, or the caller does
        if drawn.is_only_for_training or drawn.switches_itself or not drawn.is_of_forward:
            continue  # never runs in eval mode, as far as this file shows
        if drawn.is_of_an_objective:
            continue  # part of a loss on random noise; another method computes the results
        happens = "adds noise" if drawn.is_noise else "drops"
        yield finding(
            drawn.decision,
            f"`{drawn.decision}` {happens} in eval mode too; check `{drawn.own}.training` first",
            proof=dropout_in_eval(model=drawn.model, probability=drawn.share, noise=drawn.scale),
            sure=drawn.makes_up_for_it and not drawn.is_handed_to_layers,
        )
