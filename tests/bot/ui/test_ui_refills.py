"""What was written into a refused form is its writer's alone, is bounded, and goes when he is forgotten."""

from bot.ui.forms import Field, Form
from bot.ui.refills import KEPT, Refills

BLANK = Form("id", "Title", (Field("name", "Name", given="old"), Field("days", "Days", given="0")))


def given(refills, user, form=("edit", "1")):
    return [field.given for field in refills.filled(user, form, BLANK).fields]


def test_each_gets_back_what_he_wrote():
    refills = Refills()
    refills.keep(1, ("edit", "1"), {"name": "new", "unknown": "x"})
    assert given(refills, 1) == ["new", "0"]
    assert given(refills, 2) == ["old", "0"]
    assert given(refills, 1, ("edit", "2")) == ["old", "0"]
    refills.keep(1, ("edit", "1"), {"name": "newer"})
    assert given(refills, 1) == ["newer", "0"]


def test_the_oldest_is_forgotten_and_whoever_wants_to_be():
    refills = Refills()
    for user in range(KEPT + 1):
        refills.keep(user, ("edit", "1"), {"name": f"by {user}"})
    assert given(refills, 0) == ["old", "0"]
    assert given(refills, 1) == ["by 1", "0"]
    refills.forget(1)
    assert given(refills, 1) == ["old", "0"]
    assert given(refills, 2) == ["by 2", "0"]
