"""The abstract interpreter: what values are, in which order things happen, and what of it is worth noting."""
