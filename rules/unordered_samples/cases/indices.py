"""Listings that are looked up by numbers, which a seed shuffles, or which are divided into folds."""

import os
import random
from pathlib import Path

import numpy as np
import torch
from sklearn.model_selection import KFold


def permuted(root):
    files = os.listdir(root)  # finding: shuffled with a seed
    np.random.seed(1)
    order = np.random.permutation(len(files))
    return [files[i] for i in order[:90]], [files[i] for i in order[90:]]


def shuffled_numbers(root):
    files = os.listdir(root)  # finding: shuffled with a seed
    numbers = list(range(len(files)))
    random.Random(3).shuffle(numbers)
    return [files[number] for number in numbers[:9]]


def by_a_generator(root):
    files = os.listdir(root)  # finding: shuffled with a seed
    order = torch.randperm(len(files), generator=torch.Generator().manual_seed(0)).tolist()
    return [files[i] for i in order]


def by_a_named_generator(root):
    files, generator = os.listdir(root), torch.Generator()  # finding: shuffled with a seed
    generator.manual_seed(3)
    order = torch.randperm(len(files), generator=generator).tolist()
    return [files[i] for i in order]


def without_a_seed(root):
    files = os.listdir(root)
    order = torch.randperm(len(files)).tolist()
    return [files[i] for i in order]


def sorted_before(root):
    files = sorted(os.listdir(root))
    np.random.seed(1)
    order = np.random.permutation(len(files))
    return [files[i] for i in order[:90]], [files[i] for i in order[90:]]


def only_counted(root):
    files, rows = os.listdir(root), torch.load("rows.pt")
    np.random.seed(1)
    order = np.random.permutation(len(files))
    return rows[order], files


def folds(root, fold):
    cases = [one for one in Path(root).iterdir() if one.is_dir()]  # finding: divided into folds
    first, second = list(KFold(5, shuffle=True, random_state=0).split(cases))[fold]
    return [cases[i] for i in first], [cases[i] for i in second]


def folds_without_a_seed(root, fold):
    cases = [one for one in Path(root).iterdir() if one.is_dir()]
    first, second = list(KFold(5, shuffle=True).split(cases))[fold]
    return [cases[i] for i in first], [cases[i] for i in second]


def sorted_folds(root, fold):
    cases = sorted(one for one in Path(root).iterdir() if one.is_dir())
    first, second = list(KFold(5).split(cases))[fold]
    return [cases[i] for i in first], [cases[i] for i in second]
