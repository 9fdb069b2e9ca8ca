from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="evaluation",
    severity="warning",
    symptoms="results-differ validation-differs",
    words="rand randn normal_ uniform_ normal orthogonal_",
    preview=True,
)
def check(file: File) -> Findings:
    """An initial RNN state that each call draws at random makes every prediction random, in evaluation too."""
    if testing.is_part_of_tests(file):
        return  # a test needs any state
    for state in detect.random_states(file):
        yield finding(
            state,
            f"`{state}` makes `{state.layer.callee}` begin at random in each call; begin with zeros",
            fix=Fix("Begin with zeros", state.rename("torch.zeros"), safe=False) if state.is_replaceable else None,
            related=(state.layer.says("the state is passed in here"),),
            sure=state.is_certain,
        )
