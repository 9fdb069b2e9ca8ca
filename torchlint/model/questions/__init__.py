"""What rules ask of a file, one question to a file: answered from what the reading of the file has noted."""
