import torch
import torch.nn.functional as F

rows = torch.rand(4, 8)
total = torch.zeros(4, 8)
rows.clamp_(0, 1)
rows.requires_grad_(False)
torch.add(rows, 1, out=total)
F.relu(total, inplace=True)
F.dropout(total, 0.1, True, True)
torch.nn.init.normal_(rows)
rows[0].zero_()
F.relu_(rows)
F.softmax(rows, 1)  # finding: `F.softmax(rows, 1)` returns its result and leaves `rows` unchanged; assign it
F.relu(rows)  # finding: `F.relu(rows)` returns its result and leaves `rows` unchanged; assign it
torch.add(rows, 1)  # finding: `torch.add(rows, 1)` returns its result and leaves `rows` unchanged; assign it
rows.add(1)  # finding: `rows.add(1)` returns its result and leaves `rows` unchanged; assign it
