BEGIN TRANSACTION;
CREATE TABLE actions (
	table_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	text TEXT NOT NULL, 
	user_id BIGINT, 
	CONSTRAINT pk_actions PRIMARY KEY (table_id, revision), 
	CONSTRAINT fk_actions_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE, 
	CONSTRAINT fk_actions_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "actions" VALUES(1,1,1700000001.5,'0 play S5',NULL);
INSERT INTO "actions" VALUES(1,2,1700000001.5,'0 play S5',NULL);
INSERT INTO "actions" VALUES(1,3,1700000001.5,'0 play S5',NULL);
INSERT INTO "actions" VALUES(2,1,1700000001.5,'0 play S5',NULL);
INSERT INTO "actions" VALUES(2,2,1700000001.5,'0 play S5',NULL);
INSERT INTO "actions" VALUES(3,1,1700000001.5,'0 play S5',NULL);
INSERT INTO "actions" VALUES(4,1,1700000001.5,'0 play S5',NULL);
INSERT INTO "actions" VALUES(4,2,1700000001.5,'0 play S5',NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0102');
CREATE TABLE counted_deals (
	season_id INTEGER NOT NULL, 
	entrant_id INTEGER NOT NULL, 
	result_id INTEGER NOT NULL, 
	seat SMALLINT NOT NULL, 
	won BOOLEAN, 
	CONSTRAINT pk_counted_deals PRIMARY KEY (season_id, entrant_id, result_id), 
	CONSTRAINT fk_counted_deals_season_id FOREIGN KEY(season_id) REFERENCES seasons (id) ON DELETE CASCADE, 
	CONSTRAINT fk_counted_deals_entrant_id FOREIGN KEY(entrant_id) REFERENCES entrants (id) ON DELETE CASCADE, 
	CONSTRAINT fk_counted_deals_result_id FOREIGN KEY(result_id) REFERENCES deal_results (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "counted_deals" VALUES(1,1,1,0,NULL);
INSERT INTO "counted_deals" VALUES(1,1,2,0,1);
INSERT INTO "counted_deals" VALUES(1,1,3,0,0);
INSERT INTO "counted_deals" VALUES(1,2,1,1,NULL);
INSERT INTO "counted_deals" VALUES(1,2,2,1,0);
INSERT INTO "counted_deals" VALUES(1,2,3,1,1);
INSERT INTO "counted_deals" VALUES(2,3,4,0,0);
INSERT INTO "counted_deals" VALUES(2,3,5,0,1);
INSERT INTO "counted_deals" VALUES(2,4,4,1,1);
INSERT INTO "counted_deals" VALUES(2,4,5,1,0);
INSERT INTO "counted_deals" VALUES(3,3,6,0,1);
INSERT INTO "counted_deals" VALUES(3,4,6,1,0);
CREATE TABLE deadlines (
	table_id INTEGER NOT NULL, 
	place SMALLINT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	at DOUBLE NOT NULL, 
	seat SMALLINT, 
	task INTEGER NOT NULL, 
	CONSTRAINT pk_deadlines PRIMARY KEY (table_id, place), 
	CONSTRAINT fk_deadlines_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE deal_result_seats (
	result_id INTEGER NOT NULL, 
	seat SMALLINT NOT NULL, 
	user_id BIGINT, 
	computer_level VARCHAR(32), 
	declaring BOOLEAN NOT NULL, 
	won BOOLEAN NOT NULL, 
	match_won BOOLEAN NOT NULL, 
	level_before SMALLINT NOT NULL, 
	level_after SMALLINT NOT NULL, 
	role VARCHAR(16) DEFAULT 'opponent' NOT NULL, 
	CONSTRAINT pk_deal_result_seats PRIMARY KEY (result_id, seat), 
	CONSTRAINT ck_deal_result_seats_one_kind CHECK ((user_id IS NULL) = (computer_level IS NOT NULL)), 
	CONSTRAINT fk_deal_result_seats_result_id FOREIGN KEY(result_id) REFERENCES deal_results (id) ON DELETE CASCADE, 
	CONSTRAINT fk_deal_result_seats_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
);
INSERT INTO "deal_result_seats" VALUES(1,0,1000000000000000011,NULL,1,1,0,2,5,'declarer');
INSERT INTO "deal_result_seats" VALUES(1,1,1000000000000000013,NULL,0,0,0,2,2,'opponent');
INSERT INTO "deal_result_seats" VALUES(1,2,1000000000000000012,NULL,1,1,0,2,5,'partner');
INSERT INTO "deal_result_seats" VALUES(1,3,1000000000000000014,NULL,0,0,0,2,2,'opponent');
INSERT INTO "deal_result_seats" VALUES(2,0,1000000000000000011,NULL,1,1,0,5,6,'declarer');
INSERT INTO "deal_result_seats" VALUES(2,1,1000000000000000013,NULL,0,0,0,2,2,'opponent');
INSERT INTO "deal_result_seats" VALUES(2,2,1000000000000000012,NULL,1,1,0,5,6,'partner');
INSERT INTO "deal_result_seats" VALUES(2,3,1000000000000000014,NULL,0,0,0,2,2,'opponent');
INSERT INTO "deal_result_seats" VALUES(3,0,1000000000000000011,NULL,1,0,0,6,6,'declarer');
INSERT INTO "deal_result_seats" VALUES(3,1,1000000000000000013,NULL,0,1,0,2,3,'opponent');
INSERT INTO "deal_result_seats" VALUES(3,2,1000000000000000012,NULL,1,0,0,6,6,'partner');
INSERT INTO "deal_result_seats" VALUES(3,3,1000000000000000014,NULL,0,1,0,2,3,'opponent');
INSERT INTO "deal_result_seats" VALUES(4,0,1000000000000000011,NULL,1,0,0,6,6,'declarer');
INSERT INTO "deal_result_seats" VALUES(4,1,1000000000000000013,NULL,0,1,0,3,5,'opponent');
INSERT INTO "deal_result_seats" VALUES(4,2,1000000000000000012,NULL,1,0,0,6,6,'partner');
INSERT INTO "deal_result_seats" VALUES(4,3,1000000000000000014,NULL,0,1,0,3,5,'opponent');
INSERT INTO "deal_result_seats" VALUES(5,0,1000000000000000011,NULL,1,1,0,6,7,'declarer');
INSERT INTO "deal_result_seats" VALUES(5,1,1000000000000000013,NULL,0,0,0,5,5,'opponent');
INSERT INTO "deal_result_seats" VALUES(5,2,1000000000000000012,NULL,1,1,0,6,7,'partner');
INSERT INTO "deal_result_seats" VALUES(5,3,1000000000000000014,NULL,0,0,0,5,5,'opponent');
INSERT INTO "deal_result_seats" VALUES(6,0,1000000000000000011,NULL,1,1,0,2,4,'declarer');
INSERT INTO "deal_result_seats" VALUES(6,1,1000000000000000013,NULL,0,0,0,2,2,'opponent');
INSERT INTO "deal_result_seats" VALUES(6,2,1000000000000000012,NULL,1,1,0,2,4,'partner');
INSERT INTO "deal_result_seats" VALUES(6,3,1000000000000000014,NULL,0,0,0,2,2,'opponent');
INSERT INTO "deal_result_seats" VALUES(7,0,1000000000000000011,NULL,1,0,0,4,4,'declarer');
INSERT INTO "deal_result_seats" VALUES(7,1,1000000000000000013,NULL,0,1,0,2,6,'opponent');
INSERT INTO "deal_result_seats" VALUES(7,2,1000000000000000012,NULL,1,0,0,4,4,'partner');
INSERT INTO "deal_result_seats" VALUES(7,3,1000000000000000014,NULL,0,1,0,2,6,'opponent');
INSERT INTO "deal_result_seats" VALUES(8,0,1000000000000000011,NULL,1,1,0,4,5,'declarer');
INSERT INTO "deal_result_seats" VALUES(8,1,1000000000000000013,NULL,0,0,0,6,6,'opponent');
INSERT INTO "deal_result_seats" VALUES(8,2,1000000000000000012,NULL,1,1,0,4,5,'partner');
INSERT INTO "deal_result_seats" VALUES(8,3,1000000000000000014,NULL,0,0,0,6,6,'opponent');
CREATE TABLE deal_result_teams (
	result_id INTEGER NOT NULL, 
	side SMALLINT NOT NULL, 
	team_id INTEGER NOT NULL, 
	start_level SMALLINT NOT NULL, 
	final_level SMALLINT NOT NULL, 
	level_before SMALLINT NOT NULL, 
	level_after SMALLINT NOT NULL, 
	won BOOLEAN NOT NULL, 
	climbed BOOLEAN NOT NULL, 
	CONSTRAINT pk_deal_result_teams PRIMARY KEY (result_id, side), 
	CONSTRAINT fk_deal_result_teams_result_id FOREIGN KEY(result_id) REFERENCES deal_results (id) ON DELETE CASCADE, 
	CONSTRAINT fk_deal_result_teams_team_id FOREIGN KEY(team_id) REFERENCES teams (id) ON DELETE CASCADE
);
INSERT INTO "deal_result_teams" VALUES(1,0,1,2,14,2,5,1,0);
INSERT INTO "deal_result_teams" VALUES(1,1,2,2,14,2,2,0,0);
INSERT INTO "deal_result_teams" VALUES(2,0,1,2,14,5,6,1,0);
INSERT INTO "deal_result_teams" VALUES(2,1,2,2,14,2,2,0,0);
INSERT INTO "deal_result_teams" VALUES(3,0,1,2,14,6,6,0,0);
INSERT INTO "deal_result_teams" VALUES(3,1,2,2,14,2,3,1,0);
INSERT INTO "deal_result_teams" VALUES(4,0,1,2,14,6,6,0,0);
INSERT INTO "deal_result_teams" VALUES(4,1,2,2,14,3,5,1,0);
INSERT INTO "deal_result_teams" VALUES(5,0,1,2,14,6,7,1,0);
INSERT INTO "deal_result_teams" VALUES(5,1,2,2,14,5,5,0,0);
INSERT INTO "deal_result_teams" VALUES(6,0,1,2,14,2,4,1,0);
INSERT INTO "deal_result_teams" VALUES(6,1,2,2,14,2,2,0,0);
INSERT INTO "deal_result_teams" VALUES(7,0,1,2,14,4,4,0,0);
INSERT INTO "deal_result_teams" VALUES(7,1,2,2,14,2,6,1,0);
INSERT INTO "deal_result_teams" VALUES(8,0,1,2,14,4,5,1,0);
INSERT INTO "deal_result_teams" VALUES(8,1,2,2,14,6,6,0,0);
CREATE TABLE deal_results (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	table_id BIGINT, 
	revision INTEGER, 
	guild_id BIGINT NOT NULL, 
	at DOUBLE NOT NULL, 
	declarer SMALLINT NOT NULL, 
	declarers_hold BOOLEAN NOT NULL, 
	opponents_points INTEGER NOT NULL, 
	trick_points INTEGER NOT NULL, 
	kitty_points INTEGER NOT NULL, 
	multiplier INTEGER NOT NULL, 
	penalty_points INTEGER NOT NULL, 
	rise SMALLINT NOT NULL, 
	match_over BOOLEAN NOT NULL, 
	pool_id INTEGER, 
	decay DOUBLE DEFAULT 0 NOT NULL, 
	void BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT fk_deal_results_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id), 
	CONSTRAINT fk_deal_results_pool_id FOREIGN KEY(pool_id) REFERENCES pools (id), 
	CONSTRAINT fk_deal_results_table_id FOREIGN KEY(table_id, revision) REFERENCES actions (table_id, revision) ON DELETE CASCADE, 
	CONSTRAINT uq_deal_results_table_id_revision UNIQUE (table_id, revision)
);
INSERT INTO "deal_results" VALUES(1,1,1,1000000000000000007,1700000060.0,0,1,35,35,0,2,0,3,0,1,0.0,1);
INSERT INTO "deal_results" VALUES(2,1,2,1000000000000000007,1700000120.0,0,1,35,35,0,2,0,1,0,1,0.0,0);
INSERT INTO "deal_results" VALUES(3,1,3,1000000000000000007,1700000180.0,0,0,120,120,0,2,0,1,0,1,0.0,0);
INSERT INTO "deal_results" VALUES(4,2,1,1000000000000000007,1700000240.0,0,0,120,120,0,2,0,2,0,2,0.0,0);
INSERT INTO "deal_results" VALUES(5,2,2,1000000000000000007,1700000300.0,0,1,35,35,0,2,0,1,0,2,0.0,0);
INSERT INTO "deal_results" VALUES(6,3,1,1000000000000000007,1700000540.0,0,1,35,35,0,2,0,2,0,2,0.0,0);
INSERT INTO "deal_results" VALUES(7,4,1,1000000000000000007,1700000600.0,0,0,120,120,0,2,0,4,0,2,0.0,0);
INSERT INTO "deal_results" VALUES(8,4,2,1000000000000000007,1700000660.0,0,1,35,35,0,2,0,1,0,2,0.0,0);
CREATE TABLE deals (
	table_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	secret BLOB NOT NULL, 
	commitment VARCHAR(64) NOT NULL, 
	cut TEXT, 
	deck_order TEXT, 
	CONSTRAINT pk_deals PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_deals_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE entrants (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	league_id INTEGER NOT NULL, 
	user_id BIGINT, 
	team_id INTEGER, 
	joined_at DOUBLE NOT NULL, 
	left_at DOUBLE, 
	CONSTRAINT fk_entrants_league_id FOREIGN KEY(league_id) REFERENCES leagues (id) ON DELETE CASCADE, 
	CONSTRAINT fk_entrants_team_id FOREIGN KEY(team_id) REFERENCES teams (id) ON DELETE CASCADE, 
	CONSTRAINT fk_entrants_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE, 
	CONSTRAINT uq_entrants_league_id_team_id UNIQUE (league_id, team_id), 
	CONSTRAINT uq_entrants_league_id_user_id UNIQUE (league_id, user_id)
);
INSERT INTO "entrants" VALUES(1,1,NULL,1,1700000000.0,NULL);
INSERT INTO "entrants" VALUES(2,1,NULL,2,1700000000.0,NULL);
INSERT INTO "entrants" VALUES(3,2,NULL,1,1700000000.0,NULL);
INSERT INTO "entrants" VALUES(4,2,NULL,2,1700000000.0,NULL);
CREATE TABLE guild_settings (
	guild_id BIGINT NOT NULL, 
	channels TEXT NOT NULL, 
	preset VARCHAR(64), 
	language VARCHAR(8), 
	turn_seconds INTEGER, 
	bury_seconds INTEGER, 
	threads BOOLEAN NOT NULL, 
	may_end VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_guild_settings PRIMARY KEY (guild_id), 
	CONSTRAINT fk_guild_settings_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);
CREATE TABLE guilds (
	id BIGINT NOT NULL, 
	CONSTRAINT pk_guilds PRIMARY KEY (id)
);
INSERT INTO "guilds" VALUES(1000000000000000007);
CREATE TABLE house_rules (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	name_key TEXT NOT NULL, 
	preset VARCHAR(64) NOT NULL, 
	changes TEXT NOT NULL, 
	is_default BOOLEAN NOT NULL, 
	CONSTRAINT fk_house_rules_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id), 
	CONSTRAINT uq_house_rules_guild_id_name_key UNIQUE (guild_id, name_key)
);
CREATE TABLE key_values (
	name VARCHAR(128) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_key_values PRIMARY KEY (name)
);
CREATE TABLE league_audit (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	league_id INTEGER, 
	user_id BIGINT, 
	at DOUBLE NOT NULL, 
	action VARCHAR(32) NOT NULL, 
	facts TEXT NOT NULL, 
	about_id BIGINT, 
	CONSTRAINT fk_league_audit_about_id FOREIGN KEY(about_id) REFERENCES people (id) ON UPDATE CASCADE, 
	CONSTRAINT fk_league_audit_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id), 
	CONSTRAINT fk_league_audit_league_id FOREIGN KEY(league_id) REFERENCES leagues (id) ON DELETE CASCADE, 
	CONSTRAINT fk_league_audit_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
);
INSERT INTO "league_audit" VALUES(1,1000000000000000007,1,77,1700000000.0,'created','{"name": "Forty"}',NULL);
INSERT INTO "league_audit" VALUES(2,1000000000000000007,1,77,1700000000.0,'joined','{"team": 1}',NULL);
INSERT INTO "league_audit" VALUES(3,1000000000000000007,1,77,1700000000.0,'joined','{"team": 2}',NULL);
INSERT INTO "league_audit" VALUES(4,1000000000000000007,1,77,1700000000.0,'season_opened','{"number": 1}',NULL);
INSERT INTO "league_audit" VALUES(5,1000000000000000007,2,77,1700000000.0,'created','{"name": "Club"}',NULL);
INSERT INTO "league_audit" VALUES(6,1000000000000000007,2,77,1700000000.0,'joined','{"team": 1}',NULL);
INSERT INTO "league_audit" VALUES(7,1000000000000000007,2,77,1700000000.0,'joined','{"team": 2}',NULL);
INSERT INTO "league_audit" VALUES(8,1000000000000000007,2,77,1700000000.0,'season_opened','{"number": 1}',NULL);
INSERT INTO "league_audit" VALUES(9,1000000000000000007,2,77,1700000360.0,'season_closed','{"number": 1}',NULL);
INSERT INTO "league_audit" VALUES(10,1000000000000000007,2,77,1700000420.0,'season_opened','{"number": 2}',NULL);
INSERT INTO "league_audit" VALUES(11,1000000000000000007,1,77,1700000660.0,'voided','{"result": 1, "reason": "cards were seen"}',NULL);
CREATE TABLE league_managers (
	league_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_league_managers PRIMARY KEY (league_id, user_id), 
	CONSTRAINT fk_league_managers_league_id FOREIGN KEY(league_id) REFERENCES leagues (id) ON DELETE CASCADE, 
	CONSTRAINT fk_league_managers_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "league_managers" VALUES(1,77);
INSERT INTO "league_managers" VALUES(2,77);
CREATE TABLE leagues (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	name_key TEXT NOT NULL, 
	preset VARCHAR(64) NOT NULL, 
	rules TEXT NOT NULL, 
	ranks VARCHAR(16) NOT NULL, 
	format VARCHAR(16) NOT NULL, 
	days INTEGER, 
	reset VARCHAR(16) NOT NULL, 
	per_deal SMALLINT NOT NULL, 
	per_level SMALLINT NOT NULL, 
	per_match SMALLINT NOT NULL, 
	channel_id BIGINT, 
	decay DOUBLE NOT NULL, 
	created_at DOUBLE NOT NULL, 
	archived_at DOUBLE, 
	replaced VARCHAR(16) DEFAULT 'seated' NOT NULL, 
	CONSTRAINT fk_leagues_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);
INSERT INTO "leagues" VALUES(1,1000000000000000007,'Forty','forty','forty-points','players=4 decks=1 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none kitty_size=6 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=none throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes','teams','ladder',NULL,'keep',1,1,3,NULL,0.0,1700000000.0,NULL,'seated');
INSERT INTO "leagues" VALUES(2,1000000000000000007,'Club','club','club','players=4 decks=2 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none kitty_size=8 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=none throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes','teams','ladder',NULL,'full',1,1,3,NULL,0.0,1700000000.0,NULL,'seated');
CREATE TABLE leases (
	name VARCHAR(16) NOT NULL, 
	owner VARCHAR(32) NOT NULL, 
	host TEXT NOT NULL, 
	machine TEXT NOT NULL, 
	process BIGINT NOT NULL, 
	process_started TEXT NOT NULL, 
	expires_at DOUBLE NOT NULL, 
	CONSTRAINT pk_leases PRIMARY KEY (name)
);
CREATE TABLE overruled_rulings (
	result_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	at DOUBLE NOT NULL, 
	reason TEXT NOT NULL, 
	CONSTRAINT pk_overruled_rulings PRIMARY KEY (result_id), 
	CONSTRAINT fk_overruled_rulings_result_id FOREIGN KEY(result_id) REFERENCES deal_results (id) ON DELETE CASCADE, 
	CONSTRAINT fk_overruled_rulings_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
);
CREATE TABLE panels (
	table_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	token TEXT NOT NULL, 
	renewed_at DOUBLE NOT NULL, 
	CONSTRAINT pk_panels PRIMARY KEY (table_id, user_id), 
	CONSTRAINT fk_panels_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE, 
	CONSTRAINT fk_panels_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE people (
	id BIGINT NOT NULL, 
	name TEXT, 
	locale VARCHAR(16), 
	CONSTRAINT pk_people PRIMARY KEY (id)
);
INSERT INTO "people" VALUES(1000000000000000011,NULL,NULL);
INSERT INTO "people" VALUES(1000000000000000012,NULL,NULL);
INSERT INTO "people" VALUES(1000000000000000013,NULL,NULL);
INSERT INTO "people" VALUES(1000000000000000014,NULL,NULL);
INSERT INTO "people" VALUES(77,NULL,NULL);
CREATE TABLE pools (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	preset VARCHAR(64) NOT NULL, 
	stale_from BIGINT, 
	asked INTEGER DEFAULT 0 NOT NULL, 
	CONSTRAINT fk_pools_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id), 
	CONSTRAINT uq_pools_guild_id_preset UNIQUE (guild_id, preset)
);
INSERT INTO "pools" VALUES(1,1000000000000000007,'forty-points',NULL,1);
INSERT INTO "pools" VALUES(2,1000000000000000007,'club',NULL,0);
CREATE TABLE preferences (
	user_id BIGINT NOT NULL, 
	language VARCHAR(8), 
	text_hand BOOLEAN NOT NULL, 
	large BOOLEAN NOT NULL, 
	two_colour BOOLEAN NOT NULL, 
	confirm BOOLEAN NOT NULL, 
	auto_forced BOOLEAN NOT NULL, 
	ping VARCHAR(16) NOT NULL, confirm_offered BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_preferences PRIMARY KEY (user_id), 
	CONSTRAINT fk_preferences_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE proposals (
	table_id INTEGER NOT NULL, 
	place SMALLINT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seat SMALLINT, 
	newcomer_id BIGINT, 
	seats TEXT NOT NULL, 
	CONSTRAINT pk_proposals PRIMARY KEY (table_id, place), 
	CONSTRAINT fk_proposals_newcomer_id FOREIGN KEY(newcomer_id) REFERENCES people (id) ON DELETE CASCADE ON UPDATE CASCADE, 
	CONSTRAINT fk_proposals_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE rating_changes (
	pool_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	result_id INTEGER NOT NULL, 
	mean DOUBLE NOT NULL, 
	spread DOUBLE NOT NULL, 
	deals INTEGER NOT NULL, 
	at DOUBLE, 
	CONSTRAINT pk_rating_changes PRIMARY KEY (pool_id, user_id, result_id), 
	CONSTRAINT fk_rating_changes_pool_id FOREIGN KEY(pool_id) REFERENCES pools (id) ON DELETE CASCADE, 
	CONSTRAINT fk_rating_changes_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "rating_changes" VALUES(1,1000000000000000011,2,2.67011479430674043551e+01,8.23289527467601,1,1700000120.0);
INSERT INTO "rating_changes" VALUES(1,1000000000000000011,3,2.47487178253595843093e+01,8.13763849826505847318e+00,2,1700000180.0);
INSERT INTO "rating_changes" VALUES(1,1000000000000000012,2,2.67011479430674043551e+01,8.23289527467601,1,1700000120.0);
INSERT INTO "rating_changes" VALUES(1,1000000000000000012,3,2.47487178253595843093e+01,8.13763849826505847318e+00,2,1700000180.0);
INSERT INTO "rating_changes" VALUES(1,1000000000000000013,2,2.32988520569325956448e+01,8.23289527467601,1,1700000120.0);
INSERT INTO "rating_changes" VALUES(1,1000000000000000013,3,2.52512821746404156906e+01,8.13763849826505847318e+00,2,1700000180.0);
INSERT INTO "rating_changes" VALUES(1,1000000000000000014,2,2.32988520569325956448e+01,8.23289527467601,1,1700000120.0);
INSERT INTO "rating_changes" VALUES(1,1000000000000000014,3,2.52512821746404156906e+01,8.13763849826505847318e+00,2,1700000180.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000011,4,2.32988520569325956448e+01,8.23289527467601,1,1700000240.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000011,5,2.52512821746404156906e+01,8.13763849826505847318e+00,2,1700000300.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000011,6,2.68579685280638287277e+01,8.04200191645316131427e+00,3,1700000540.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000011,7,2.4937310569414066208e+01,7.95180946756467665892e+00,4,1700000600.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000011,8,2.65447563068345822041e+01,7.86057952209964128087e+00,5,1700000660.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000012,4,2.32988520569325956448e+01,8.23289527467601,1,1700000240.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000012,5,2.52512821746404156906e+01,8.13763849826505847318e+00,2,1700000300.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000012,6,2.68579685280638287277e+01,8.04200191645316131427e+00,3,1700000540.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000012,7,2.4937310569414066208e+01,7.95180946756467665892e+00,4,1700000600.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000012,8,2.65447563068345822041e+01,7.86057952209964128087e+00,5,1700000660.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000013,4,2.67011479430674043551e+01,8.23289527467601,1,1700000240.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000013,5,2.47487178253595843093e+01,8.13763849826505847318e+00,2,1700000300.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000013,6,2.31420314719361712722e+01,8.04200191645316131427e+00,3,1700000540.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000013,7,2.50626894305859337919e+01,7.95180946756467665892e+00,4,1700000600.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000013,8,2.34552436931654177958e+01,7.86057952209964128087e+00,5,1700000660.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000014,4,2.67011479430674043551e+01,8.23289527467601,1,1700000240.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000014,5,2.47487178253595843093e+01,8.13763849826505847318e+00,2,1700000300.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000014,6,2.31420314719361712722e+01,8.04200191645316131427e+00,3,1700000540.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000014,7,2.50626894305859337919e+01,7.95180946756467665892e+00,4,1700000600.0);
INSERT INTO "rating_changes" VALUES(2,1000000000000000014,8,2.34552436931654177958e+01,7.86057952209964128087e+00,5,1700000660.0);
CREATE TABLE ratings (
	pool_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	mean DOUBLE NOT NULL, 
	spread DOUBLE NOT NULL, 
	deals INTEGER NOT NULL, 
	at DOUBLE, 
	rank_value DOUBLE NOT NULL, 
	provisional BOOLEAN NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (pool_id, user_id), 
	CONSTRAINT fk_ratings_pool_id FOREIGN KEY(pool_id) REFERENCES pools (id) ON DELETE CASCADE, 
	CONSTRAINT fk_ratings_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
);
INSERT INTO "ratings" VALUES(2,1000000000000000013,2.34552436931654177958e+01,7.86057952209964128087e+00,5,1700000660.0,-1.26494873133506047224e-01,1);
INSERT INTO "ratings" VALUES(2,1000000000000000014,2.34552436931654177958e+01,7.86057952209964128087e+00,5,1700000660.0,-1.26494873133506047224e-01,1);
INSERT INTO "ratings" VALUES(2,1000000000000000011,2.65447563068345822041e+01,7.86057952209964128087e+00,5,1700000660.0,2.96301774053565836197e+00,1);
INSERT INTO "ratings" VALUES(2,1000000000000000012,2.65447563068345822041e+01,7.86057952209964128087e+00,5,1700000660.0,2.96301774053565836197e+00,1);
INSERT INTO "ratings" VALUES(1,1000000000000000011,2.47487178253595843093e+01,8.13763849826505847318e+00,2,1700000180.0,3.35802330564408890722e-01,1);
INSERT INTO "ratings" VALUES(1,1000000000000000012,2.47487178253595843093e+01,8.13763849826505847318e+00,2,1700000180.0,3.35802330564408890722e-01,1);
INSERT INTO "ratings" VALUES(1,1000000000000000013,2.52512821746404156906e+01,8.13763849826505847318e+00,2,1700000180.0,8.38366679845240270196e-01,1);
INSERT INTO "ratings" VALUES(1,1000000000000000014,2.52512821746404156906e+01,8.13763849826505847318e+00,2,1700000180.0,8.38366679845240270196e-01,1);
CREATE TABLE rulings (
	result_id INTEGER NOT NULL, 
	verdict VARCHAR(16) NOT NULL, 
	user_id BIGINT NOT NULL, 
	at DOUBLE NOT NULL, 
	reason TEXT NOT NULL, 
	booked TEXT NOT NULL, 
	CONSTRAINT pk_rulings PRIMARY KEY (result_id), 
	CONSTRAINT fk_rulings_result_id FOREIGN KEY(result_id) REFERENCES deal_results (id) ON DELETE CASCADE, 
	CONSTRAINT fk_rulings_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
);
INSERT INTO "rulings" VALUES(1,'void',77,1700000660.0,'cards were seen','{"points": 35, "rise": 3, "seats": [[true, false, 5], [false, false, 2], [true, false, 5], [false, false, 2]], "teams": {"0": [5, true, false], "1": [2, false, false]}}');
CREATE TABLE scores (
	season_id INTEGER NOT NULL, 
	entrant_id INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	deals INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	margin INTEGER NOT NULL, 
	fewest INTEGER NOT NULL, 
	matches_won INTEGER NOT NULL, 
	streak INTEGER NOT NULL, 
	form VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_scores PRIMARY KEY (season_id, entrant_id), 
	CONSTRAINT fk_scores_entrant_id FOREIGN KEY(entrant_id) REFERENCES entrants (id) ON DELETE CASCADE, 
	CONSTRAINT fk_scores_season_id FOREIGN KEY(season_id) REFERENCES seasons (id) ON DELETE CASCADE
);
INSERT INTO "scores" VALUES(1,1,2,2,1,0,-2,0,-1,'WL');
INSERT INTO "scores" VALUES(1,2,2,2,1,0,-2,0,1,'LW');
INSERT INTO "scores" VALUES(2,3,2,2,1,-1,-2,0,1,'LW');
INSERT INTO "scores" VALUES(2,4,3,2,1,1,-2,0,-1,'WL');
INSERT INTO "scores" VALUES(3,3,3,1,1,2,-1,0,1,'W');
INSERT INTO "scores" VALUES(3,4,0,1,0,-2,-1,0,-1,'L');
CREATE TABLE season_announcements (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	season_id INTEGER NOT NULL, 
	began BOOLEAN NOT NULL, 
	at DOUBLE NOT NULL, 
	CONSTRAINT fk_season_announcements_season_id FOREIGN KEY(season_id) REFERENCES seasons (id) ON DELETE CASCADE
);
CREATE TABLE seasons (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	league_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	opened_at DOUBLE NOT NULL, 
	closes_at DOUBLE, 
	closed_at DOUBLE, 
	per_deal SMALLINT NOT NULL, 
	per_level SMALLINT NOT NULL, 
	per_match SMALLINT NOT NULL, 
	preset VARCHAR(64) DEFAULT '' NOT NULL, 
	rules TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT fk_seasons_league_id FOREIGN KEY(league_id) REFERENCES leagues (id) ON DELETE CASCADE, 
	CONSTRAINT uq_seasons_league_id_number UNIQUE (league_id, number)
);
INSERT INTO "seasons" VALUES(1,1,1,1700000000.0,NULL,NULL,1,1,3,'forty-points','players=4 decks=1 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none kitty_size=6 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=none throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes');
INSERT INTO "seasons" VALUES(2,2,1,1700000000.0,NULL,1700000360.0,1,1,3,'club','players=4 decks=2 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none kitty_size=8 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=none throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes');
INSERT INTO "seasons" VALUES(3,2,2,1700000420.0,NULL,NULL,1,1,3,'club','players=4 decks=2 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none kitty_size=8 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=none throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes');
CREATE TABLE seats (
	table_id INTEGER NOT NULL, 
	seat SMALLINT NOT NULL, 
	user_id BIGINT, 
	computer_level VARCHAR(32), 
	computer_number SMALLINT, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT ck_seats_numbered CHECK ((computer_level IS NULL) = (computer_number IS NULL)), 
	CONSTRAINT ck_seats_one_kind CHECK ((user_id IS NULL) = (computer_level IS NOT NULL)), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE, 
	CONSTRAINT fk_seats_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
);
INSERT INTO "seats" VALUES(1,0,1000000000000000011,NULL,NULL);
INSERT INTO "seats" VALUES(1,1,1000000000000000013,NULL,NULL);
INSERT INTO "seats" VALUES(1,2,1000000000000000012,NULL,NULL);
INSERT INTO "seats" VALUES(1,3,1000000000000000014,NULL,NULL);
INSERT INTO "seats" VALUES(2,0,1000000000000000011,NULL,NULL);
INSERT INTO "seats" VALUES(2,1,1000000000000000013,NULL,NULL);
INSERT INTO "seats" VALUES(2,2,1000000000000000012,NULL,NULL);
INSERT INTO "seats" VALUES(2,3,1000000000000000014,NULL,NULL);
INSERT INTO "seats" VALUES(3,0,1000000000000000011,NULL,NULL);
INSERT INTO "seats" VALUES(3,1,1000000000000000013,NULL,NULL);
INSERT INTO "seats" VALUES(3,2,1000000000000000012,NULL,NULL);
INSERT INTO "seats" VALUES(3,3,1000000000000000014,NULL,NULL);
INSERT INTO "seats" VALUES(4,0,1000000000000000011,NULL,NULL);
INSERT INTO "seats" VALUES(4,1,1000000000000000013,NULL,NULL);
INSERT INTO "seats" VALUES(4,2,1000000000000000012,NULL,NULL);
INSERT INTO "seats" VALUES(4,3,1000000000000000014,NULL,NULL);
CREATE TABLE table_messages (
	table_id INTEGER NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	posted_at DOUBLE NOT NULL, deal INTEGER, 
	CONSTRAINT pk_table_messages PRIMARY KEY (table_id), 
	CONSTRAINT fk_table_messages_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE tables (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	host_id BIGINT NOT NULL, 
	preset VARCHAR(64) NOT NULL, 
	rules TEXT NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	opened_at DOUBLE NOT NULL, 
	levels TEXT, 
	away TEXT, 
	paused BOOLEAN DEFAULT 0 NOT NULL, 
	turn_seconds DOUBLE, 
	bury_seconds DOUBLE, 
	successor_id BIGINT, 
	next_seconds DOUBLE, 
	ready TEXT, 
	thread_id BIGINT, 
	stays_in_channel BOOLEAN DEFAULT 0 NOT NULL, 
	host_alert VARCHAR(16), 
	computer_level VARCHAR(32), match_deals INTEGER, match_minutes INTEGER, match_ends_at DOUBLE, predecessor_id BIGINT, 
	CONSTRAINT fk_tables_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id), 
	CONSTRAINT fk_tables_host_id FOREIGN KEY(host_id) REFERENCES people (id) ON UPDATE CASCADE
);
INSERT INTO "tables" VALUES(1,1000000000000000007,1000000000000000009,1000000000000000011,'forty-points','players=4 decks=1 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none kitty_size=6 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=none throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes','playing',1700000000.125,'2 2 2 2',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(2,1000000000000000007,1000000000000000009,1000000000000000011,'club','players=4 decks=2 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none kitty_size=8 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=none throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes','playing',1700000000.125,'6 3 6 3',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(3,1000000000000000007,1000000000000000009,1000000000000000011,'club','players=4 decks=2 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none kitty_size=8 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=none throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes','playing',1700000000.125,'2 2 2 2',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(4,1000000000000000007,1000000000000000009,1000000000000000011,'club','players=4 decks=2 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none kitty_size=8 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=ten_per_card throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes','playing',1700000000.125,'4 2 4 2',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE team_levels (
	team_id INTEGER NOT NULL, 
	start_level SMALLINT NOT NULL, 
	final_level SMALLINT NOT NULL, 
	level SMALLINT NOT NULL, 
	climbs INTEGER NOT NULL, 
	deals INTEGER NOT NULL, 
	deals_won INTEGER NOT NULL, 
	table_id INTEGER, 
	side SMALLINT, 
	base_level SMALLINT, 
	base_result BIGINT, 
	CONSTRAINT pk_team_levels PRIMARY KEY (team_id, start_level, final_level), 
	CONSTRAINT fk_team_levels_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE SET NULL, 
	CONSTRAINT fk_team_levels_team_id FOREIGN KEY(team_id) REFERENCES teams (id) ON DELETE CASCADE
);
INSERT INTO "team_levels" VALUES(1,2,14,5,0,7,4,4,0,2,5);
INSERT INTO "team_levels" VALUES(2,2,14,6,0,7,3,4,1,2,5);
CREATE TABLE team_members (
	team_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_team_members PRIMARY KEY (team_id, user_id), 
	CONSTRAINT fk_team_members_team_id FOREIGN KEY(team_id) REFERENCES teams (id) ON DELETE CASCADE, 
	CONSTRAINT fk_team_members_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
);
INSERT INTO "team_members" VALUES(1,1000000000000000011);
INSERT INTO "team_members" VALUES(1,1000000000000000012);
INSERT INTO "team_members" VALUES(2,1000000000000000013);
INSERT INTO "team_members" VALUES(2,1000000000000000014);
CREATE TABLE team_substitutes (
	team_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_team_substitutes PRIMARY KEY (team_id, user_id), 
	CONSTRAINT fk_team_substitutes_team_id FOREIGN KEY(team_id) REFERENCES teams (id) ON DELETE CASCADE, 
	CONSTRAINT fk_team_substitutes_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
);
CREATE TABLE teams (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	name_key TEXT NOT NULL, 
	size SMALLINT NOT NULL, 
	member_key TEXT NOT NULL, 
	created_at DOUBLE NOT NULL, 
	disbanded_at DOUBLE, 
	CONSTRAINT fk_teams_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);
INSERT INTO "teams" VALUES(1,1000000000000000007,'Dragons','dragons',2,'1000000000000000011 1000000000000000012',1700000000.0,NULL);
INSERT INTO "teams" VALUES(2,1000000000000000007,'Tigers','tigers',2,'1000000000000000013 1000000000000000014',1700000000.0,NULL);
CREATE TABLE turn_pings (
	table_id INTEGER NOT NULL, 
	place SMALLINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	CONSTRAINT pk_turn_pings PRIMARY KEY (table_id, place), 
	CONSTRAINT fk_turn_pings_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_leagues_guild_id_id ON leagues (guild_id, id);
CREATE UNIQUE INDEX uq_leagues_name ON leagues (guild_id, name_key) WHERE archived_at IS NULL;
CREATE INDEX ix_pools_stale ON pools (id) WHERE stale_from IS NOT NULL;
CREATE INDEX ix_tables_channel_id_id ON tables (channel_id, id);
CREATE INDEX ix_tables_host_id ON tables (host_id);
CREATE INDEX ix_tables_live ON tables (id) WHERE status IN ('lobby', 'playing');
CREATE INDEX ix_tables_thread_id_id ON tables (thread_id, id);
CREATE UNIQUE INDEX uq_teams_members ON teams (guild_id, size, member_key) WHERE disbanded_at IS NULL;
CREATE UNIQUE INDEX uq_teams_name ON teams (guild_id, name_key) WHERE disbanded_at IS NULL;
CREATE INDEX ix_actions_user_id ON actions (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX ix_entrants_team_id ON entrants (team_id);
CREATE INDEX ix_entrants_user_id ON entrants (user_id);
CREATE INDEX ix_league_audit_about_id ON league_audit (about_id);
CREATE INDEX ix_league_audit_guild_id_id ON league_audit (guild_id, id);
CREATE INDEX ix_league_audit_league_id_id ON league_audit (league_id, id);
CREATE INDEX ix_league_audit_user_id ON league_audit (user_id);
CREATE INDEX ix_league_managers_user_id ON league_managers (user_id);
CREATE INDEX ix_panels_user_id ON panels (user_id);
CREATE INDEX ix_proposals_newcomer_id ON proposals (newcomer_id);
CREATE INDEX ix_rating_changes_pool_id_result_id ON rating_changes (pool_id, result_id);
CREATE INDEX ix_rating_changes_user_id ON rating_changes (user_id);
CREATE INDEX ix_ratings_order ON ratings (pool_id, provisional, rank_value, user_id);
CREATE INDEX ix_ratings_user_id ON ratings (user_id);
CREATE INDEX ix_seasons_closes_at ON seasons (closes_at) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX uq_seasons_running ON seasons (league_id) WHERE closed_at IS NULL;
CREATE INDEX ix_seats_user_id ON seats (user_id);
CREATE INDEX ix_team_levels_table_id ON team_levels (table_id);
CREATE INDEX ix_team_members_user_id ON team_members (user_id);
CREATE INDEX ix_team_substitutes_user_id ON team_substitutes (user_id);
CREATE INDEX ix_deal_results_guild_id_at ON deal_results (guild_id, at);
CREATE INDEX ix_deal_results_pool_id_id ON deal_results (pool_id, id);
CREATE INDEX ix_scores_entrant_id ON scores (entrant_id);
CREATE INDEX ix_scores_order ON scores (season_id, points, won, margin, fewest, entrant_id);
CREATE INDEX ix_season_announcements_season_id ON season_announcements (season_id);
CREATE INDEX ix_counted_deals_entrant_id ON counted_deals (entrant_id);
CREATE INDEX ix_counted_deals_result_id ON counted_deals (result_id);
CREATE INDEX ix_counted_deals_season_id_result_id ON counted_deals (season_id, result_id);
CREATE INDEX ix_deal_result_seats_user_id_result_id ON deal_result_seats (user_id, result_id);
CREATE INDEX ix_deal_result_teams_team_id_result_id ON deal_result_teams (team_id, result_id);
CREATE INDEX ix_overruled_rulings_user_id ON overruled_rulings (user_id);
CREATE INDEX ix_rulings_user_id ON rulings (user_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('teams',2);
INSERT INTO "sqlite_sequence" VALUES('leagues',2);
INSERT INTO "sqlite_sequence" VALUES('league_audit',11);
INSERT INTO "sqlite_sequence" VALUES('entrants',4);
INSERT INTO "sqlite_sequence" VALUES('seasons',3);
INSERT INTO "sqlite_sequence" VALUES('tables',4);
INSERT INTO "sqlite_sequence" VALUES('pools',2);
INSERT INTO "sqlite_sequence" VALUES('deal_results',8);
COMMIT;
