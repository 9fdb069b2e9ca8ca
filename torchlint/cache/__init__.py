"""Results of earlier runs on the disk, used again while all that they depend on is unchanged."""
