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
