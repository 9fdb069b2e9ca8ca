from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import api, testing, training

SWITCHES = ("torch.autograd.set_detect_anomaly", "torch.autograd.detect_anomaly")
CHECKS = ("torch.autograd.gradcheck", "torch.autograd.gradgradcheck")


@rule(group="speed", severity="warning", symptoms="gpu-idle", words="detect_anomaly gradcheck gradgradcheck")
def check(file: File) -> Findings:
    """Anomaly detection and `gradcheck` are for debugging: they check every gradient and slow steps down many times."""
    if testing.is_test_module(file) or testing.is_for_debugging(file):
        return  # there to find out what goes wrong
    for switch in file.named_calls(*SWITCHES):
        sets = switch.method == "set_detect_anomaly" or "torch.autograd.set_detect_anomaly" in switch.spelled
        mode = switch.argument(0, "mode") if sets else None
        if sets and (mode is None or mode.is_literally is not True):
            continue  # turned off, or by a flag
        if testing.is_conditional(switch) or testing.is_tried(switch) or testing.is_in_function_for_debugging(switch):
            continue  # asked for; or run again, to see where it failed
        if not sets and not testing.is_entered(switch):
            continue  # it does nothing
        gone = switch.deleting if api.is_discarded(switch) else ()
        yield finding(
            switch,
            f"`{switch}` slows down every backward; enable it with a flag when debugging",
            fix=Fix("Remove it", gone, safe=False) if gone else None,
        )
    for differences in file.named_calls(*CHECKS):
        if not training.is_in_each_step(differences) or testing.is_in_function_for_debugging(differences):
            continue  # once, or now and then
        gone = differences.deleting if api.is_discarded(differences) else ()
        yield finding(
            differences,
            f"`{differences}` runs the model twice per input element in every step; check once, in a test",
            fix=Fix("Remove it", gone, safe=False) if gone else None,
        )
