"""The board of Momiji."""
