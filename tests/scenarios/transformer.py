"""A transformer encoder that sorts sequences of digits; warmup of the learning rate, label smoothing, attention maps."""

import math
import random

import torch
from torch import nn
from torch.nn import functional as F

VOCAB, LENGTH, DIM = 10, 6, 32


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=32):
        super().__init__()
        position = torch.arange(max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_len, d_model)
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe)

    def forward(self, x):
        return x + self.pe[: x.size(1)]


class Block(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.attention = nn.MultiheadAttention(dim, heads, dropout=0.1, batch_first=True)
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Dropout(0.1), nn.Linear(2 * dim, dim))

    def forward(self, x):
        y = self.norm1(x)
        attended, weights = self.attention(y, y, y)
        x = x + attended
        return x + self.mlp(self.norm2(x)), weights


class Sorter(nn.Module):
    def __init__(self, layers=2):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, DIM)
        self.position = PositionalEncoding(DIM)
        self.blocks = nn.ModuleList(Block(DIM, 4) for _ in range(layers))
        self.out = nn.Linear(DIM, VOCAB)
        self.maps = []

    def forward(self, tokens):
        x = self.position(self.embed(tokens))
        maps = []
        for block in self.blocks:
            x, weights = block(x)
            maps.append(weights)  # refuted(retained_graph): more than 2 steps
        self.maps.append(maps)  # confirmed(retained_graph)
        return F.log_softmax(self.out(x), dim=-1)  # refuted(output_structure): no bare tuple


def batches(count, size=16):
    for _ in range(count):
        tokens = torch.randint(0, VOCAB, (size, LENGTH))
        yield tokens, tokens.sort(dim=1).values


def train_epoch(model, optimizer, scheduler, penalty):
    model.train()
    losses, smooth, seen = [], None, 0
    for tokens, target in batches(10):
        scheduler.step()  # confirmed by scheduler-step-order-or-missing
        log_probs = model(tokens)  # refuted(eval_mode): part of training # refuted(held_activations): part of training
        loss = F.nll_loss(log_probs.flatten(0, 1), target.flatten())  # refuted(value_domain): of log-probabilities
        reg = 0.0
        for p in model.parameters():
            reg += p.pow(2).sum()  # refuted(retained_graph): backward ran through it
        optimizer.zero_grad(set_to_none=True)
        (loss + penalty * reg).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # refuted(clipped_gradients): a step applied
        optimizer.step()  # refuted(stale_gradients)
        smooth = loss if smooth is None else 0.9 * smooth + 0.1 * loss  # confirmed by loss-accumulates-graph: nodes only
        losses.append(loss.detach())  # refuted(retained_graph): no graph
        seen += len(tokens)
    return torch.stack(losses).mean().item(), smooth.item(), seen


def evaluate(model):
    model.eval()
    accuracy, nll = 0.0, 0.0
    for tokens, target in batches(5):
        with torch.inference_mode():
            log_probs = model(tokens)  # refuted(held_activations): gradients are off # refuted(eval_mode): in eval mode
        nll += F.nll_loss(log_probs.flatten(0, 1), target.flatten())  # refuted(retained_graph): no graph
        accuracy += (log_probs.argmax(-1) == target).float().mean()  # refuted(retained_graph): no graph
    return (accuracy / 5).item(), (nll / 5).item()


def main():
    random.seed(3)
    torch.manual_seed(3)
    model = Sorter()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.98), weight_decay=0.01)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 8))
    for epoch in range(2):
        loss, smooth, seen = train_epoch(model, optimizer, scheduler, penalty=1e-5)
        accuracy, nll = evaluate(model)
        print(f"epoch {epoch}: {seen} sequences, loss {loss:.4f} ({smooth:.4f}), nll {nll:.4f}, accuracy {accuracy:.3f}")
    entropy = -(model.maps[-1][0] * (model.maps[-1][0] + 1e-9).log()).sum(-1).mean()
    print(f"attention entropy {entropy.item():.4f} over {len(model.maps)} calls, lr {scheduler.get_last_lr()[0]:.5f}")


if __name__ == "__main__":
    main()
