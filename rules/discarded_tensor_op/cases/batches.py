from torch import nn
from torch.utils.data import DataLoader


def evaluate(model: nn.Module, loader: DataLoader, device: str) -> None:
    for images, labels in loader:
        images.to(device)  # suspected: `images.to(device)` returns its result and leaves `images` unchanged; assign it
        labels.cpu()
        model(images)
    for number, (images, labels) in enumerate(loader):
        labels.long()  # suspected: `labels.long()` returns its result and leaves `labels` unchanged; assign it
        model(images)
    for number, batch in enumerate(loader):
        batch.to(device)
        model(batch)


def train(model: nn.Module, loader: DataLoader, device: str) -> None:
    for number, batch in enumerate(loader):
        images, labels = batch[0], batch["labels"]
        images.to(device)  # suspected: `images.to(device)` returns its result and leaves `images` unchanged; assign it
        labels.to(device)  # suspected: `labels.to(device)` returns its result and leaves `labels` unchanged; assign it
        mask = batch["mask"].to(device)
        mask.unsqueeze_(0)
        first = batch[:2]
        first.to(device)
        model(images, mask, first)


def unpacked(model: nn.Module, loader: DataLoader, device: str) -> None:
    for batch in loader:
        images, labels = batch
        images.to(device)  # suspected: `images.to(device)` returns its result and leaves `images` unchanged; assign it
        model(images, labels)
        batch.to(device)


def encoded(model: nn.Module, loader: DataLoader, device: str) -> None:
    for batch in loader:
        tokens, labels = batch
        tokens.to(device)
        labels.to(device)  # suspected: leaves `labels` unchanged; assign it
        model(**tokens)
    for tokens, labels in loader:
        tokens.to(device)
        model(tokens["ids"], labels)
