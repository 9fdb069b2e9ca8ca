"""Tensors that are made on CUDA by default, in a program that has a fallback."""

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def prepared():
    if torch.cuda.is_available():
        torch.set_default_tensor_type("torch.cuda.FloatTensor")
    torch.set_default_dtype(torch.float32)


def main():
    torch.set_default_device("cuda")  # finding: fails where the program falls back to the CPU
    print(torch.zeros(3).to(device))
