"""Sets and listings that become arrays, are divided by NumPy, or are wrapped in a progress bar."""

import os

import numpy as np
import torch
from tqdm import tqdm


def folds(root, fold):
    subjects = set(name.split("_")[0] for name in os.listdir(root))  # finding: divided into folds
    subjects = np.array(list(subjects), dtype=object)
    return np.array_split(subjects, 5)[fold]


def shuffled(root):
    listed = np.asarray(os.listdir(root))  # finding: shuffled with a seed
    np.random.RandomState(3).shuffle(listed)
    return listed


def halves(root):
    names = list(tqdm(os.listdir(root), desc="listing"))  # finding: split in two
    return names[:10], names[10:]


def sorted_folds(root, fold):
    subjects = np.array(sorted(set(name.split("_")[0] for name in os.listdir(root))))
    return np.array_split(subjects, 5)[fold]


def in_processes(root, pool, work):
    return pool.map(work, np.array_split(os.listdir(root), 8))


def rows(table, parts):
    return [torch.from_numpy(part) for part in np.array_split(np.asarray(table), parts)]


def speakers(table):
    names = list({f"{row.speaker}" for row in table})  # finding: split in two
    return names[:10], names[10:]
