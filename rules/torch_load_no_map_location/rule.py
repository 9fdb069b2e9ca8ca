from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import loaded_devices
from torchlint.queries import checkpoints, devices, distributed, testing

from . import detect, detect_handed_on, detect_runs


@rule(group="device", severity="warning", symptoms="out-of-memory checkpoint-does-not-load crash", words="load")
def check(file: File) -> Findings:
    """`torch.load` without `map_location` loads tensors to the GPU they were saved from, and fails without it."""
    if testing.is_test_module(file):
        return  # tests load what they have saved
    for load in detect.loads(file):
        is_used = load.is_restored or detect_runs.is_run(file, load) or detect_handed_on.is_handed_on(file, load)
        if load.says_where or not is_used:
            continue  # a device is passed, or nothing shows that the file holds parameters
        uses_cuda = detect.uses_cuda(file)
        if not uses_cuda and not detect.may_use_cuda(file):
            continue  # nothing in this project uses a GPU
        if load.is_decided_beside and load.is_for_each_process:
            yield finding(
                load,
                f'`{load}` loads to the GPU that saved the file in every process; add `map_location="cpu"`',
                fix=Fix("Load to the CPU", load.on_the_host, safe=False),
                proof=loaded_devices(load),
                sure=False,
            )
            continue  # reported with what it does in several processes
        if load.is_decided_beside:
            continue  # `map_location` is passed on another path, and this one is for runs with a GPU
        if checkpoints.is_written_before(file, load) and not distributed.is_spread(file):
            continue  # the one process of this run has written the file, from this very GPU
        yield finding(
            load,
            f'`{load}` fails without the GPU that the file was saved from; add `map_location="cpu"`',
            fix=Fix("Load to the CPU", load.on_the_host, safe=False),
            proof=loaded_devices(load),
            sure=load.is_restored
            and uses_cuda
            and file.analysis.mentions("save")
            and not load.is_perhaps_saved_from_cpu
            and devices.program_has_cpu_fallback(file),  # else it may well run on the machine that has saved it
        )
