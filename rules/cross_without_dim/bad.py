"""Normals of the triangles of a mesh with four faces, and of the same mesh without the last one."""

import torch
import torch.nn.functional as F

vertices = torch.tensor([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
faces = torch.tensor([[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]])


def normals(faces: torch.Tensor) -> torch.Tensor:
    corners = vertices[faces]
    along, across = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    return F.normalize(torch.cross(along, across), dim=-1)  # finding: uses the first dimension of size 3, which may be


if __name__ == "__main__":
    print(normals(faces)[:3])
    print(normals(faces[:3]))  # the same three faces
