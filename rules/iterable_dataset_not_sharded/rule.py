from torchlint import File, Findings, finding, rule
from torchlint.proofs import repeated_in_workers
from torchlint.queries import data, testing


@rule(group="data", severity="error", symptoms="ranks-drift augmentation-repeats", words="IterableDataset")
def check(file: File) -> Findings:
    """An `IterableDataset` that ignores `get_worker_info()` yields every sample once per worker."""
    if testing.is_part_of_tests(file):
        return  # a test counts the samples
    for dataset in data.datasets(file):
        if not dataset.is_iterable or dataset.knows_workers or dataset.speaks_of_shares:
            continue  # samples are fetched by index, or the dataset shards itself
        if dataset.is_random or dataset.workers == "none":
            continue  # its samples are random, or there are no workers
        for sample in dataset.given_out:
            yield finding(
                dataset.heading,
                f"every DataLoader worker yields all of `{dataset.name}`; "
                "give each a share with `torch.utils.data.get_worker_info()`",
                proof=repeated_in_workers(sample=sample),
                related=(sample.says("samples come from here"),),
                sure=dataset.is_seen_with_workers and not dataset.speaks_of_shards,
            )
            break
