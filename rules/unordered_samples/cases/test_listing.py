"""A test cuts what it has made itself."""

import os

import torch


def test_halves(tmp_path):
    for number in range(4):
        torch.save(number, tmp_path / f"{number}.pt")
    names = os.listdir(tmp_path)
    assert len(names[:2]) == len(names[2:])
