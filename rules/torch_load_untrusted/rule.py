from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect, detect_downloads, detect_own_files, detect_whole_models

FROM_URL = ("torch.hub.load_state_dict_from_url", "torch.utils.model_zoo.load_url")


@rule(group="security", severity="warning", words="load", replaces="TOR102 S6985 B614")
def check(file: File) -> Findings:
    """A file that is loaded with everything that pickle can hold runs whatever code it brings along."""
    if testing.is_test_module(file) or detect.saves_models(file):
        return  # what a test or a script loads, it has written
    for load in file.named_calls("torch.load"):
        asked = load.argument(-1, "weights_only")
        if load.has_stars or load.argument(2, "pickle_module") is not None:
            continue  # what is passed on is not seen, and pickle_module says what may be loaded
        if asked is not None and asked.is_literally is not False:
            continue  # asked to load weights only, or by a flag
        if asked is None and not file.torch.begins_before((2, 6)):
            continue  # since 2.6 it loads weights only unless it is told otherwise
        if asked is None and detect.says_what_may_be_loaded(file):
            continue  # safe_globals: only weights, and what it names, are to be loaded
        if detect_own_files.is_written_by_project(file, load):
            continue  # what it loads, it has written
        is_whole = detect_whole_models.is_whole_model(file, load.node)  # a model is more than weights
        is_old = file.torch.begins_before((1, 13))
        fix = load.put_last("weights_only=True") if asked is None else asked.put("True")
        reason = "" if asked is not None or is_whole else " with PyTorch before 2.6"
        if is_old:
            instead = "require 2.6, and load a state dict" if is_whole else "require 2.6"
        else:
            instead = "load a state dict with `weights_only=True`" if is_whole else "use `weights_only=True`"
        yield finding(
            load,
            f"`{load}` runs the code that the file holds{reason}; {instead}",
            fix=None if is_old or is_whole else Fix("Load weights only", fix, safe=False),
        )
    if detect_downloads.are_all_from_pytorch(file) or not file.torch.reaches((1, 3)):
        return  # all addresses in the file are PyTorch's own; or the hash in a file's name is always checked
    for load in file.named_calls(*FROM_URL):
        is_checked = (check := load.argument(-1, "check_hash")) is not None and check.is_literally is not False
        if load.has_stars or load.argument(-1, "weights_only") is not None or is_checked:
            continue  # told what to load, or to check that it is what was meant
        fix = load.put_last("weights_only=True")
        instead = "use `weights_only=True`"
        if file.torch.begins_before((2, 3)):  # where it can't be asked to load weights only
            is_checkable = detect_downloads.has_hash_in_name(file, load)
            instead = "pass `check_hash=True`" if is_checkable else f"require 2.3, and {instead}"
        yield finding(
            load,
            f"`{load}` runs the code that the download holds; {instead}",
            fix=None if file.torch.begins_before((2, 3)) else Fix("Load weights only", fix, safe=False),
        )
