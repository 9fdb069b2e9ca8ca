"""A word-level language model: LSTM, truncated backpropagation through time, perplexity."""

import math
import time

import torch
import torch.nn as nn

ntokens, emsize, nhid, bptt, batch_size = 40, 16, 24, 8, 8


class RNNModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.2)
        self.encoder = nn.Embedding(ntokens, emsize)
        self.rnn = nn.LSTM(emsize, nhid)
        self.decoder = nn.Linear(nhid, ntokens)

    def forward(self, input, hidden):
        output, hidden = self.rnn(self.drop(self.encoder(input)), hidden)
        return self.decoder(self.drop(output)).view(-1, ntokens), hidden

    def init_hidden(self, bsz):
        weight = next(self.parameters())
        return weight.new_zeros(1, bsz, nhid), weight.new_zeros(1, bsz, nhid)


def repackage_hidden(h):
    return tuple(v.detach() for v in h)


def make_corpus(length):
    tokens = [0]
    for noise in torch.randint(0, 3, (length,)).tolist():
        tokens.append((3 * tokens[-1] + noise + 1) % ntokens)
    return torch.tensor(tokens)


def batchify(data, bsz):
    nbatch = data.size(0) // bsz
    return data[: nbatch * bsz].view(bsz, -1).t().contiguous()


def get_batch(source, i):
    seq_len = min(bptt, len(source) - 1 - i)
    return source[i : i + seq_len], source[i + 1 : i + 1 + seq_len].view(-1)


def train(model, source, criterion, optimizer, epoch, log_interval=5):
    model.train()
    total_loss, epoch_loss = 0.0, 0.0
    grad_norms = []
    hidden = model.init_hidden(batch_size)
    for batch, i in enumerate(range(0, source.size(0) - 1, bptt)):
        data, targets = get_batch(source, i)
        hidden = repackage_hidden(hidden)  # refuted(retained_graph): no graph
        model.zero_grad()
        output, hidden = model(data, hidden)  # refuted(eval_mode): part of training
        loss = criterion(output, targets)  # refuted(softmaxed_input): no probabilities
        loss.backward()
        grad_norms.append(model.decoder.weight.grad.norm())  # refuted(retained_graph): no graph
        optimizer.step()  # refuted(stale_gradients)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.25)  # confirmed by clip-grad-wrong-place
        total_loss += loss.item()  # refuted(retained_graph): no graph # refuted(blocked_time): on the CPU
        epoch_loss += len(data) * loss  # confirmed by loss-accumulates-graph: nodes only
        if batch % log_interval == log_interval - 1:
            print(f"| epoch {epoch} | {batch} batches | loss {total_loss / log_interval:.4f}")
            total_loss = 0.0
    return epoch_loss.item() / (len(source) - 1), torch.stack(grad_norms).mean().item()


def evaluate(model, source, criterion):
    model.eval()
    total_loss = 0.0
    hidden = model.init_hidden(batch_size)
    for i in range(0, source.size(0) - 1, bptt):
        data, targets = get_batch(source, i)
        output, hidden = model(data, hidden)  # confirmed by eval-without-no-grad
        total_loss += len(data) * criterion(output, targets).item()  # refuted(retained_graph): no graph
    return total_loss / (len(source) - 1)


def generate(model, words=20):
    model.eval()
    token, hidden, score = torch.zeros(1, 1, dtype=torch.long), model.init_hidden(1), 0.0
    with torch.inference_mode():
        for _ in range(words):
            output, hidden = model(token, hidden)  # refuted(held_activations): gradients are off
            probs = output.squeeze().softmax(dim=0)
            token = torch.multinomial(probs, 1).view(1, 1)
            score += probs[token.item()].log()  # refuted(retained_graph): no graph
    return score.item() / words


torch.manual_seed(1111)
started = time.time()
train_data, val_data = batchify(make_corpus(1200), batch_size), batchify(make_corpus(400), batch_size)
model = RNNModel()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
counts = train_data.flatten().bincount(minlength=ntokens)
log_counts = torch.log(counts + 1.0)  # refuted(saturation): not probabilities
print("unigrams", log_counts.mean().item())
best_val_loss = None
for epoch in range(2):
    train_loss, norm = train(model, train_data, criterion, optimizer, epoch)
    val_loss = evaluate(model, val_data, criterion)
    print(f"epoch {epoch}: train {train_loss:.4f} norm {norm:.4f} ppl {math.exp(val_loss):.4f}")
    if not best_val_loss or val_loss < best_val_loss:
        best_val_loss = val_loss
print("score of a sample", generate(model), "in time", time.time() - started < 600)
