"""PettingZoo's connect four."""

from benchmarks.peers.run_pettingzoo import game_rows
from benchmarks.server import serve

if __name__ == "__main__":
    serve(game_rows({"connect four": ("connect_four_v3", {})}), ["pettingzoo"])
