import time

import torch

torch.zeros(1).cuda()
torch.ones(8, 8).matmul(torch.ones(8, 8))
rows = torch.rand(64, 64)


def seconds(matrix: torch.Tensor) -> float:
    start = time.perf_counter()
    for _ in range(100):
        torch.mm(matrix, matrix)
        matrix.softmax(1)
    torch.cuda.synchronize()
    return time.perf_counter() - start


def epoch(model: torch.nn.Module, batches: list[torch.Tensor], device: str) -> float:
    start = time.perf_counter()
    for batch in batches:
        batch.to(device)  # finding: `batch.to(device)` returns its result and leaves `batch` unchanged; assign it
        model(batch).mean().backward()
    return time.perf_counter() - start


def fits(matrix: torch.Tensor) -> bool:
    try:
        matrix.view(8, -1)
        matrix.cuda()
    except RuntimeError:
        return False
    return True


def wait(loss: torch.Tensor) -> None:
    loss.cpu()
    loss.item()
    loss.backward()
    loss.register_hook(print)


print(seconds(rows), fits(rows))
kept = [rows.to("cpu")]
lazy = lambda: rows.float()
