"""Meaning: what the numbers of a tensor are, as long as operations leave it alone."""

import torch
import torch.nn.functional as F
from torch import nn

weights = torch.tensor([[0.1, 0.2], [0.3, 0.4]], requires_grad=True)
probability = torch.sigmoid(weights)

# What makes a meaning.
reveal(torch.sigmoid(weights))  # tensor, grad, sigmoid
reveal(weights.sigmoid())  # tensor, grad, sigmoid
reveal(F.sigmoid(weights))  # tensor, grad, sigmoid
reveal(torch.special.expit(weights))  # tensor, grad, sigmoid
reveal(nn.Sigmoid()(weights))  # tensor, grad, sigmoid
reveal(F.softmax(weights, dim=1))  # tensor, grad, softmax
reveal(torch.softmax(weights, 1))  # tensor, grad, softmax
reveal(weights.softmax(-1))  # tensor, grad, softmax
reveal(nn.Softmax(dim=1)(weights))  # tensor, grad, softmax
reveal(F.log_softmax(weights, dim=1))  # tensor, grad, log-softmax
reveal(F.softmax(weights, dim=1).log())  # tensor, grad, log-softmax
reveal(torch.log(F.softmax(weights, dim=1)))  # tensor, grad, log-softmax
reveal(F.logsigmoid(weights))  # tensor, grad, log-sigmoid
reveal(torch.tanh(weights))  # tensor, grad, tanh
reveal(F.relu(weights))  # tensor, grad, relu
reveal((weights * 1).relu_())  # tensor, grad, relu
reveal(F.gumbel_softmax(weights))  # tensor, grad
reveal(torch.sigmoid(torch.zeros(3)))  # tensor, no grad, sigmoid

# What keeps it.
reveal(probability.view(-1))  # tensor, grad, sigmoid
reveal(probability.reshape(9))  # tensor, grad, sigmoid
reveal(probability.squeeze())  # tensor, grad, sigmoid
reveal(torch.squeeze(probability, 1))  # tensor, grad, sigmoid
reveal(torch.flatten(probability))  # tensor, grad, sigmoid
reveal(probability.unsqueeze(1).transpose(0, 1).contiguous())  # tensor, grad, sigmoid
reveal(probability[0])  # tensor, grad, sigmoid
reveal(probability[:, 1])  # tensor, grad, sigmoid
reveal(probability[weights > 0])  # tensor, grad, sigmoid
reveal(probability.detach())  # tensor, no grad, sigmoid
reveal(probability.data)  # tensor, no grad, sigmoid
reveal(probability.cpu().float().to("cuda"))  # tensor, grad, sigmoid
reveal(probability.clone())  # tensor, grad, sigmoid
reveal(probability.T)  # tensor, grad, sigmoid
reveal(probability.mT)  # tensor, grad, sigmoid
reveal(probability.clamp(1e-6, 1))  # tensor, grad, sigmoid
reveal(torch.clamp(probability, min=1e-6))  # tensor, grad, sigmoid
reveal(probability + 1e-8)  # tensor, grad, sigmoid
reveal(1e-8 + probability)  # tensor, grad, sigmoid
reveal(probability - 1e-8)  # tensor, grad, sigmoid
reveal(F.softmax(weights, 1) + 1e-8)  # tensor, grad, softmax
reveal(1e-8 + F.softmax(weights, 1))  # tensor, grad, softmax
reveal(F.softmax(weights, 1) + 1)  # tensor, grad
reveal(F.softmax(weights, 1) + weights)  # tensor, grad
reveal(torch.cat([probability, probability]))  # tensor, grad, sigmoid
reveal(torch.stack((probability, probability), dim=1))  # tensor, grad, sigmoid
reveal(F.dropout(probability))  # tensor, grad, sigmoid
reveal(nn.Flatten()(probability))  # tensor, grad, sigmoid
reveal(nn.Identity()(probability))  # tensor, grad, sigmoid
reveal(probability.chunk(2)[0])  # tensor, grad, sigmoid
reveal(probability.permute(1, 0).expand(3, 3).repeat(2, 1))  # tensor, grad, sigmoid
reveal(probability.gather(1, weights.argmax(1)))  # tensor, grad, sigmoid
reveal(probability.requires_grad_())  # tensor, grad, sigmoid
reveal(+probability)  # tensor, grad, sigmoid
for row in probability:
    reveal(row)  # tensor, grad, sigmoid
column, other = probability.unbind(1)
reveal(column)  # tensor, grad, sigmoid

# What loses it.
reveal(probability.mean())  # tensor, grad
reveal(probability.sum(dim=1))  # tensor, grad
reveal(torch.mean(probability))  # tensor, grad
reveal(probability * weights)  # tensor, grad
reveal(2 * probability)  # tensor, grad
reveal(probability / 2)  # tensor, grad
reveal(probability @ weights)  # tensor, grad
reveal(probability - weights)  # tensor, grad
reveal(probability + probability)  # tensor, grad
reveal(probability**2)  # tensor, grad
reveal(probability.log())  # tensor, grad
reveal(torch.relu(probability))  # tensor, grad, relu
reveal(torch.cat([probability, weights]))  # tensor, grad, perhaps sigmoid
reveal(torch.stack([weights, probability]))  # tensor, grad, perhaps sigmoid
reveal(probability > 0.5)  # tensor, no grad
reveal((probability > 0.5).float())  # tensor, no grad
reveal(probability.round())  # tensor, grad
reveal(probability.argmax(1))  # tensor, no grad
reveal(nn.Linear(3, 1)(probability))  # tensor, grad
reveal(F.interpolate(probability, scale_factor=2))  # tensor, grad
reveal(probability.matmul(weights))  # tensor, grad
reveal(F.binary_cross_entropy(probability, weights))  # tensor, grad
reveal(nn.BCELoss()(probability, weights))  # tensor, grad
reveal(nn.BCELoss(reduction="none")(probability, weights))  # tensor, grad

# One minus a sigmoid.
reveal(1 - probability)  # tensor, grad, sigmoid-complement
reveal(1.0 - probability)  # tensor, grad, sigmoid-complement
reveal(1 - torch.sigmoid(weights).view(-1))  # tensor, grad, sigmoid-complement
reveal((1 - probability).squeeze())  # tensor, grad, sigmoid-complement
reveal(1 - probability + 1e-8)  # tensor, grad, sigmoid-complement
reveal(-probability)  # tensor, grad, sigmoid-negated
reveal(-probability + 1)  # tensor, grad, sigmoid-complement
reveal(1 + -probability)  # tensor, grad, sigmoid-complement
reveal(weights - probability)  # tensor, grad
reveal(1 - F.softmax(weights, 1))  # tensor, grad
reveal(2 - probability)  # tensor, grad
reveal(probability + 1)  # tensor, grad

# What changes the numbers past the graph.
kept_away = F.softmax(weights, 1).gather(1, weights.argmax(1))
kept_away.data.clamp_(0.01, 0.99)
reveal(kept_away)  # tensor, grad
kept = torch.sigmoid(weights)
kept.data.cpu()
kept.clamp_(0.01, 0.99)
reveal(kept)  # tensor, grad, sigmoid
