"""Phases of one program that each set the variable: to what it is already, or to something else."""

import argparse
import os

from torch import nn


def pretrain(args):
    os.environ["CUDA_VISIBLE_DEVICES"] = args.gpu
    return nn.Linear(2, 2).cuda()


def finetune(args):
    os.environ["CUDA_VISIBLE_DEVICES"] = args.gpu  # changes nothing
    return nn.Linear(2, 2).cuda()


def evaluate(args):
    os.environ["CUDA_VISIBLE_DEVICES"] = args.other_gpu  # finding: has no effect here
    return nn.Linear(2, 2).cuda()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", default="0")
    parser.add_argument("--other-gpu", default="1")
    given = parser.parse_args()
    pretrain(given)
    finetune(given)
    evaluate(given)
