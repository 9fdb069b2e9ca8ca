"""Looks at what the training has written; and at files that came from elsewhere."""

import argparse
from glob import glob
from pathlib import Path

import settings
import torch
from settings import Paths

parser = argparse.ArgumentParser()
parser.add_argument("--weights", default="runs/weights.pt")
parser.add_argument("--teacher", default="teacher.pt")
parser.add_argument("--epoch", type=int, default=1)
options = parser.parse_args()
paths = Paths()
SUMMARY = Path("runs") / "summary.pt"


def show(path):
    print(torch.load(path, weights_only=False))


def show_any(path):
    print(torch.load(path, weights_only=False))  # finding: the file, so the file


class Viewer:
    def __init__(self, folder):
        self.path = folder + f"/epoch_{options.epoch}.pth"

    def view(self):
        with open(self.path, "rb") as file:
            return torch.load(file, weights_only=False)


def main():
    Viewer("runs").view()
    show("best.pth.tar")
    show("./latest.pth.tar")
    show_any("best.pth.tar")
    show_any("somebody_elses.pt")
    print(torch.load(SUMMARY, weights_only=False))
    print(torch.load("runs/epoch_010.pth", weights_only=False))
    print(torch.load("runs/step_{}.pth".format(options.epoch), weights_only=False))
    print(torch.load("models/big/summary.pt", weights_only=False))  # suspected: unpickles the file, so a file from elsewhere can
    print(torch.load(options.weights, weights_only=False))
    print(torch.load(settings.HISTORY, weights_only=False))
    print(torch.load(open(paths.vocabulary, "rb"), weights_only=False))
    print(torch.load(paths.borrowed, weights_only=False))  # suspected: unpickles the file, so a file from elsewhere can
    print(torch.load(options.teacher, weights_only=False))  # finding: the file, so the file
    print(torch.load(f"runs/{options.epoch}.pth", weights_only=False))  # suspected: unpickles the file, so a file from elsewhere can
    print(torch.load("runs/epochs.pth", weights_only=False))  # finding: the file, so the file
    for path in glob("downloads/*.pt"):
        print(torch.load(path, weights_only=False))  # suspected: unpickles the file, so a file from elsewhere can


main()
