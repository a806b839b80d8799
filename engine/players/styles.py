"""The styles of the levels that play by rules.

The weak ones lose as people do. They forget cards and suits shown to be empty; they play as if the seats behind them
would not beat their card; they hoard points that a partner could have taken home; they shorten suits for no reason;
beginners also draw trumps too early, and lead kings and tens under aces that are still out. None of them ruffs a
partner's sure trick, or gives points to a lost one for nothing.
"""

from dataclasses import replace
from typing import Final

from engine.players.player import Memory, Style
from engine.players.weights import MASTER_WEIGHTS, WEIGHTS

CLUB: Final = Style()
MASTER: Final = Style(weights=MASTER_WEIGHTS)
"""The rule player that a search starts from."""
CASUAL: Final = Style(
    Memory.HONOURS,
    noise=2.0,
    reach=5.0,
    weights=replace(WEIGHTS, zeal=0.25, liability=-0.8, exposed=0.2, second_honour=0.2),
)
NOVICE: Final = Style(
    Memory.RECENT,
    noise=3.0,
    reach=8.0,
    throws=False,
    weights=replace(
        WEIGHTS,
        zeal=0.15,
        liability=-1.1,
        void=6.0,
        draw=6.0,
        drawn=-4.0,
        exposed=0.0,
        second_honour=0.0,
    ),
)
