"""Embeddings by triplets, with a bank of negatives from earlier batches and a nearest-neighbour evaluation."""

from collections import deque

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(21)


class EmbeddingNet(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(10, 32), nn.PReLU(), nn.Dropout(0.1), nn.Linear(32, dim))

    def forward(self, x):
        return F.normalize(self.trunk(x), dim=1)


class MemoryBank:
    """The newest embeddings, to be used as negatives, that nobody differentiates."""

    def __init__(self, size):
        self.queue = deque(maxlen=size)

    def enqueue(self, embeddings):
        self.queue.append(embeddings.detach())  # refuted(retained_graph): no graph

    def negatives(self):
        return torch.cat(list(self.queue)) if self.queue else None


class Statistics:
    def __init__(self):
        self.distances = {"positive": 0.0, "negative": 0.0}
        self.hardest = []

    def update(self, positive, negative):
        self.distances["positive"] += positive.mean()  # confirmed(retained_graph)
        with torch.no_grad():
            self.distances["negative"] += negative.mean()  # refuted(retained_graph): no graph
        self.hardest.append(positive.max())  # confirmed(retained_graph)


centers = 2 * torch.randn(5, 10)


def make_triplets(size=16):
    anchor_class = torch.randint(0, 5, (size,))
    negative_class = (anchor_class + torch.randint(1, 5, (size,))) % 5
    picked = centers[torch.stack([anchor_class, anchor_class, negative_class])]
    return tuple(picked + 0.7 * torch.randn_like(picked))


def train(net, bank, statistics, optimizer, steps=10, margin=0.3):
    net.train()
    running, log = 0.0, []
    for _ in range(steps):
        anchor, positive, negative = make_triplets()
        optimizer.zero_grad()
        embedded = net(anchor)  # refuted(eval_mode): part of training # refuted(held_activations): part of training
        to_positive = (embedded - net(positive)).pow(2).sum(1)
        to_negative = (embedded - net(negative)).pow(2).sum(1)
        loss = F.relu(to_positive - to_negative + margin).mean()
        old = bank.negatives()
        if old is not None:
            terms = []
            for part in old.split(16):
                terms.append((embedded @ part.t()).clamp(min=0).mean())  # refuted(retained_graph): backward ran through it
            loss = loss + 0.1 * torch.stack(terms).mean()
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
        bank.enqueue(embedded)
        statistics.update(to_positive, to_negative)  # confirmed by list-accumulates-graph # confirmed by loss-accumulates-graph
        running += loss.detach()  # refuted(retained_graph): no graph
        log.append(float(loss))  # refuted(retained_graph): no graph
    return running.item() / steps, max(log)


def embed_gallery(net, count=6):
    features, labels = [], []
    for i in range(count):
        label = torch.full((8,), i % 5)
        embedding = net(centers[label] + 0.7 * torch.randn(8, 10))  # confirmed by missing-eval-mode # confirmed by eval-without-no-grad
        features.append(embedding)  # confirmed by list-accumulates-graph: activations
        labels.append(label)  # refuted(retained_graph): no graph
    return torch.cat(features), torch.cat(labels)


@torch.inference_mode()
def embed_queries(net, count=5):
    net.eval()
    features, labels = [], []
    for i in range(count):
        label = torch.full((4,), i % 5)
        embedding = net(centers[label] + 0.7 * torch.randn(4, 10))  # refuted(held_activations): gradients are off
        features.append(embedding)  # refuted(retained_graph): no graph
        labels.append(label)
    return torch.cat(features), torch.cat(labels)


net, bank, statistics = EmbeddingNet(), MemoryBank(size=4), Statistics()
optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
for epoch in range(2):
    average, largest = train(net, bank, statistics, optimizer)
    gallery, gallery_labels = embed_gallery(net)
    queries, query_labels = embed_queries(net)
    nearest = torch.cdist(queries, gallery.detach()).argmin(dim=1)
    recall = (gallery_labels[nearest] == query_labels).float().mean()
    print(f"epoch {epoch}: loss {average:.4f} largest {largest:.4f} recall@1 {recall:.3f}")
print({name: round(total.item() / 20, 4) for name, total in statistics.distances.items()})
print("hardest", torch.stack(statistics.hardest).max().item())
