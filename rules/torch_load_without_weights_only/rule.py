from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import checkpoints, testing


@rule(group="security", severity="info", default=False, words="load")
def check(file: File) -> Findings:
    """torch.load without `weights_only=True` may run code from the file, even if the project itself has written it."""
    if testing.is_test_module(file):
        return  # a test loads what it has written
    for load in checkpoints.torch_loads(file):
        if load.loads_pickles and not load.is_own:
            continue  # a file from elsewhere: torch-load-untrusted
        if load.is_safe_by_requirement or load.fails:
            continue  # requires 2.6 or newer, which loads weights only; or fails there: removed-api
        is_whole = load.is_whole_model
        reason = "" if load.is_asked_for else " with PyTorch before 2.6"
        is_known = not file.torch.begins_before((1, 13))  # whether there is a `weights_only`
        asked = "use `weights_only=True`" if is_known else "require 2.6"
        yield finding(
            load,
            f"`{load}` runs any code in the file{reason}; {'save a state dict, and ' if is_whole else ''}{asked}",
            fix=Fix("Load weights only", load.fix, safe=False) if is_known and not is_whole else None,
        )
