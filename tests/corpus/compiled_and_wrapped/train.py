"""Trains what is inside of the wrapper, which then reduces nothing; clips what is scaled; drops out for ever."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler


class Attention(nn.Module):
    def __init__(self, width: int, drop: float = 0.1):
        super().__init__()
        self.mix, self.drop = nn.Linear(width, 3 * width), drop

    def forward(self, rows):
        q, k, v = self.mix(rows).chunk(3, dim=-1)
        return F.scaled_dot_product_attention(q, k, v, dropout_p=self.drop)  # finding: in eval mode too


def train(rows):
    torch.distributed.init_process_group("nccl")
    inner = Attention(16).cuda()
    whole = DistributedDataParallel(torch.compile(inner))
    optimizer, scaler = torch.optim.AdamW(whole.parameters()), torch.amp.GradScaler("cuda")
    sampler = DistributedSampler(rows)
    for epoch in range(3):
        sampler.set_epoch(epoch)
        for batch in DataLoader(rows, 8, sampler=sampler, num_workers=2):
            optimizer.zero_grad()
            with torch.autocast("cuda", dtype=torch.float16):
                loss = (inner(batch.cuda()) ** 2).mean()  # finding: `inner(batch.cuda())` bypasses
            scaler.scale(loss).backward()
            nn.utils.clip_grad_norm_(whole.parameters(), 1.0)  # finding: clips gradients that are still scaled
            scaler.step(optimizer)
            scaler.update()
