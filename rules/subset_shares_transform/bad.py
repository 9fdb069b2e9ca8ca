"""Trains on shaken points, and validates on the points themselves; or means to."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, random_split


class Points(Dataset):
    def __init__(self, count: int, transform=None) -> None:
        self.places = torch.linspace(-1, 1, count).view(-1, 1)
        self.transform = transform

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, index: int):
        place = self.places[index]
        shown = place if self.transform is None else self.transform(place)
        return shown, 3 * place - 1


def shaken(place: torch.Tensor) -> torch.Tensor:
    return place + 0.2 * torch.randn(1)


def as_it_is(place: torch.Tensor) -> torch.Tensor:
    return place


def main() -> None:
    torch.manual_seed(0)
    points = Points(64)
    train, val = random_split(points, [48, 16])
    train.transform = shaken  # finding: assigning `train.transform` has no effect, as a Subset never reads it; create a
    train.dataset.transform = shaken  # finding: assigning `train.dataset.transform` changes all Subsets that share
    val.dataset.transform = as_it_is  # finding: assigning `val.dataset.transform` changes all Subsets that share
    model = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
    for places, targets in DataLoader(train, batch_size=4, shuffle=True):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(places), targets).backward()
        optimizer.step()
    with torch.no_grad():
        loss = sum(nn.functional.mse_loss(model(places), targets).item() for places, targets in DataLoader(val)) / 16
    print(f"loss {loss:.4f}")


if __name__ == "__main__":
    main()
