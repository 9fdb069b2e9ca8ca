import torch
from torch.utils.data import RandomSampler, Sampler


class Endless(torch.utils.data.Sampler):
    def __init__(self, dataset):
        super().__init__(dataset)  # finding: `super().__init__(dataset)` fails since PyTorch 2.10
        self.dataset = dataset

    def __iter__(self):
        while True:
            yield from range(len(self.dataset))


class Reversed(Sampler):
    def __init__(self, data_source):
        Sampler.__init__(self, data_source=data_source)  # finding: `Sampler` takes no arguments
        self.places = list(range(len(data_source)))[::-1]

    def __iter__(self):
        return iter(self.places)


class Counted(Sampler):
    def __init__(self, data_source):
        super().__init__()
        self.count = len(data_source)

    def __iter__(self):
        return iter(range(self.count))


class Remembering(Counted):
    def __init__(self, data_source):
        super().__init__(data_source)


class Drawn(RandomSampler):
    def __init__(self, data_source):
        super().__init__(data_source)


class Named:
    def __init__(self, name):
        self.name = name


class Mixed(Sampler):
    def __init__(self, name):
        super().__init__(name)

    def __iter__(self):
        return iter(())


class MixedAndNamed(Mixed, Named):
    """Here, what follows `Mixed` is `Named`."""
