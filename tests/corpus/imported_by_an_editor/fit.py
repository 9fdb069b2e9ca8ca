"""The training, to which the model comes as an argument."""

import torch


def fit(net, graphs):
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    criterion = torch.nn.CrossEntropyLoss()
    for graph in graphs:
        optimizer.zero_grad()
        criterion(net(graph.x, graph.edge_index), graph.y).backward()  # finding: applies softmax itself,
        optimizer.step()


def fit_scores(net, graphs):
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    criterion = torch.nn.CrossEntropyLoss()
    for graph in graphs:
        optimizer.zero_grad()
        criterion(net(graph.x, graph.edge_index), graph.y).backward()
        optimizer.step()
