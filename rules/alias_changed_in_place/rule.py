from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="warning", symptoms="results-differ", words="+=", preview=True)
def check(file: File) -> Findings:
    """`total = loss` followed by `total += penalty` changes `loss` as well, because both names are one tensor."""
    if testing.is_part_of_tests(file):
        return  # a test may look at what is shared
    for change in detect.changed_aliases(file):
        target = change.target
        yield finding(
            change,
            f"`{target} {change.operator}` changes `{change.other}` too; write `{target} = {target} ...`",
            sure=change.is_certain,
            related=(change.kept.says("one tensor from here on"), change.read.says("read here, after the change")),
        )
