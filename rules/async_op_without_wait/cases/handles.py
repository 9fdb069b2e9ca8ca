"""Handles that are waited for, handed on, or dropped."""

import torch
import torch.distributed as dist


def dropped(tensor):
    dist.isend(tensor, 1)  # finding: `isend` may still be running when `tensor` is used
    tensor.zero_()


def sent_and_left_alone(tensor):
    dist.isend(tensor * 2, 1)  # suspected: `isend` may still be running when its tensors are used


def received(tensor):
    request = dist.irecv(tensor, 0)  # finding: `irecv` may still be running when `tensor` is used
    return tensor.sum()


def received_in_time(tensor):
    request = dist.irecv(tensor, 0)
    request.wait()
    return tensor.sum()


def all_of_them(tensors):
    handles = [dist.all_reduce(tensor, async_op=True) for tensor in tensors]
    for handle in handles:
        handle.wait()


def collected(tensors):
    handles = []
    for tensor in tensors:
        handles.append(dist.all_reduce(tensor, async_op=True))
    return handles


def kept(layer, tensor):
    layer.handle = dist.all_gather_into_tensor(layer.whole, tensor, async_op=True)
    return dist.reduce_scatter_tensor(layer.part, tensor, async_op=True)


def waited_at_once(tensor):
    dist.broadcast(tensor, src=0, async_op=True).wait()


def not_async(tensor, flag):
    dist.all_reduce(tensor)
    dist.all_reduce(tensor, async_op=False)
    dist.all_reduce(tensor, async_op=flag)
    return tensor / 2


def for_all_at_once(first, second):
    dist.all_reduce(first, async_op=True)  # suspected: `all_reduce` may still be running when `first` is used
    dist.all_reduce(second, async_op=True)  # suspected: `all_reduce` may still be running when `second` is used
    torch.cuda.synchronize()
    return first + second


def for_all_too_late(tensor):
    dist.all_reduce(tensor, async_op=True)  # finding: `all_reduce` may still be running when `tensor` is used
    tensor.div_(2)
    torch.cuda.synchronize()


def collected_until_the_barrier(sizes):
    received = []
    for rank, size in enumerate(sizes):
        part = torch.empty(size)
        dist.broadcast(part, src=rank, async_op=True)  # suspected: `broadcast` may still be running when `part` is used
        received.append(part)
    dist.barrier()
    return received


def collected_and_read(sizes):
    received = []
    for rank, size in enumerate(sizes):
        part = torch.empty(size)
        dist.broadcast(part, src=rank, async_op=True)  # finding: `broadcast` may still be running when `part` is used
        received.append(part.clone())
    dist.barrier()
    return received


def summed_and_waited(x):
    handle = dist.all_reduce(x, async_op=True)
    handle.wait()
    return handle


def summed_and_kept(x, handles):
    handle = dist.all_reduce(x, async_op=True)
    handles.append(handle)
    return handle


def summed(x):
    handle = dist.all_reduce(x, async_op=True)
    return handle


def by_functions(x, y, z):
    handles = []
    summed_and_waited(x)
    summed_and_kept(y, handles)
    summed(z)  # finding: `summed` may still be running when `z` is used
    for handle in handles:
        handle.wait()
    return x + y + z
