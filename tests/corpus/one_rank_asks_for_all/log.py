"""The first process logs a mean that another file computes over all of them."""

import torch
from ranks import among_nodes, is_main_process, mean_over_ranks


@torch.no_grad()
def log(writer, loss, step):
    if is_main_process():
        writer.add_scalar("loss", mean_over_ranks(loss.detach()), step)  # finding: `all_reduce` waits for all ranks


def log_rightly(writer, loss, nodes, step):
    mean = mean_over_ranks(loss.detach())
    if is_main_process():
        writer.add_scalar("loss", mean, step)
        writer.add_scalar("loss/nodes", among_nodes(loss.detach(), nodes), step)
