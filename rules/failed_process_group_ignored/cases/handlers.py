"""What becomes of ranks that do not find the others."""

import logging
import os
import sys
import time

import torch
import torch.distributed as dist
from torch.distributed import init_process_group


def numbers_returned(backend):
    rank, world_size = int(os.environ["SLURM_PROCID"]), int(os.environ["SLURM_NTASKS"])
    try:
        torch.distributed.init_process_group(backend, world_size=world_size, rank=rank)  # finding: may fail
    except Exception as error:
        logging.info("no distributed training: %s", error)
        return 0, 1
    return rank, world_size


def flag_cleared(args):
    args.distributed = int(os.environ.get("WORLD_SIZE", 1)) > 1
    if args.distributed:
        try:
            init_process_group("nccl")  # finding: may fail, and each rank then trains alone
        except RuntimeError:
            args.distributed = False


def for_those_without_launcher(args):
    try:
        dist.init_process_group("nccl")  # suspected: may fail
        args.distributed = True
    except Exception:
        args.distributed = False


def only_said(world_size, rank):
    try:
        dist.init_process_group("nccl", world_size=world_size, rank=rank)  # suspected: may fail
    except Exception as error:
        print("no process group:", error)


def raised(world_size, rank):
    try:
        dist.init_process_group("nccl", world_size=world_size, rank=rank)
    except Exception as error:
        raise RuntimeError(f"rank {rank} of {world_size} finds no others") from error


def ended(world_size, rank):
    try:
        dist.init_process_group("nccl", world_size=world_size, rank=rank)
    except Exception:
        rank, world_size = 0, 1
        sys.exit(1)


def another_backend(world_size, rank):
    try:
        dist.init_process_group("nccl", world_size=world_size, rank=rank)
    except RuntimeError:
        dist.init_process_group("gloo", world_size=world_size, rank=rank)


def again(world_size, rank):
    for _ in range(5):
        try:
            dist.init_process_group("nccl", world_size=world_size, rank=rank)
            return True
        except RuntimeError:
            rank = 0
    return False


def again_once(world_size, rank):
    try:
        dist.init_process_group("nccl", world_size=world_size, rank=rank)
    except RuntimeError:
        time.sleep(10)
        numbers_returned("nccl")


def told(world_size, rank):
    try:
        dist.init_process_group("nccl", world_size=world_size, rank=rank)
    except Exception as error:
        print(error)
        return False
    return True


def variables_only(args):
    try:
        dist.init_process_group("nccl", world_size=args.world_size)
    except (KeyError, ValueError):
        args.world_size = 1


def of_one():
    try:
        dist.init_process_group("gloo", world_size=1, rank=0, store=dist.HashStore())
    except Exception:
        rank, world_size = 0, 1
        print(rank, world_size)


def cleaned_up(world_size, rank):
    try:
        dist.init_process_group("nccl", world_size=world_size, rank=rank)
    finally:
        rank, world_size = 0, 1


def in_the_handler(model, world_size, rank):
    try:
        model.load()
    except Exception:
        dist.init_process_group("nccl", world_size=world_size, rank=rank)
        rank = 0
