from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="api", severity="error", symptoms="setting-has-no-effect")
def check(file: File) -> Findings:
    """A trailing comma turns `shuffle = False,` into the tuple `(False,)`, which is true."""
    for setting in detect.settings_in_tuples(file):
        if setting.is_taken_out:
            continue  # used as a tuple of one element later
        yield finding(
            setting,
            f"the trailing comma makes `{setting.target}` a tuple, {setting.unlike}; delete the comma",
            fix=Fix("Delete the comma", setting.without_comma, safe=False),
            sure=setting.is_sure,
        )
