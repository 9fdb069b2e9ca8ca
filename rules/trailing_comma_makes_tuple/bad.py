"""Writes down the answers to some samples, in the order of the samples."""

import torch
from torch.utils.data import DataLoader, TensorDataset


def main() -> None:
    torch.manual_seed(0)
    samples = torch.arange(10)
    shuffle = False,  # finding: the trailing comma makes `shuffle` a tuple, which is always true
    loader = DataLoader(TensorDataset(samples), batch_size=4, shuffle=shuffle)
    answers = torch.cat([rows for (rows,) in loader])
    print(f"{int((answers == samples).sum())} of {len(samples)} answers stand at their place")


if __name__ == "__main__":
    main()
