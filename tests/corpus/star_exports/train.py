"""Everything here, torch included, comes by a star."""

from common import *

scores, odds = Scores(), Odds()
data = [(torch.randn(4, 4), torch.randint(0, 3, (4,))) for _ in range(3)]
loader = torch.utils.data.DataLoader(data, batch_size=None)
for x, y in loader:
    F.cross_entropy(scores(x), y).backward()
    F.cross_entropy(odds(x), y).backward()  # finding: applies softmax itself, but `odds(x)` already holds probabilities
    nn.NLLLoss()(torch.log_softmax(scores(x), 1), y).backward()
with torch.no_grad():
    print(one_pass(scores, loader))
print(another_pass(scores, loader))
