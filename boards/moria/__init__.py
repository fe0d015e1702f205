"""The board of Autumn of Moria."""
