"""Assigning to entries of a tensor changes it for the caller as well."""

import torch
from torch import Tensor, nn


def masked(rows: Tensor, chosen: Tensor) -> tuple[Tensor, Tensor]:
    labels = rows.clone()
    labels[~chosen] = -100
    rows[chosen] = 0  # finding: assigning to `rows[chosen]` also changes the caller's `batch["rows"]`
    return rows, labels


def collate(samples):
    batch = {"rows": torch.stack(samples)}
    batch["masked"], batch["labels"] = masked(batch["rows"], torch.rand(len(samples)) > 0.5)
    return {name: value.float() for name, value in batch.items()}


def hidden(rows: Tensor, chosen: Tensor) -> tuple[Tensor, Tensor]:
    labels = rows.clone()
    rows[chosen] = 0
    return rows, labels


def collate_in_place_of(samples):
    batch = {"rows": torch.stack(samples), "names": samples}
    batch["rows"], batch["labels"] = hidden(batch["rows"], torch.rand(len(samples)) > 0.5)
    return {name: value for name, value in batch.items()}


class Smooth(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def smooth(self, rows: Tensor, known: Tensor, mask: Tensor) -> Tensor:
        rows[mask] = known  # suspected: assigning to `rows[mask]` also changes the caller's `rows`
        return self.layer(rows)

    def smooth_a_copy(self, rows: Tensor, known: Tensor, mask: Tensor) -> Tensor:
        rows = rows.clone()
        rows[mask] = known
        return self.layer(rows)

    def fill(self, rows: Tensor, known: Tensor, mask: Tensor) -> Tensor:
        rows[mask] = known
        return rows

    def fill_settings(self, rows: dict[str, Tensor], known: Tensor) -> Tensor:
        rows["known"] = known
        return self.layer(rows["known"])

    def _prepared(self, rows: Tensor, mask: Tensor) -> Tensor:
        rows[mask] = 0
        return self.layer(rows)


class Augmentation(nn.Module):
    def forward(self, images: Tensor) -> Tensor:
        return self.changed(images, torch.rand(images.shape[0]) > 0.5)

    def changed(self, images: Tensor, chosen: Tensor) -> Tensor:
        raise NotImplementedError


class Rain(Augmentation):
    def changed(self, images: Tensor, chosen: Tensor) -> Tensor:
        images[chosen] = 1  # suspected: assigning to `images[chosen]` also changes the caller's `images`
        return images


class Snow(Augmentation):
    def changed(self, images: Tensor, chosen: Tensor) -> Tensor:
        images = images.clone()
        images[chosen] = 1
        return images


class Centred(nn.Module):
    """Augmented assignments, which compute in place as well."""

    def __init__(self):
        super().__init__()
        self.layer, self.mean = nn.Linear(4, 4), nn.Parameter(torch.zeros(4))

    def centred(self, rows: Tensor) -> Tensor:
        rows -= self.mean  # suspected: `rows -= self.mean` also changes the caller's `rows`; write `rows = rows - self.mean`
        return self.layer(rows)

    def centred_in_its_type(self, rows: Tensor) -> Tensor:
        values = rows.to(self.mean.dtype)
        values -= self.mean  # suspected: `values -= self.mean` also changes the caller's `rows`; write `values = values -
        return self.layer(values)

    def centred_copy(self, rows: Tensor) -> Tensor:
        values = rows.to(self.mean.dtype) - 1
        values -= self.mean
        return self.layer(values)

    def measured(self, rows, count):
        if torch.min(rows) < 0:
            print("there are negative values")
        count -= 1  # a number
        rows /= count  # suspected: `rows /= count` also changes the caller's `rows`
        return self.layer(rows)

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        return self._encoded(rows), self._shifted(rows), self._converted(rows), rows

    def _encoded(self, rows: Tensor) -> Tensor:
        rows *= 1 + self.mean  # finding: write `rows = rows * (1 + self.mean)`
        return self.layer(rows)

    def _shifted(self, rows: Tensor) -> Tensor:
        flat = rows.view(-1, 4)
        flat += self.mean  # finding: `flat += self.mean` also changes the caller's `rows`
        return self.layer(flat)

    def _converted(self, rows: Tensor) -> Tensor:
        values = rows.float()
        values += self.mean  # suspected: `values += self.mean` also changes the caller's `rows`
        return self.layer(values)
