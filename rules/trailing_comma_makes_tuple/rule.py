from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="api", severity="error", symptoms="setting-has-no-effect")
def check(file: File) -> Findings:
    """A comma behind a value makes it a tuple of one, which is true, and neither False nor None."""
    for setting in detect.settings_in_tuples(file):
        if setting.is_taken_out:
            continue  # a tuple of one, as what is done with it shows
        yield finding(
            setting,
            f"the comma makes `{setting.target}` a tuple, which is true as a setting; delete the comma",
            fix=Fix("Delete the comma", setting.without_comma, safe=False),
        )
