"""Brings them together."""

import torch

from blocks import Block
from choosing import part
from scaling import scale

if __name__ == "__main__":
    block = Block(8)
    print(block(scale(torch.rand(2, 8), "norm")), part(block)(torch.rand(2, 8)))
