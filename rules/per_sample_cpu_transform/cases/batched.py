"""The same arithmetic where it belongs: on batches, on the device, or once for the whole data set."""

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset, TensorDataset


class Bytes(Dataset):
    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return torch.from_numpy(self.images[index])


class ScaledOnce(Dataset):
    """All images at once, when the data set is made."""

    def __init__(self, images):
        images = images.astype(np.float32) / 255.0
        self.images = (images - images.mean()) / images.std()

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return torch.from_numpy(self.images[index])


class Normalize(nn.Module):
    """A layer: called with batches."""

    def __init__(self, mean, std):
        super().__init__()
        self.register_buffer("mean", torch.tensor(mean).view(-1, 1, 1))
        self.register_buffer("std", torch.tensor(std).view(-1, 1, 1))

    def forward(self, images):
        return (images - self.mean) / self.std


def normalize_batch(batch):
    mean = batch.new_tensor([0.485, 0.456, 0.406]).view(-1, 1, 1)
    std = batch.new_tensor([0.229, 0.224, 0.225]).view(-1, 1, 1)
    return (batch.div(255.0) - mean) / std


def collate(samples):
    return torch.stack(samples).float() / 255.0


def train(model, images, device):
    loader = DataLoader(Bytes(images), batch_size=32, pin_memory=True)
    for batch in loader:
        batch = batch.to(device, non_blocking=True).float() / 255
        batch = batch + 0.1 * torch.randn_like(batch)
        model(normalize_batch(batch)).mean().backward()


def collated(images):
    return DataLoader(Bytes(images), batch_size=32, collate_fn=collate)


def scaled_before(images):
    return DataLoader(TensorDataset(torch.from_numpy(images).float() / 255), batch_size=32)


def predict(model, image, device):
    """One image from a user."""
    x = torch.from_numpy(image / 255.0).float()[None].to(device)
    return model(x).argmax(1).item()


class Warmup:
    """Called once per step with a number."""

    def __init__(self, steps):
        self.steps = steps

    def __call__(self, step):
        return min(1.0, (step + 1) / self.steps)


class Dice:
    """Called with a batch of predictions and targets."""

    def __call__(self, predicted, target):
        return 1 - 2 * (predicted * target).sum() / (predicted.sum() + target.sum() + 1e-6)


class Predictor:
    """Called with a batch by a service."""

    def __init__(self, model):
        self.model = model

    def __call__(self, batch):
        with torch.no_grad():
            return self.model(batch / 255.0).softmax(-1)


def fit(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, Warmup(10))
    criterion = Dice()
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        schedule.step()
