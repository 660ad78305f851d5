"""Beside: the sessions of one machine, what they tell each other, and the board between them."""
