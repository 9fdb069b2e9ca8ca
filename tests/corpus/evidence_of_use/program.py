"""Makes the models, and says who works with them."""

import torch
from torch import nn

from parts import Decoder, Encoder, Grader, Judge
from steps import grade
from whole import Speaker

encoder = Encoder()
decoder = Decoder()
speaker = Speaker(encoder, decoder)
grader = Grader()
wrapped = nn.DataParallel(grader)
judges = [Judge() for _ in range(2)]

if __name__ == "__main__":
    x = torch.randn(3, 8)
    with torch.no_grad():
        print(speaker(x).shape, grade(wrapped, x), len(judges))
