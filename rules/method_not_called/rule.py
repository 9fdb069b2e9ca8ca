from torchlint import File, Findings, Fix, finding, rule


@rule(group="training", severity="error", replaces="B018")
def check(file: File) -> Findings:
    """A method that is named and not called does nothing."""
    for method in file.uncalled_methods:
        if method.is_tried:
            continue  # asked whether it is there
        yield finding(
            method,
            f"`{method}` is not called, so it does nothing; write `{method}()`",
            fix=Fix("Call it", method.then("()"), safe=False),
        )
