"""Report how well a tagger of short notes does, from a checkpoint or untrained."""

import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

TAGS = ("bill", "trip", "work", "home")


class Tagger(nn.Module):
    """How probable each tag is for a note."""

    def __init__(self, words: int = 200, tags: int = len(TAGS)) -> None:
        super().__init__()
        self.embed = nn.EmbeddingBag(words, 16)
        self.dropout = nn.Dropout(0.2)
        self.head = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, tags), nn.Sigmoid())

    def forward(self, notes: torch.Tensor) -> torch.Tensor:
        return self.head(self.dropout(self.embed(notes)))


def make_notes(count: int, words: int = 200, length: int = 12) -> TensorDataset:
    """Notes of numbered words; a tag belongs to a note that has one of its first ten words."""
    notes = torch.randint(0, words, (count, length))
    tags = torch.stack([((notes // 10) == tag).any(dim=1) for tag in range(len(TAGS))], dim=1)
    return TensorDataset(notes, tags.float())


def evaluate(model: Tagger, loader: DataLoader, device: torch.device) -> tuple[float, torch.Tensor]:
    """The mean loss, and the share of right answers for each tag."""
    criterion = nn.BCEWithLogitsLoss()
    model.eval()
    losses = []
    right = torch.zeros(len(TAGS))
    right.to(device)
    for notes, tags in loader:
        notes, tags = notes.to(device), tags.to(device)
        probabilities = model(notes)
        losses.append(criterion(probabilities, tags))
        right += ((probabilities > 0.5) == tags.bool()).sum(dim=0)
    return (sum(losses) / len(losses)).item(), right / len(loader.dataset)


def tags_of(model: Tagger, note: torch.Tensor) -> list[str]:
    """The tags that a note probably has."""
    with torch.no_grad():
        probable = model(note[None])[0] > 0.5
    return [tag for tag, has in zip(TAGS, probable.tolist(), strict=True) if has]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", help="a file with the model's state_dict")
    parser.add_argument("--notes", type=int, default=1000)
    args = parser.parse_args()

    torch.manual_seed(0)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Tagger().to(device)
    if args.checkpoint:
        model.load_state_dict(torch.load(args.checkpoint, weights_only=True))
    notes = make_notes(args.notes)
    print(f"the first note: {', '.join(tags_of(model, notes[0][0].to(device))) or 'no tag'}")
    loss, accuracy = evaluate(model, DataLoader(notes, batch_size=100), device)
    print(f"loss {loss:.3f}")
    for tag, share in zip(TAGS, accuracy.tolist(), strict=True):
        print(f"{tag}: {share:.1%} right")


if __name__ == "__main__":
    main()
