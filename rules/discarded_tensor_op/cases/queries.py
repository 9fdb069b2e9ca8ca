import torch
import torch.nn.functional as F

rows, other = torch.rand(4, 8), torch.rand(4, 8)
torch.topk(rows, 1)  # finding: assign it, or delete the call
rows.argmax(1)  # finding: the result of `rows.argmax(1)` is never used
rows.max(dim=1)  # finding: the result of `rows.max(dim=1)` is never used
rows.chunk(2)  # finding: the result of `rows.chunk(2)` is never used
torch.matmul(rows, other.T)  # finding: the result of `torch.matmul(rows, other.T)` is never used
F.mse_loss(rows, target=other)  # finding: the result of `F.mse_loss(rows, target=other)` is never used
rows.eq(other)  # finding: the result of `rows.eq(other)` is never used
rows.sort()  # finding: `rows.sort()` returns its result and leaves `rows` unchanged; assign it
rows.relu()  # finding: `rows.relu()` returns its result and leaves `rows` unchanged; assign it
rows.view(2, 16)  # finding: `rows.view(2, 16)` returns its result and leaves `rows` unchanged; assign it
rows.add(other)  # finding: `rows.add(other)` returns its result and leaves `rows` unchanged; assign it
best = torch.topk(rows, 1)
rows.relu_()
print(rows, best)
