"""Fast reinforcement-learning environments for board and card games of crowns and swords."""
