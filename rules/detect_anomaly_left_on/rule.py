from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import api, testing, training

from . import detect

SWITCHES = ("torch.autograd.set_detect_anomaly", "torch.autograd.detect_anomaly")
CHECKS = ("torch.autograd.gradcheck", "torch.autograd.gradgradcheck")


@rule(group="speed", severity="warning", symptoms="gpu-idle", words="detect_anomaly gradcheck gradgradcheck")
def check(file: File) -> Findings:
    """Anomaly detection and `gradcheck` are for debugging: they check every gradient and slow steps down many times."""
    if testing.is_test_module(file) or testing.is_for_debugging(file):
        return  # a script for debugging
    for switch in file.named_calls(*SWITCHES):
        sets = switch.method == "set_detect_anomaly" or "torch.autograd.set_detect_anomaly" in switch.spelled
        mode = switch.argument(0, "mode") if sets else None
        if sets and (mode is None or mode.is_literally is not True):
            continue  # switched off, or set by a flag
        if testing.is_conditional(switch) or testing.is_tried(switch) or testing.is_in_function_for_debugging(switch):
            continue  # the user asked for it, or a failed step is run again to locate the error
        if not sets and not testing.is_entered(switch):
            continue  # the context manager is never entered, so it has no effect
        gone = switch.deleting if api.is_discarded(switch) else ()
        yield finding(
            switch,
            f"`{switch}` slows down every backward; enable it with a flag when debugging",
            fix=Fix("Remove it", gone, safe=False) if gone else None,
        )
    for mode in detect.switches_of_trainers(file):
        if testing.is_conditional(mode) or testing.is_in_function_for_debugging(mode):
            continue  # the user asked for it
        yield finding(mode, "`detect_anomaly=True` slows down every backward; enable it with a flag when debugging")
    for differences in file.named_calls(*CHECKS):
        if not training.is_in_each_step(differences) or testing.is_in_function_for_debugging(differences):
            continue  # only once, or now and then
        gone = differences.deleting if api.is_discarded(differences) else ()
        yield finding(
            differences,
            f"`{differences}` runs the model twice per input element in every step; check once, in a test",
            fix=Fix("Remove it", gone, safe=False) if gone else None,
        )
