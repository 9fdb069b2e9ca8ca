from torch import nn
from torch.utils.data import DataLoader


def evaluate(model: nn.Module, loader: DataLoader, device: str) -> None:
    for images, labels in loader:
        images.to(device)  # suspected: leaves `images` as it was
        labels.cpu()
        model(images)
    for number, (images, labels) in enumerate(loader):
        labels.long()  # suspected: leaves `labels` as it was
        model(images)
    for number, batch in enumerate(loader):
        batch.to(device)
        model(batch)


def train(model: nn.Module, loader: DataLoader, device: str) -> None:
    for number, batch in enumerate(loader):
        images, labels = batch[0], batch["labels"]
        images.to(device)  # suspected: leaves `images` as it was
        labels.to(device)  # suspected: leaves `labels` as it was
        mask = batch["mask"].to(device)
        mask.unsqueeze_(0)
        first = batch[:2]
        first.to(device)
        model(images, mask, first)
