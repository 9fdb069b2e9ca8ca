"""What --verify does where tensors are on a GPU: every check and every measurement, in one go."""
