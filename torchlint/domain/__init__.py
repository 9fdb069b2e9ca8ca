"""The values of the abstract interpreter, and how two of them join."""
