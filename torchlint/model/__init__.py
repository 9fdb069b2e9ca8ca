"""Understanding PyTorch code: syntax, values and flow, and the views of them that rules ask."""
