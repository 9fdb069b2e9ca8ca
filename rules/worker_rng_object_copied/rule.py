from torchlint import File, Findings, finding, rule
from torchlint.proofs import repeated_in_workers
from torchlint.queries import data, testing

from . import detect

INSTEAD = "create it in a `worker_init_fn`, with a seed from `torch.initial_seed()`"


@rule(
    group="reproducibility",
    severity="error",
    symptoms="results-differ augmentation-repeats",
    words="default_rng RandomState Generator Random __getitem__",
)
def check(file: File) -> Findings:
    """A random generator created in a dataset's `__init__` draws the same numbers in every DataLoader worker."""
    if testing.is_part_of_tests(file):
        return  # a test has no workers, or wants equal numbers
    for dataset in (*data.datasets(file), *data.transforms(file)):
        if dataset.knows_workers:
            continue  # the class handles its copies itself
        for generator in dataset.stored(*detect.GENERATORS):
            if generator.called() & detect.RESEEDING or dataset.workers == "none":
                continue  # seeded for each sample by its index, or not copied
            if detect.is_set_in_workers(file, dataset, generator.name):
                continue  # a `worker_init_fn` sees to it
            yield finding(
                generator,
                f"each DataLoader worker draws the same numbers from its copy of `{generator.name}`; {INSTEAD}",
                proof=repeated_in_workers(generator=generator.uses[0]),
                related=(generator.uses[0].says("drawn from here"),),
                sure=dataset.workers == "some" and not dataset.is_transform,
            )
        for made, name in detect.held_by_helpers(file, dataset):
            if dataset.workers == "none" or detect.is_set_in_workers(file, dataset, name):
                continue  # no DataLoader of it has workers, so nothing is copied, or a `worker_init_fn` sees to it
            yield finding(
                made,
                f"each DataLoader worker draws the same numbers from its copy of `{name}`; {INSTEAD}",
                sure=dataset.workers == "some" and not dataset.is_transform,
            )
        for made, name in detect.drawn_from_elsewhere(file, dataset):
            if dataset.workers == "none":
                continue  # no DataLoader of it has workers, so nothing is copied
            yield finding(
                made,
                f"each DataLoader worker draws the same numbers from its copy of `{name}`; {INSTEAD}",
                sure=False,
            )
