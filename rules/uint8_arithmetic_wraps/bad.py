"""Brightens two frames of a video, and looks for what has moved between them."""

import tempfile
from pathlib import Path

import numpy as np
import torch
from PIL import Image


def frames(folder):
    rows = torch.arange(64, dtype=torch.uint8).repeat(64, 1) * 4
    for number in range(2):
        path = Path(folder) / f"{number}.png"
        Image.fromarray(rows.roll(8 * number, dims=1).numpy()).save(path)
        yield path


def brighter(path):
    image = np.array(Image.open(path).convert("RGB"))
    return np.clip(image + 40, 0, 255)  # finding: values above 255 wrap around to 0


def moved(before, after):
    first = np.asarray(Image.open(before).convert("L"))
    second = np.asarray(Image.open(after).convert("L"))
    return np.abs(second - first) > 16  # finding: values below 0 wrap around to 255


def main():
    with tempfile.TemporaryDirectory() as folder:
        before, after = frames(folder)
        batch = torch.stack([torch.from_numpy(brighter(path)) for path in (before, after)])
        print(batch.float().mean(), moved(before, after).mean())


if __name__ == "__main__":
    main()
