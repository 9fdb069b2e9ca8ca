"""How samples become a batch is chosen by name, so only a run shows which batches move themselves."""

import torch
from torch import nn
from torch.utils.data import DataLoader, default_collate


class Padded:
    """Rows of several lengths in one tensor, which moves itself like the batches of many packages."""

    def __init__(self, rows):
        self.rows = nn.utils.rnn.pad_sequence(rows, batch_first=True)
        self.lengths = torch.tensor([len(row) for row in rows])

    def to(self, kind):
        self.rows = self.rows.to(kind)
        return self


def pad(samples):
    rows, labels = zip(*samples)
    return Padded(rows), torch.tensor(labels)


COLLATE = {"pad": pad, "stack": default_collate}
torch.manual_seed(0)
of_all_lengths = [(torch.randn(number % 4 + 1, 3), number % 2) for number in range(8)]
of_one_length = [(torch.randn(4, 3), number % 2) for number in range(8)]
model = nn.Linear(3, 2).double()

for batch, labels in DataLoader(of_all_lengths, batch_size=4, collate_fn=COLLATE["pad"]):
    batch.to(torch.float64)  # suspected: `batch.to(torch.float64)` returns its result and leaves `batch`  # refuted
    print(model(batch.rows).argmax(-1).shape, batch.lengths.tolist(), labels.tolist())

for rows, labels in DataLoader(of_one_length, batch_size=4, collate_fn=COLLATE["stack"]):
    rows.to(torch.float64)  # suspected: `rows.to(torch.float64)` returns its result and leaves `rows` unchanged;
    print(rows.dtype, labels.tolist())
