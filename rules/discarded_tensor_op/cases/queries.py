import torch
import torch.nn.functional as F

rows, other = torch.rand(4, 8), torch.rand(4, 8)
torch.topk(rows, 1)  # finding: nothing uses what `torch.topk(rows, 1)` returns; assign it, or delete the call
rows.argmax(1)  # finding: nothing uses what `rows.argmax(1)` returns
rows.max(dim=1)  # finding: nothing uses what
rows.chunk(2)  # finding: nothing uses what
torch.matmul(rows, other.T)  # finding: nothing uses what
F.mse_loss(rows, target=other)  # finding: nothing uses what
rows.eq(other)  # finding: nothing uses what
rows.sort()  # finding: leaves `rows` as it was
rows.relu()  # finding: leaves `rows` as it was
rows.view(2, 16)  # finding: leaves `rows` as it was
rows.add(other)  # finding: leaves `rows` as it was
best = torch.topk(rows, 1)
rows.relu_()
print(rows, best)
