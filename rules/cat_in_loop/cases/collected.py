"""What grows in loops over batches, and over other things."""

import numpy as np
import torch
from torch import nn


def collect(model, val_loader, tqdm):
    scores = None
    labels = np.array([])
    with torch.no_grad():
        bar = tqdm(val_loader)
        for index, (x, y) in enumerate(bar):
            score = model(x)
            if scores is None:
                scores = score
            else:
                scores = torch.cat((scores, score), dim=0)  # finding: `scores` is copied in full in every pass
            labels = np.concatenate((labels, y.numpy()))  # finding: `labels` is copied in full in every pass
    return scores, labels


def decode(model, tokens, loader):
    for _ in range(20):
        tokens = torch.cat([tokens, model(tokens)[:, -1:]], dim=1)
    for x in loader:
        tokens = torch.cat([tokens, model(tokens, x)], dim=1)
    return tokens


def features(layers, x):
    out = x
    for layer in layers:
        out = torch.cat([out, layer(x)], dim=1)
    return out


def both_views(loader, model):
    for first, second in loader:
        x = first * 2
        x = torch.cat([x, second])
        model(x)


def own_batches(loader, model):
    for batch in loader:
        x, y = batch
        x = torch.cat([x, y])


def of_slices(model: nn.Module, rows, size):
    outputs, seen = torch.zeros(0, 4), torch.zeros(0)
    with torch.no_grad():
        for start in range(0, len(rows), size):
            output = model(rows[start : start + size])
            outputs = torch.cat([outputs, output])  # suspected: `outputs` is copied in full in every pass
        for layer in (model, model):
            seen = torch.cat([seen, layer(rows).sum(0)])
    return outputs, seen


def begun_with_none(loader, model):
    outputs = None
    with torch.no_grad():
        for x in loader:
            y = model(x)
            outputs = y if outputs is None else torch.cat([outputs, y])  # finding: `outputs` is copied in full
    return outputs


def most_telling(model, batches_of, rows, count):
    is_first = True
    val_loader = batches_of(rows, 128)
    for index, (x, _) in enumerate(val_loader):
        with torch.no_grad():
            score = model(x).softmax(dim=1).amax(dim=1)
        if is_first:
            kept, scores, is_first = x, score, False
        else:
            kept = torch.cat([kept, x])  # finding: `kept` is copied in full in every pass
            scores = torch.cat([scores, score])  # finding: `scores` is copied in full in every pass
    return kept[scores.argsort()[:count]]


class Bank:
    def __init__(self, encoder):
        self.encoder, self.bank, self.recent = encoder, torch.empty(0, 8), torch.empty(0, 8)

    @torch.no_grad()
    def fill(self, train_loader):
        for x in train_loader:
            self.bank = torch.cat([self.bank, self.encoder(x)])  # finding: `self.bank` is copied in full
        return self.bank

    @torch.no_grad()
    def compare(self, train_loader):
        for x in train_loader:
            self.recent = torch.cat([self.recent, self.encoder(x)])  # the method reads it in each pass
            self.show()

    def show(self):
        print(self.recent.mean())


def by_name(model, val_loader):
    found = {"scores": torch.tensor([]), "labels": torch.tensor([])}
    with torch.no_grad():
        for x, y in val_loader:
            found["scores"] = torch.cat([found["scores"], model(x)])  # finding: `found["scores"]` is copied in full
            found["labels"] = torch.cat([found["labels"], y])  # finding: `found["labels"]` is copied in full
    return found


def padded(val_loader, model):
    for batch in val_loader:
        batch["x"] = torch.cat([batch["x"], torch.zeros_like(batch["x"])])
        model(batch["x"])


def handed_on(val_loader, model, report):
    seen = {"x": torch.tensor([])}
    with torch.no_grad():
        for x in val_loader:
            seen["x"] = torch.cat([seen["x"], model(x)])
            report(seen)


def with_numpy(model, val_loader):
    scores, kept = np.empty((0, 4)), []
    for x, _ in val_loader:
        with torch.no_grad():
            score = model(x).cpu().numpy()
        scores = np.append(scores, score, axis=0)  # finding: `scores` is copied in full in every pass
        kept.append(score)
    return scores, kept
