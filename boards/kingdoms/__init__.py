"""The board of Kings Under Mountains."""
