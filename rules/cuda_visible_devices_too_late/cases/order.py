"""Orders in which CUDA is started and told which GPUs to use."""

import argparse
import os
from os import environ

import torch
from torch import nn

USE_CUDA = torch.cuda.is_available()


def pick(options):
    os.environ["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID"  # finding: has no effect here
    environ["CUDA_VISIBLE_DEVICES"] = options.gpu  # finding: has no effect here
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "0")  # finding: set it before
    os.environ["OMP_NUM_THREADS"] = "4"
    os.environ["RANK"] = str(options.rank)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", default="0")
    pick(parser.parse_args())
