"""Rule sets that combine rare options, with golden deals of their own."""

from engine.model.presets import preset, with_options

MIXED = {
    "thieves": with_options(
        preset("club"),
        kitty_theft="yes",
        hook="capture",
        early_end="yes",
        play_takeback="yes",
        reveal_kitty="no",
        throw_penalty="ten_per_card",
        must_beat_failed_throw="yes",
        follow="minimal",
    ),
    "wild-three-decks": with_options(
        preset("club"),
        decks="3",
        kitty_size="6",
        permanent_trumps="twos_and_tens",
        scoring="half_step",
        throw_compare="all_units",
        kitty_multiplier="pow_largest_unit",
        no_declaration_first="kitty_first",
        redeal_claim="no_trump_or_no_points",
        follow="template",
        rainbows="4",
    ),
    "bombs": with_options(preset("club"), players="6", decks="4", kitty_size="6", bombs="any_suit", throws="off"),
    "closed-tens": with_options(
        preset("hidden-ten"),
        pickup_counts="as_shown",
        declare_takeback="yes",
        direction="clockwise",
        show_played_cards="no",
        show_throw_stopper="no",
    ),
    "late-friends": with_options(
        preset("finding-friends"),
        friend_call="first_by_other",
        friend_cards="no_points",
        double_join="yes",
        small_team_bonus="1",
        win="reach_ace",
        deal="at_once",
        throw_failure="smallest_unit",
        start_level="Q",
    ),
}
