"""All controls but a few are pressed by a flow: a new one needs a line in `pressed_controls.txt`."""

from pathlib import Path

from pressed_controls import list_controls, read_chosen, recording_presses

HERE = Path(__file__).parent
UNRECORDED = {
    "ev decline",
    "film deal",
    "film review",
    "lg:boards",
    "t1 lie",
    "t1 take",
    "team:do list",
}
"""Controls that no flow is known to press; no further one may be added."""


def test_every_control_is_pressed_by_a_flow():
    assert set(read_chosen()) == list_controls() - UNRECORDED, (
        "tests/flows/pressed_controls.txt names a flow for each control: press a new one in a flow, and add its line"
    )


def test_named_flows_exist():
    for flow in set(read_chosen().values()):
        file, _, name = flow.partition("::")
        assert f"def {name}(" in (HERE / file).read_text("utf-8"), flow


async def test_presses_are_recorded(running, people):
    shown = await people[0].slash("tractor new")
    with recording_presses("") as pressed:
        await people[0].click(shown, next(one for one in shown.buttons if ":mix:" in one or ":start:" in one))
    assert pressed <= {"t1 mix", "t1 start"}
    assert pressed
