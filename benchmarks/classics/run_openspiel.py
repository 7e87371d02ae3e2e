"""OpenSpiel: the same games in its C++ loop, and from Python with and without tensors."""

from benchmarks.peers.run_openspiel import game_rows
from benchmarks.server import serve

GAMES = {
    "connect four": "connect_four",
    "kuhn poker": "kuhn_poker",
    "leduc poker": "leduc_poker",
    "liars dice": "liars_dice",
    "hearts": "hearts",
}

if __name__ == "__main__":
    serve(game_rows(GAMES), ["open_spiel"])
