"""What a program loads when it is run: nobody imports its variables, but functions of the file may read them."""

import torch
from torch import nn

report = nn.Linear(2, 2).load_state_dict(torch.load("seen.pt"), strict=False)


def show():
    print(unexpected)


if __name__ == "__main__":
    first, second, third = nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 2)
    missing, extra = first.load_state_dict(torch.load("first.pt"), strict=False)  # finding: may silently load nothing
    absent, unexpected = second.load_state_dict(torch.load("second.pt"), strict=False)
    show()
    lacking = third.load_state_dict(torch.load("third.pt"), strict=False)
    print(lacking)
