from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import api, checkpoints, testing

from . import detect_downloads

FROM_URL = ("torch.hub.load_state_dict_from_url", "torch.utils.model_zoo.load_url")


@rule(
    group="security",
    severity="warning",
    symptoms="checkpoint-does-not-load",
    words="load",
    replaces="TOR102 S6985 B614",
)
def check(file: File) -> Findings:
    """`torch.load` of a full pickle (`weights_only=False`, or PyTorch < 2.6) can execute code from the file."""
    if testing.is_test_module(file):
        return  # tests load what they have saved
    for load in checkpoints.torch_loads(file):
        if load.is_safe_by_requirement or load.failure is not None:
            continue  # since 2.6 it loads weights only; what `weights_only=True` refuses is for removed-api to report
        if load.is_asked_for and load.is_written_by_project:
            continue  # `weights_only=False` on a file that the program itself writes
        if checkpoints.is_written_before(file, load):
            continue  # this run has written the file
        is_whole = load.is_whole_model  # an object is more than weights
        is_old = file.torch.begins_before((1, 13))
        if is_old:
            instead = "require torch>=2.6 and save a state dict" if is_whole else "require torch>=2.6"
        else:
            instead = (
                "save a state dict, and load it with `weights_only=True`" if is_whole else "pass `weights_only=True`"
            )
        settings = load.settings_read if not is_old and not is_whole else ""
        if settings:
            instead += f" and save `{settings}` as a plain dict"
        with_old = "" if load.is_asked_for or is_whole else " on PyTorch < 2.6"
        yield finding(
            load,
            f"`{load}` unpickles the file{with_old}, {load.danger}; {instead}",
            fix=None
            if is_old or is_whole or settings or not load.fix
            else Fix("Pass `weights_only=True`", load.fix, safe=False),
            sure=not load.is_doubted,
        )
    if detect_downloads.are_all_from_pytorch(file) or not file.torch.reaches((1, 3)):
        return  # all URLs in the file are PyTorch's own, or the hash is always checked
    for download in file.named_calls(*FROM_URL):
        is_checked = (check := download.argument(-1, "check_hash")) is not None and check.is_literally is not False
        if download.has_stars or download.argument(-1, "weights_only") is not None or is_checked:
            continue  # loads weights only, or checks the hash
        if detect_downloads.is_of_torchvision(file, download):
            continue  # torchvision lists addresses of PyTorch's server
        fix = download.put_last("weights_only=True")
        instead = "pass `weights_only=True`"
        if file.torch.begins_before((2, 3)):  # where it can't be asked to load weights only
            is_checkable = detect_downloads.has_hash_in_name(file, download)
            instead = "pass `check_hash=True`" if is_checkable else f"require torch>=2.3 and {instead}"
        unused = api.uncalled_function(download)
        doubt = f", if anything calls `{unused}`" if unused else ""
        yield finding(
            download,
            f"`{download}` unpickles the download, so it can run any code{doubt}; {instead}",
            fix=None if file.torch.begins_before((2, 3)) else Fix("Pass `weights_only=True`", fix, safe=False),
            sure=not doubt,
        )
