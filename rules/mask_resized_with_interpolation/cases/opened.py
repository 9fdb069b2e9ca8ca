"""Images of Pillow that are resized where they are opened, or made."""

import numpy as np
import torch
from PIL import Image


def opened(path: str, size: tuple[int, int]) -> tuple[torch.Tensor, torch.Tensor]:
    mask = Image.open(path).resize(size)  # suspected: mixes class ids of `Image.open(path)`
    picture = Image.open(path).resize(size)
    nearest_mask = Image.open(path).resize(size, Image.NEAREST)
    mask = torch.as_tensor(np.array(mask), dtype=torch.long)
    picture = torch.as_tensor(np.array(picture), dtype=torch.long)
    return mask, torch.as_tensor(np.array(nearest_mask), dtype=torch.long) + picture


def made(mask: np.ndarray, heat: np.ndarray, size: tuple[int, int]) -> tuple[torch.Tensor, torch.Tensor]:
    small = np.array(Image.fromarray(mask.astype(np.uint8)).resize(size))  # finding: mixes class ids of `Image.fromarr
    warm = np.array(Image.fromarray(heat).resize(size))
    return torch.from_numpy(small).long(), torch.from_numpy(warm).long()
