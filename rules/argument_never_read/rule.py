from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="api", severity="warning", symptoms="setting-has-no-effect", preview=True)
def check(file: File) -> Findings:
    """An argument that a module or dataset never reads has no effect: it works as if the default were passed."""
    if testing.is_part_of_tests(file):
        return  # a test may pass what it likes
    for argument in detect.ignored_arguments(file):
        yield finding(
            argument,
            f"`{argument.owner}` never reads `{argument.parameter}`, so passing `{argument}` has no effect; "
            "use it there, or remove it",
            sure=argument.is_certain,
        )
    for setting in detect.fixed_settings(file):
        yield finding(
            setting,
            f"`{setting}` is fixed: `{setting.owner}` never reads `{setting.parameter}`; store the argument",
            sure=False,  # the value may be the only one that anybody passes
        )
