"""A parser that a library adds options to, and namespaces of another kind."""

import argparse

import torch
from acme.options import add_options, read_options


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    add_options(parser)
    args = parser.parse_args()
    print(torch.rand(args.rows))


def with_parents():
    parser = argparse.ArgumentParser(parents=[read_options("parser")])
    args = parser.parse_args()
    print(torch.rand(args.rows))


def made_and_filled():
    made = argparse.ArgumentParser()
    add_options(made)
    return made


def own():
    args = made_and_filled().parse_args()
    print(args.columns)
    args = read_options()
    print(torch.rand(args.rows))


def alone():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    opt = parser.parse_args()
    print(torch.rand(opt.rows))  # finding: `opt.rows` raises AttributeError


if __name__ == "__main__":
    main()
    own()
    alone()
    with_parents()
