from torchlint import File, Findings, finding, rule
from torchlint.proofs import inherited_handle
from torchlint.queries import data, testing

from . import detect


@rule(
    group="data",
    severity="error",
    symptoms="augmentation-repeats crash",
    words="h5py lmdb sqlite3 psycopg2 open_file tarfile zipfile VideoCapture pyfaidx pysam pyBigWig "
    "seek readline __next__ __getitem__",
)
def check(file: File) -> Findings:
    """A file or database opened in a dataset's `__init__` is one handle that all DataLoader workers share."""
    if testing.is_part_of_tests(file):
        return  # a test reads a few samples
    for dataset in data.datasets(file):
        if dataset.knows_workers or dataset.is_a_context:
            continue  # the class handles its copies itself, or its user opens and closes it
        for handle in dataset.stored(*detect.HANDLES):
            if handle.is_closed_by_constructor or handle.lies_in_memory:
                continue  # read completely in `__init__`, or the file is a copy in memory
            if handle.is_plain_file and not handle.called() & detect.READS:
                continue  # written to, or only its name is read
            if dataset.workers == "none":
                continue  # the process that opened it reads it
            yield finding(
                handle,
                f"`{handle.name}` is opened once for all DataLoader workers, so their reads interfere; "
                "open it in `__getitem__`, on the first use",
                proof=inherited_handle(opened=handle, handle=handle.uses[0]),
                related=(handle.uses[0].says("read from here"),),
                sure=dataset.workers == "some" and not handle.is_read_without_locks,
            )
        for holder in detect.holders(dataset):
            if dataset.workers == "none":
                continue  # the process that opened it reads it
            yield finding(
                holder,
                f"`{holder.name}` opens a file once for all DataLoader workers, so their reads interfere; "
                "open it at the first read",
                proof=inherited_handle(opened=holder, handle=holder.use),
                related=(holder.use.says("read from here"),),
                sure=dataset.workers == "some" and not holder.is_read_without_locks,
            )
