"""A search ends before its time is over."""

import pytest

from engine.players.search.effort import PlayoutClock


class Time:
    """A fake clock that only the test advances."""

    def __init__(self):
        self.seconds = 100.0

    def now(self):
        """Return the time in seconds."""
        return self.seconds

    def play_out(self, clock, lengths):
        """Return how many play-outs the clock allows. `lengths` has the number of seconds of each play-out."""
        for played, seconds in enumerate(lengths):
            if not clock():
                return played
            self.seconds += seconds
        return len(lengths)


@pytest.mark.parametrize(
    ("lengths", "played"),
    [
        ([0.125] * 20, 7),  # an eighth play-out would end exactly when the time is over, which is too late
        ([0.25, 0.125, 0.125, 0.125, 0.125, 0.125], 5),  # a sixth play-out could take 0.25 s, as the first did
        ([0.125, 0.125, 0.5, 0.125], 3),
        ([0.015625] * 50, 50),
    ],
)
def test_no_playout_begins_that_might_end_too_late(lengths, played):
    time = Time()
    assert time.play_out(PlayoutClock.of(time.now, 1.0), lengths) == played
    assert time.seconds < 101


def test_time_before_first_playout_counts_as_no_playout():
    time = Time()
    clock = PlayoutClock.of(time.now, 1.0)
    time.seconds += 0.5
    assert time.play_out(clock, [0.125] * 5) == 3


def test_without_time_no_playout_begins():
    assert not PlayoutClock.of(Time().now, 0.0)()
