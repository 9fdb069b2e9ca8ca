"""Places that `nonzero` finds: several as a rule, and sometimes one."""

import torch


def ends(ids, separator):
    return torch.nonzero(ids == separator).squeeze().tolist()  # finding: has no dimension left if only one element is found


def count(mask):
    found = mask.nonzero(as_tuple=False).squeeze()  # finding: has no dimension left if only one element is found
    return len(found)


def chosen(rows, mask):
    return rows[torch.nonzero(mask).squeeze()]  # suspected: has no dimension left if only one element is found


def innocent(ids, separator, mask):
    by_dimension = torch.nonzero(ids == separator).squeeze(-1).tolist()
    first = mask.nonzero().squeeze().item()
    (places,) = torch.nonzero(mask, as_tuple=True)
    return by_dimension, first, places.squeeze(), mask.nonzero()[:, 0]


ids = torch.tensor([3, 0, 3, 1])
print(ends(ids, 3), count(ids > 1), chosen(ids, ids > 1), innocent(ids, 3, ids == 1))
