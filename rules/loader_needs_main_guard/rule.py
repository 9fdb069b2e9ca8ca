from torchlint import File, Findings, finding, rule
from torchlint.queries import api, testing

from . import detect


@rule(group="data", severity="info", symptoms="distributed-run-hangs crash", words="num_workers")
def check(file: File) -> Findings:
    """Spawned DataLoader workers import the script, and without an `if __name__ == "__main__"` guard run it again."""
    if testing.is_part_of_tests(file) or api.is_notebook(file):
        return  # started by a runner or in a kernel, so the main module is not this file
    if detect.says_fork(file):
        return  # runs only where processes are forked, and says so
    for loader in detect.loaders_used_by_import(file):
        where = "" if loader.is_spawned else " on Windows, macOS or Python 3.14+"
        yield finding(
            loader,
            f"`{loader.name}` starts workers that run this script again{where}; "
            'put the loop under `if __name__ == "__main__"`',
            related=(loader.loop_over.says("each worker runs this too"),),
            sure=loader.is_spawned,
        )
