from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="warning", symptoms="setting-has-no-effect", words="add_argument")
def check(file: File) -> Findings:
    """`type=bool` in `add_argument` parses any non-empty text as True, even `False`, so it can't be switched off."""
    if testing.is_test_module(file):
        return  # the authors of a test type its options themselves
    found = list(detect.options(file))
    for option in (one for one in found if one.is_computed):
        yield finding(
            option,
            f"`{option.type}` is `bool` for True and False, and `bool` parses any text as True; "
            "use `argparse.BooleanOptionalAction`",
            sure=option.is_bool_surely and option.is_of_argparse,
        )
    options = [one for one in found if not one.is_computed]
    if not options:
        return  # all options are flags, or a function parses their text
    first, *others = options
    more = f", as in {len(others)} more option{'s' * (len(others) > 1)}" if others else ""
    yield finding(
        first,
        f"`type=bool` parses `{first.name} False` as True{more}; {first.instead}",
        fix=Fix("Parse the text of the option", tuple(one.reading_the_text for one in options), safe=False),
        sure=any(one.is_of_argparse for one in options),
        related=tuple(one.says("the same here") for one in others),
    )
