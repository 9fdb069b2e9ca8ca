"""Pictures with noise for a small network, and its heat map as a picture."""

import numpy as np
import torch
from PIL import Image
from torch import nn


class Noise:
    def __call__(self, image):
        array = np.array(image)
        noise = np.random.rand(*array.shape)
        return Image.fromarray(np.clip(array + 255 * noise, 0, 255).astype("uint8"))


def heat_map(model, batch):
    with torch.no_grad():
        heat = torch.sigmoid(model(batch))
    return Image.fromarray(heat[0, 0].mul(255).byte().numpy())


def main():
    torch.manual_seed(0)
    picture = Image.fromarray(np.full((32, 32, 3), 100, dtype=np.uint8))
    noisy = np.asarray(Noise()(picture), dtype=np.float32)
    batch = torch.from_numpy(noisy).permute(2, 0, 1).unsqueeze(0) / 255
    print(noisy.std(), np.asarray(heat_map(nn.Conv2d(3, 1, 3), batch)).max())


if __name__ == "__main__":
    main()
