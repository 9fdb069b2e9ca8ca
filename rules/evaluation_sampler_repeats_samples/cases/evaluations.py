"""Evaluations by several processes, and how they deal with samples that are given out twice."""

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, Sampler, Subset
from torch.utils.data.distributed import DistributedSampler


class Strided(Sampler):
    def __init__(self, data, rank, ranks):
        self.indices = range(rank, len(data), ranks)

    def __iter__(self):
        return iter(self.indices)

    def __len__(self):
        return len(self.indices)


def mean_over_ranks(number):
    number = number.clone()
    dist.all_reduce(number)
    return number / dist.get_world_size()


def reduce_number(number):
    return mean_over_ranks(number)


def summed_in_each_batch(model, val_data):
    if dist.is_initialized():
        val_sampler = DistributedSampler(val_data)  # finding: `DistributedSampler` pads with repeated samples, which
    else:
        val_sampler = None
    val_loader = DataLoader(val_data, batch_size=16, sampler=val_sampler)
    right = 0
    for x, y in val_loader:
        of_batch = (model(x).argmax(1) == y).sum()
        dist.all_reduce(of_batch)
        right += of_batch.item()
    return right / len(val_data)


def by_own_function(model, data):
    eval_loader = DataLoader(data, batch_size=16, sampler=DistributedSampler(data))  # finding: `DistributedSampler`
    total = torch.zeros(())
    for x, y in eval_loader:
        total += nn.functional.cross_entropy(model(x), y)
    return reduce_number(total / len(eval_loader))


def by_meter(model, test_set, meters):
    test_sampler = DistributedSampler(test_set, shuffle=False, drop_last=False)  # finding: `DistributedSampler` pads
    loader = DataLoader(test_set, batch_size=16, sampler=test_sampler, drop_last=False)
    for x, y in loader:
        meters.update((model(x).argmax(1) == y).float().mean().item(), len(y))
    meters.synchronize_between_processes()
    print(meters)


def left_out(model, val_data):
    sampler = DistributedSampler(val_data, shuffle=False, drop_last=True)
    right = torch.zeros(())
    for x, y in DataLoader(val_data, batch_size=16, sampler=sampler):
        right += (model(x).argmax(1) == y).sum()
    dist.all_reduce(right)
    rest = range(len(sampler) * dist.get_world_size(), len(val_data))
    for x, y in DataLoader(Subset(val_data, rest), batch_size=16):
        right += (model(x).argmax(1) == y).sum()
    return right / len(val_data)


def left_out_by_setting(model, val_data, args):
    sampler = DistributedSampler(val_data, drop_last=args.drop_last)
    right = torch.zeros(())
    for x, y in DataLoader(val_data, batch_size=16, sampler=sampler):
        right += (model(x).argmax(1) == y).sum()
    dist.all_reduce(right)
    return right


def with_a_comment(model, val_data):
    """Evaluates each sample once, without repeated ones."""
    sampler = DistributedSampler(val_data, shuffle=False)  # finding: `DistributedSampler` pads with repeated samples,
    right = torch.zeros(())
    for x, y in DataLoader(val_data, batch_size=16, sampler=sampler):  # no duplicates here
        right += (model(x).argmax(1) == y).sum()
    dist.all_reduce(right)
    return right / len(val_data)


def said_by_the_program(model, val_data):
    if len(val_data) % dist.get_world_size() != 0:
        print("some samples are evaluated twice, so the result is not exact")
    sampler = DistributedSampler(val_data, shuffle=False)
    right = torch.zeros(())
    for x, y in DataLoader(val_data, batch_size=16, sampler=sampler):
        right += (model(x).argmax(1) == y).sum()
    dist.all_reduce(right)
    return right


def cut(model, val_data):
    sampler = DistributedSampler(val_data, shuffle=False)
    parts = []
    for x, _ in DataLoader(val_data, batch_size=16, sampler=sampler):
        parts.append(model(x).argmax(1))
    mine = torch.cat(parts)
    everything = mine.new_zeros(len(mine), dist.get_world_size())
    everything[:, dist.get_rank()] = mine
    dist.all_reduce(everything)
    return everything.flatten()[: len(val_data)]


def by_number(model, val_data):
    """Gathers the answers by the number of their sample: a repeated one is written twice to one place."""
    answers = {}
    for number, x in DataLoader(val_data, batch_size=1, sampler=DistributedSampler(val_data)):
        answers[int(number)] = model(x).argmax(1)
    parts = [None] * dist.get_world_size()
    dist.all_gather_object(parts, answers)
    return {number: answer for part in parts for number, answer in part.items()}


def by_own_sampler(model, val_data, rank, ranks):
    right = torch.zeros(())
    for x, y in DataLoader(val_data, batch_size=16, sampler=Strided(val_data, rank, ranks)):
        right += (model(x).argmax(1) == y).sum()
    dist.all_reduce(right)
    return right / len(val_data)


def looked_at(model, val_data):
    sampler = DistributedSampler(val_data)
    right = torch.zeros(())
    for step, (x, y) in enumerate(DataLoader(val_data, batch_size=16, sampler=sampler)):
        right += (model(x).argmax(1) == y).sum()
        if step == 50:
            break
    dist.all_reduce(right)
    return right


def trained(model, train_data, optimizer):
    loader = DataLoader(train_data, batch_size=16, sampler=DistributedSampler(train_data))
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        dist.all_reduce(loss.detach())


def on_the_first_rank(model, val_data, rank):
    if rank != 0:
        return None
    right = 0
    for x, y in DataLoader(val_data, batch_size=16):
        right += (model(x).argmax(1) == y).sum().item()
    return right / len(val_data)


def one_by_one(model, val_data):
    sampler = DistributedSampler(val_data)  # finding: pads with repeated samples
    loader = DataLoader(val_data, batch_size=1, sampler=sampler, drop_last=True)
    right = torch.zeros(())
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum()
    dist.all_reduce(right)
    return right / len(val_data)


def whole_batches(model, val_data):
    sampler = DistributedSampler(val_data)
    loader = DataLoader(val_data, batch_size=16, sampler=sampler, drop_last=True)
    right = torch.zeros(())
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum()
    dist.all_reduce(right)
    return right / len(val_data)


def share_between_ranks(number):
    dist.all_reduce(number)
    return number


def share_gradients(model):
    for parameter in model.parameters():
        dist.all_reduce(parameter.grad)


def by_function_of_another_name(model, test_set):
    test_sampler = DistributedSampler(test_set)  # finding: `DistributedSampler` pads with repeated samples, which
    right = torch.zeros(())
    for x, y in DataLoader(test_set, batch_size=16, sampler=test_sampler):
        right += (model(x).argmax(1) == y).sum()
    return share_between_ranks(right)


def of_one_rank(model, test_set):
    test_sampler = DistributedSampler(test_set)
    right = torch.zeros(())
    for x, y in DataLoader(test_set, batch_size=16, sampler=test_sampler):
        right += (model(x).argmax(1) == y).sum()
    share_gradients(model)
    return right


def wait_for_all():
    dist.all_reduce(torch.ones(1))


def keep(values, path):
    is_done = torch.ones(1)
    torch.save(values, path)
    dist.all_reduce(is_done)


def largest_of_all(number):
    dist.all_reduce(number, op=dist.ReduceOp.MAX)
    return number


def meaned(number):
    total = number.clone()
    dist.all_reduce(total)
    return total / dist.get_world_size()


def shown_by_each_rank(model, test_set):
    test_sampler = DistributedSampler(test_set)
    logits, largest = [], torch.zeros(())
    for x, _ in DataLoader(test_set, batch_size=16, sampler=test_sampler):
        logits.append(model(x))
        largest = torch.maximum(largest, logits[-1].max())
    wait_for_all()
    keep(logits, "logits.pt")
    return largest_of_all(largest)


def meaned_over_ranks(model, test_set):
    test_sampler = DistributedSampler(test_set)  # finding: `DistributedSampler` pads with repeated samples, which
    right = torch.zeros(())
    for x, y in DataLoader(test_set, batch_size=16, sampler=test_sampler):
        right += (model(x).argmax(1) == y).sum()
    return meaned(right)


def in_order(model, rows, is_for_training):
    if is_for_training:
        sampler = DistributedSampler(rows)
    else:
        sampler = DistributedSampler(rows, shuffle=False)  # finding: `DistributedSampler` pads with repeated samples
    loader = DataLoader(rows, batch_size=16, sampler=sampler)
    right = torch.zeros(())
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum()
    dist.all_reduce(right)
    return right / len(rows)


def trained_in_order(model, rows, optimizer):
    loader = DataLoader(rows, batch_size=16, sampler=DistributedSampler(rows, shuffle=False))
    total = torch.zeros(())
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.detach()
    dist.all_reduce(total)
    return total / len(loader)
