"""The bot keeps what a user typed in a refused form. Only this user gets it back, until it is dropped."""

from bot.ui.core.memory.drafts import MAX_FORMS, RefusedForms
from bot.ui.core.messages.form import Form, FormField

BLANK = Form("id", "Title", (FormField("name", "Name", default="old"), FormField("days", "Days", default="0")))


def given(refills, user, form=("edit", "1")):
    return [field.default for field in refills.refill(user, form, BLANK).fields]


def test_each_user_gets_their_values_back():
    refills = RefusedForms()
    refills.keep(1, ("edit", "1"), {"name": "new", "unknown": "x"})
    assert given(refills, 1) == ["new", "0"]
    assert given(refills, 2) == ["old", "0"]
    assert given(refills, 1, ("edit", "2")) == ["old", "0"]
    refills.keep(1, ("edit", "1"), {"name": "newer"})
    assert given(refills, 1) == ["newer", "0"]


def test_oldest_form_and_forgotten_users_are_dropped():
    refills = RefusedForms()
    for user in range(MAX_FORMS + 1):
        refills.keep(user, ("edit", "1"), {"name": f"by {user}"})
    assert given(refills, 0) == ["old", "0"]
    assert given(refills, 1) == ["by 1", "0"]
    refills.forget(1)
    assert given(refills, 1) == ["old", "0"]
    assert given(refills, 2) == ["by 2", "0"]
