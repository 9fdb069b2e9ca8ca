"""Helpers that wait only where there are several processes, and those that a setting decides about."""

import torch
import torch.distributed as dist


def is_main_process() -> bool:
    return not dist.is_initialized() or dist.get_rank() == 0


def synchronize() -> None:
    if dist.is_available() and dist.is_initialized() and dist.get_world_size() > 1:
        dist.barrier()


def synchronize_if(wanted: bool) -> None:
    if dist.is_initialized() and wanted:
        dist.barrier()


def prepare(path: str) -> None:
    if not is_main_process():
        return
    torch.save(torch.randn(64, 4), path)
    synchronize()  # finding: waits for all ranks, but is called only where


def prepare_together(path: str) -> None:
    if is_main_process():
        torch.save(torch.randn(64, 4), path)
    synchronize()


def prepare_alone(path: str) -> None:
    if is_main_process():
        torch.save(torch.randn(64, 4), path)
        synchronize_if(False)


def log(loss: torch.Tensor) -> None:
    if is_main_process():
        synchronize()  # finding: waits for all ranks, but is called only where
        print(loss.item())


if __name__ == "__main__":
    dist.init_process_group("gloo")
    prepare("data.pt")
    prepare_together("data.pt")
    prepare_alone("data.pt")
    log(torch.zeros(()))
