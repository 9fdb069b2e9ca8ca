"""Fits a small classifier to images that are packed, so that each sample has to be unpacked first."""

import zlib

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class PackedImages(Dataset):
    def __init__(self, count: int, side: int) -> None:
        images = torch.randint(0, 255, (count, side, side), dtype=torch.uint8)
        self.packed = [zlib.compress(bytes(image.flatten().tolist()), 9) for image in images]
        self.side = side

    def __len__(self) -> int:
        return len(self.packed)

    def __getitem__(self, index: int):
        pixels = list(zlib.decompress(self.packed[index]))
        image = torch.tensor(pixels, dtype=torch.float32).view(self.side, self.side)
        return image / 255, int(pixels[0] > 127)


def main() -> None:
    torch.manual_seed(0)
    loader = DataLoader(PackedImages(64, side=64), batch_size=8, shuffle=True)  # finding: `loader` loads each batch
    model = nn.Sequential(nn.Flatten(), nn.Linear(64 * 64, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for epoch in range(2):
        for images, labels in loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(images), labels)
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch}: loss {loss.item():.3f}")


if __name__ == "__main__":
    main()
