"""A script in cells, as editors run them one by one: each shows the value that its last line has, as a notebook does."""

# %%
import torch

grid = torch.arange(6.0).view(2, 3)
grid.t()

# %% [markdown]
# A maximum for each column, with where it stands.

#%%
grid.max(dim=0)
# the values first, then the rows that they came from

# In[3]:
torch.zeros_like(grid)

# <codecell>
grid.sum(dim=1, keepdim=True);  # finding: the result of `grid.sum(dim=1, keepdim=True)` is never used

# %%
grid.clamp(0, 1)  # finding: `grid.clamp(0, 1)` returns its result and leaves `grid` unchanged; assign it
print(grid)

# %%
if grid.numel() > 3:
    grid.view(-1)  # finding: `grid.view(-1)` returns its result and leaves `grid` unchanged; assign it

# %%
grid.flatten()
