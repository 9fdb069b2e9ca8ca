import logging
import traceback

import torch
from torch import nn

model = nn.Linear(4, 1)


def train(rows):
    model(rows).sum().backward()


def report(rows):
    logging.error("memory %s", rows.shape)
    print(len(rows), torch.cuda.memory_allocated())


def again(rows):
    try:
        train(rows)
        report(rows)
    except RuntimeError as error:
        if "out of memory" not in str(error):
            raise
        torch.cuda.empty_cache()
        train(rows[::2])  # finding: keeps the failed call's tensors alive


def by_text(rows):
    try:
        train(rows)
    except RuntimeError as error:
        if "out of memory" in str(error):
            torch.cuda.empty_cache()
            train(rows[::2])  # finding: retry after the `except` block
        else:
            raise error


def of_model(rows):
    try:
        return model(rows)
    except (torch.OutOfMemoryError, MemoryError):
        return torch.cat([model(half) for half in rows.chunk(2)])  # finding: runs while the exception keeps


def somewhere_else(rows):
    try:
        return model(rows)
    except torch.OutOfMemoryError:
        return model.cpu()(rows.cpu())


def on_cpu(rows):
    try:
        return train(rows)
    except torch.OutOfMemoryError:
        return train(rows.to("cpu"))


def cleared(rows):
    try:
        train(rows)
    except torch.OutOfMemoryError as error:
        traceback.clear_frames(error.__traceback__)
        train(rows[::2])


def other_error(rows):
    try:
        train(rows)
    except ValueError:
        train(rows[::2])


def in_a_loop(rows):
    size = len(rows)
    while size:
        try:
            for part in rows.split(size):
                train(part)
            return
        except torch.OutOfMemoryError:
            print("halved", size)
            torch.cuda.empty_cache()
            size //= 2


def generated(model: nn.Module, prompts, size):
    try:
        return model.generate(prompts, max_new_tokens=size)
    except torch.cuda.OutOfMemoryError:
        torch.cuda.empty_cache()
        return [model.generate(prompt, max_new_tokens=size) for prompt in prompts]  # finding: `model.generate


def cleared(model: nn.Module, batch):
    try:
        model.zero_grad()
        model(batch).mean().backward()
    except torch.cuda.OutOfMemoryError:
        model.zero_grad()
