"""Namespaces that code of a library gets, which may give them attributes."""

import argparse

import torch
from acme.distributed import init_distributed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    args = parser.parse_args()
    init_distributed(args)
    if args.gpu is not None:  # suspected: `args.gpu` may raise AttributeError
        print(torch.rand(3) * args.lr)


def alone():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    args = parser.parse_args()
    if args.gpu is not None:  # finding: `args.gpu` raises AttributeError
        print(torch.rand(3) * args.lr)


def shared(args):
    if args.scale:  # suspected: a parser that `args` comes from lacks it
        print(args.lr)


def one():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    shared(parser.parse_args())


def other():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--scale", action="store_true")
    shared(parser.parse_args())


if __name__ == "__main__":
    main()
    alone()
    one()
    other()
