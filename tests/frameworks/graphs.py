"""What moves itself, what moves to a new object, and an `eval` that is no module's: PyG, DGL, OGB."""

import dgl
import torch
from ogb.nodeproppred import Evaluator
from torch_geometric.data import Batch, Data
from torch_geometric.loader import DataLoader, RandomNodeLoader
from torch_geometric.nn import GCNConv, LabelPropagation, MessagePassing

data = Data(x=torch.zeros(3, 8), edge_index=torch.zeros(2, 4, dtype=torch.long))
reveal(data)  # framework, torch_geometric.Data
reveal(data.to("cuda"))  # framework, torch_geometric.Data
reveal(RandomNodeLoader(data, 4))  # loader
reveal(DataLoader([data], 4))  # loader, torch_geometric.loader.DataLoader
reveal(DataLoader([data], 4, True, ["y"]))  # loader
reveal(GCNConv(8, 2))  # module

propagated = LabelPropagation(num_layers=3, alpha=0.9)(data.y, data.edge_index)  # has no parameters
print(propagated.argmax(1))

graph = dgl.graph(([0], [1]))
reveal(graph)  # framework, dgl.DGLGraph
reveal(graph.to("cuda"))  # framework, dgl.DGLGraph
reveal(dgl.nn.GraphConv(8, 2))  # module

evaluator = Evaluator("ogbn-arxiv")
reveal(evaluator)  # framework, ogb.Evaluator
reveal(evaluator.eval({"y_true": 1, "y_pred": 1}))  # number


class Conv(MessagePassing):
    def forward(self, x, edge_index):
        return self.propagate(edge_index, x=x)


reveal(Conv())  # module, Conv


def assess(batch: Batch, evaluator, model):
    reveal(batch)  # framework, torch_geometric.Batch
    reveal(evaluator.eval({"y": 1}))  # unknown
    reveal(evaluator)  # unknown
