"""Data that is augmented and encoded in DataLoader workers, forked and spawned, and a model that is trained on it."""

import time

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, Dataset, IterableDataset


class EncodedSignals(Dataset):
    """Noisy sines; a small fixed encoder turns each into features, in the worker."""

    def __init__(self, n=24):
        generator = torch.Generator().manual_seed(0)
        self.labels = torch.randint(0, 3, (n,), generator=generator)
        self.phases = torch.rand(n, generator=generator)
        torch.manual_seed(1)
        self.encoder = nn.Sequential(nn.Linear(32, 16), nn.Tanh())
        self.energy = 0.0
        self.mean = torch.zeros(16)
        self.seen = 0

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        label = self.labels[index]
        time = torch.linspace(0, 6.28, 32)
        signal = torch.sin((label + 1) * time + self.phases[index]) + 0.1 * torch.randn(32)
        features = self.encoder(signal)  # confirmed(held_activations)
        self.energy += features.pow(2).sum()  # confirmed(retained_graph)
        self.mean += features.detach()  # refuted(retained_graph): no graph
        self.seen += 1  # refuted(retained_graph): no graph
        return features.detach(), label


class OnDisk(Dataset):
    """Each sample is read when it is asked for, and that takes its time."""

    def __init__(self, n=80):
        self.samples = [torch.randn(16) + i % 3 for i in range(n)]
        self.mean, self.std = torch.ones(16), torch.full((16,), 1.3)

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        time.sleep(0.002)
        x = self.samples[index]
        x = (x - self.mean) / self.std  # refuted by per-sample-cpu-transform: of the loops
        return x, torch.tensor(index % 3)


class Stream(IterableDataset):
    def __init__(self, n=12):
        self.n = n
        self.scorer = nn.Linear(16, 1).requires_grad_(False)
        self.scores = []

    def __iter__(self):
        for i in range(self.n):
            x = torch.randn(16) + i % 3
            score = self.scorer(x)  # refuted(held_activations): have no graph
            self.scores.append(score)  # refuted(retained_graph): no graph
            yield x, torch.tensor(i % 3)


def collate(samples):
    xs, ys = zip(*samples)
    batch = torch.stack(xs)
    with torch.no_grad():
        batch += 0.01 * torch.randn_like(batch)  # refuted(retained_graph): no graph
    return batch, torch.stack(ys)


def train(model, loader, optimizer):
    total, seen = 0.0, 0
    for x, y in loader:
        optimizer.zero_grad()
        output = model(x)  # refuted(held_activations): part of training
        loss = F.cross_entropy(output, y)
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
        total += loss * len(y)  # confirmed by loss-accumulates-graph: nodes only
        seen += len(y)
    return total.item() / seen


def evaluate(model, loader):
    model.eval()
    margins = []
    for x, y in loader:
        output = model(x)  # confirmed by eval-without-no-grad # refuted(eval_mode): in eval mode
        margins.append(output.gather(1, y[:, None]).mean().item())  # refuted(retained_graph): no graph
    return sum(margins) / len(margins)


def main():
    dataset, stream = EncodedSignals(), Stream()
    torch.manual_seed(4)
    model = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Dropout(0.1), nn.Linear(16, 3))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    forked = DataLoader(dataset, batch_size=6, num_workers=1, multiprocessing_context="fork", collate_fn=collate)
    spawned = DataLoader(dataset, batch_size=6, num_workers=1, multiprocessing_context="spawn", collate_fn=collate)
    streamed = DataLoader(stream, batch_size=4, num_workers=1, multiprocessing_context="fork")
    slow = DataLoader(OnDisk(), batch_size=4)  # confirmed(loader_wait): with 0 workers
    for name, loader in (("forked", forked), ("spawned", spawned), ("streamed", streamed), ("slow", slow)):
        print(name, round(train(model, loader, optimizer), 6))
    print("margin", evaluate(model, DataLoader(dataset, batch_size=6)), dataset.energy.item(), dataset.seen)


if __name__ == "__main__":
    main()
