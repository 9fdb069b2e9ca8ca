from torchlint import File, Findings, finding, rule
from torchlint.queries import options, testing


@rule(group="training", severity="warning", symptoms="setting-has-no-effect", words="add_argument")
def check(file: File) -> Findings:
    """An argparse option that no code reads has no effect: the program runs as if the option had not been given."""
    if testing.is_test_module(file):
        return  # the authors of a test type its options themselves
    for one in options.overwritten_options(file):
        yield finding(
            one,
            f"`{one.name}` is overwritten after parsing, so it has no effect; remove the assignment or the option",
            related=(one.declared.says("the option"),),
        )
    found = sorted(options.unread_options(file), key=lambda one: (not one.is_sure, not one.is_of_training))
    if not found:
        return  # each option is read
    first, *others = found
    message = (
        f"`{first.name}` has no effect: nothing reads `{first.attribute}` after parsing; use it or remove the option"
    )
    if others:
        more = f"{len(others)} more option{'s' * (len(others) > 1)}"
        message = f"`{first.name}` and {more} have no effect: nothing reads them after parsing; use or remove them"
    yield finding(
        first,
        message,
        sure=first.is_sure,
        related=tuple(one.says(f"nothing reads `{one.attribute}`") for one in others),
    )
