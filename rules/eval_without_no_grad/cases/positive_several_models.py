"""One function, one finding: the first of several models that it evaluates."""

import torch
from torch import nn

generator, encoder = nn.Linear(4, 8), nn.Linear(8, 4)


def cycle_errors(images):
    generator.eval()
    encoder.eval()
    codes = encoder(images)  # finding: `encoder` is evaluated with gradients enabled
    image_error = (generator(codes) - images).abs().mean().item()
    code_error = (encoder(generator(codes)) - codes).abs().mean().item()
    generator.train()
    encoder.train()
    return image_error, code_error


def sample_images(columns=3):
    generator.eval()
    rows = []
    for _ in range(2):
        fake = generator(torch.randn(columns, 4))  # finding: `generator` is evaluated with gradients enabled
        rows.append(torch.cat(list(fake.data), -1))
    return torch.stack(rows)


if __name__ == "__main__":
    print(cycle_errors(torch.randn(5, 8)), sample_images().shape)
