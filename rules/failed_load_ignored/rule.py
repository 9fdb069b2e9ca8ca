from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="training",
    severity="warning",
    symptoms="checkpoint-does-not-load",
    words="load restore resume",
)
def check(file: File) -> Findings:
    """A failed `load_state_dict` has already copied what fits, so catching its error leaves a half-loaded model."""
    if testing.is_part_of_tests(file):
        return  # a test looks at what is raised
    for load in detect.swallowed_loads(file):
        lost = "with only part of the weights" if load.is_of_model else "without what failed to load"
        yield finding(
            load,
            f"`{load}` may fail, and the program goes on {lost}; let the error propagate",
            sure=load.is_of_model or load.is_silent,  # an optimizer that begins anew may be meant, and is said
            related=(load.caught.says("caught here"),),
        )
