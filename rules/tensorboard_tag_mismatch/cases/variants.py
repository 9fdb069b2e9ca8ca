"""Tags that say what is written, that say something else, and that say nothing of it."""

import numpy as np
import torch
from torch.utils.tensorboard import SummaryWriter


def write(writer: SummaryWriter, returns, grads, step, prefix):
    writer.add_scalar("return/max", returns.min(), step)  # finding: `add_scalar` writes `min` under the tag
    writer.add_scalar(tag=prefix + "/Min", scalar_value=np.max(returns), global_step=step)  # finding: `add_scalar`
    writer.add_scalar("{}_std".format(prefix), torch.stack(grads).mean().item(), step)  # finding: `add_scalar` writes
    writer.add_scalar("return/max", returns.max(), step)
    writer.add_scalar("return/mean", np.mean(returns), step)
    writer.add_scalar("mean of max", returns.max(1).mean(), step)
    writer.add_scalar("max", returns.max(1).mean(), step)
    writer.add_scalar("mean_std", returns.std(), step)
    writer.add_scalar("deviation", returns.std(), step)
    writer.add_scalar("mean", returns.std() / returns.mean(), step)
    writer.add_scalar("stdin", returns.mean(), step)
    writer.add_scalar("mean", returns[0], step)
    writer.add_scalars("mean", {"std": returns.std()}, step)
    writer.add_scalar(f"{returns.mean()}", returns.std(), step)
