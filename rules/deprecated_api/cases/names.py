import torch
import torch.distributed as dist


def average(tensor, count):
    dist.all_reduce(tensor, op=dist.reduce_op.SUM)  # finding: `torch.distributed.reduce_op` is deprecated and warns
    return tensor / count


def largest(tensor, settings):
    dist.all_reduce(tensor, op=dist.ReduceOp.MAX)
    dist.all_reduce(tensor, op=settings.reduce_op)
    return tensor


def bytes_of(text):
    storage = torch.ByteStorage.from_buffer(text)  # finding: use `torch.frombuffer`
    untyped = torch.UntypedStorage(len(text))
    return torch.ByteTensor(storage), untyped, torch.frombuffer(bytearray(text), dtype=torch.uint8)
