"""Namespaces that get attributes by other ways than options."""

import argparse
import json

import torch


def options_of_model(parser):
    parser.add_argument("--dim", type=int, default=3)
    return parser


def one():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    args = options_of_model(parser).parse_args()
    args.device = "cuda" if torch.cuda.is_available() else "cpu"
    print(args.device, args.dim)
    print(args.depth)  # finding: `args.depth` raises AttributeError


def two():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config")
    args = parser.parse_args()
    with open(args.config) as lines:
        vars(args).update(json.load(lines))
    return torch.rand(args.rows)


def three():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config")
    args = parser.parse_args()
    for name, value in json.loads(args.config).items():
        setattr(args, name, value)
    return torch.rand(args.columns)


def five(names):
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate")
    args = parser.parse_args(namespace=argparse.Namespace(**names))
    return args.ratio


def six():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate")
    args = parser.parse_args()
    args = argparse.Namespace(**vars(args), factor=2)
    return args.factor


def seven():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate")
    args = parser.parse_args()
    add_size(args)
    return torch.rand(args.size)


def add_size(settings):
    settings.size = 3
