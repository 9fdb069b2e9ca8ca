"""What is unpacked has zeros behind the end of each sequence."""

import torch
from torch import nn
from torch.nn.utils.rnn import pack_sequence, pad_packed_sequence, pad_sequence

layer = nn.LSTM(4, 8, batch_first=True)
sequences = [torch.rand(5, 4), torch.rand(2, 4)]
output, _ = layer(pack_sequence(sequences))
states, lengths = pad_packed_sequence(output, batch_first=True)
print(states.mean(dim=1))  # finding: divide the sum by the lengths
print(states.sum(dim=1) / lengths.unsqueeze(1))
print(states.mean(dim=2))
print(pad_packed_sequence(output)[0].mean(0))  # finding: includes the padding
print(pad_packed_sequence(output)[0].mean(1))
print(pad_sequence(sequences, batch_first=True).max(1))
