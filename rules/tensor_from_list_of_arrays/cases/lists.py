"""Lists of arrays, of numbers, and of what is not known."""

import cv2
import numpy as np
import torch


def of_a_list(paths, states):
    images = [cv2.imread(path) for path in paths]
    torch.tensor(images)  # finding: pass one array, `np.stack(images)`
    torch.FloatTensor([np.asarray(state) for state in states])  # finding: copies element by element
    return torch.as_tensor([np.zeros(3), np.ones(3)])  # finding: copies element by element


def appended(transitions):
    states = []
    for transition in transitions:
        states.append(np.array(transition.state))
    print(len(states))
    return torch.tensor(states, dtype=torch.float32)  # finding: copies element by element


def of_arrays(paths, states):
    images = np.stack([cv2.imread(path) for path in paths])
    more = [np.asarray(state) for state in states]
    return torch.from_numpy(images), torch.tensor(images), torch.tensor(np.array(more))


def of_numbers(rows, rate, length):
    means = [np.mean(row) for row in rows]
    sums = []
    for row in rows:
        sums.append(row.sum())
    return torch.tensor(means), torch.tensor(sums), torch.tensor([np.floor(length * rate)]), torch.tensor([1, 2, 3])


def of_who_knows(batch, arrays):
    rewards = [transition.reward for transition in batch]
    mixed = [np.zeros(3), batch[0]]
    return torch.tensor(rewards), torch.tensor(arrays), torch.tensor(mixed), torch.tensor([])


def filled_elsewhere(rows, fill):
    states = []
    fill(states)
    states.append(np.zeros(3))
    return torch.tensor(states)


def of_tensors(images):
    return torch.stack([torch.from_numpy(np.asarray(image)) for image in images])


def of_columns(path, count):
    table = np.zeros((8, count, count))
    columns = []
    for i in range(count):
        columns.append(table[:, i, 0])
    columns = torch.Tensor(columns).transpose(0, 1)  # finding: copies element by element
    cells = []
    for i in range(count):
        cells.append(table[0, 0, i])
    cells = torch.Tensor(cells)
    return columns, cells


def of_another_list(rows, more):
    found = []
    for row in rows:
        found.append(np.asarray(row))
    print(len(found))
    found = []
    for row in more:
        found.append(row.total)
    return torch.tensor(found)


def computed(paths, rows):
    images = []
    for path in paths:
        image = cv2.imread(path).astype(np.float32)
        image = image / 255.0
        images.append(image - np.asarray([0.5, 0.5, 0.5]))
    shares = [np.mean(row).astype(np.float32) / 255.0 for row in rows]
    return torch.tensor(images), torch.tensor(shares)  # finding: pass one array, `np.stack(images)`
