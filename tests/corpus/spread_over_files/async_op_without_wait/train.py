"""Evaluations that use a tensor before and after the helper's handle was waited for."""

import torch
import torch.distributed as dist
from comm import start_reduce, reduce_and_wait, Reducer


def evaluate(total, count):
    start_reduce(total)  # finding: may still be running when `total` is used
    return total.item() / count


def evaluate2(total, count):
    work = start_reduce(total)
    work.wait()
    return total.item() / count


def evaluate3(total, count):
    reduce_and_wait(total)
    return total.item() / count


def evaluate4(total, count):
    r = Reducer()
    r.add(total)
    r.finish()
    return total.item() / count


if __name__ == "__main__":
    dist.init_process_group("nccl")
    t = torch.ones(1).cuda()
    print(evaluate(t, 2), evaluate2(t, 2), evaluate3(t, 2), evaluate4(t, 2))
