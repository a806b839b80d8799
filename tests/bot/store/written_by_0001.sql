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
INSERT INTO "actions" VALUES(1,1,1700000001.0,'table sit 0 u:1000000000000000011',1000000000000000011);
INSERT INTO "actions" VALUES(1,2,1700000001.0,'table sit 2 u:1000000000000000012',1000000000000000012);
INSERT INTO "actions" VALUES(1,3,1700000001.0,'table deal 2 S5 H10 BJ',NULL);
INSERT INTO "actions" VALUES(1,4,1700000001.0,'table draw 3',NULL);
INSERT INTO "actions" VALUES(1,5,1700000001.5,'0 play S5 S5',NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE champions (
	league_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	role_id BIGINT NOT NULL, 
	CONSTRAINT pk_champions PRIMARY KEY (league_id, user_id), 
	CONSTRAINT fk_champions_league_id FOREIGN KEY(league_id) REFERENCES leagues (id) ON DELETE CASCADE, 
	CONSTRAINT fk_champions_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE counted_deals (
	season_id INTEGER NOT NULL, 
	entrant_id INTEGER NOT NULL, 
	result_id INTEGER NOT NULL, 
	seat SMALLINT NOT NULL, 
	won BOOLEAN, 
	CONSTRAINT pk_counted_deals PRIMARY KEY (season_id, entrant_id, result_id), 
	CONSTRAINT fk_counted_deals_entrant_id FOREIGN KEY(entrant_id) REFERENCES entrants (id) ON DELETE CASCADE, 
	CONSTRAINT fk_counted_deals_result_id FOREIGN KEY(result_id) REFERENCES deal_results (id) ON DELETE CASCADE, 
	CONSTRAINT fk_counted_deals_season_id FOREIGN KEY(season_id) REFERENCES seasons (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE daily_deals (
	guild_id BIGINT NOT NULL, 
	day INTEGER NOT NULL, 
	preset VARCHAR(64) NOT NULL, 
	record TEXT NOT NULL, 
	seed VARCHAR(64) NOT NULL, 
	master_levels INTEGER, 
	master_points INTEGER, 
	master_actions TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_daily_deals PRIMARY KEY (guild_id, day), 
	CONSTRAINT fk_daily_deals_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);
CREATE TABLE daily_plays (
	guild_id BIGINT NOT NULL, 
	day INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	actions TEXT NOT NULL, 
	revision INTEGER NOT NULL, 
	levels INTEGER, 
	points INTEGER, 
	played_at DOUBLE NOT NULL, 
	CONSTRAINT pk_daily_plays PRIMARY KEY (guild_id, day, user_id), 
	CONSTRAINT fk_daily_plays_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id), 
	CONSTRAINT fk_daily_plays_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON DELETE CASCADE ON UPDATE CASCADE
);
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
INSERT INTO "deadlines" VALUES(1,0,'turn',1700000100.25,3,17);
INSERT INTO "deadlines" VALUES(1,1,'draw',1700000099.0,NULL,0);
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
INSERT INTO "deal_result_seats" VALUES(1,0,1000000000000000011,NULL,1,1,0,2,7,'declarer');
INSERT INTO "deal_result_seats" VALUES(1,1,NULL,'expert',0,0,0,2,2,'opponent');
INSERT INTO "deal_result_seats" VALUES(1,2,1000000000000000012,NULL,1,1,0,2,7,'partner');
INSERT INTO "deal_result_seats" VALUES(1,3,NULL,'skilled',0,0,0,2,2,'opponent');
CREATE TABLE deal_result_teams (
	result_id INTEGER NOT NULL, 
	side SMALLINT NOT NULL, 
	team_id INTEGER NOT NULL, 
	league_id BIGINT DEFAULT 0 NOT NULL, 
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
INSERT INTO "deal_result_teams" VALUES(1,0,1,0,2,14,2,7,1,0);
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
	rated BOOLEAN DEFAULT 1 NOT NULL, 
	CONSTRAINT fk_deal_results_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id), 
	CONSTRAINT fk_deal_results_pool_id FOREIGN KEY(pool_id) REFERENCES pools (id), 
	CONSTRAINT fk_deal_results_table_id FOREIGN KEY(table_id, revision) REFERENCES actions (table_id, revision) ON DELETE CASCADE, 
	CONSTRAINT uq_deal_results_table_id_revision UNIQUE (table_id, revision)
);
INSERT INTO "deal_results" VALUES(1,1,5,1000000000000000007,1700000500.0,0,1,35,35,0,2,0,1,0,1,0.0,1,1);
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
INSERT INTO "deals" VALUES(1,1,X'0101010101010101010101010101010101010101010101010101010101010101','0000000000000000000000000000000000000000000000000000000000000001','knock','S5 H10 BJ');
INSERT INTO "deals" VALUES(1,2,X'0202020202020202020202020202020202020202020202020202020202020202','0000000000000000000000000000000000000000000000000000000000000002',NULL,NULL);
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
INSERT INTO "entrants" VALUES(1,1,1000000000000000011,NULL,1700000000.0,NULL);
CREATE TABLE event_boards (
	event_id INTEGER NOT NULL, 
	number SMALLINT NOT NULL, 
	round SMALLINT NOT NULL, 
	level VARCHAR(2) NOT NULL, 
	declarer SMALLINT NOT NULL, 
	commitment VARCHAR(64) NOT NULL, 
	secret BLOB NOT NULL, 
	revealed BOOLEAN NOT NULL, 
	CONSTRAINT pk_event_boards PRIMARY KEY (event_id, number), 
	CONSTRAINT fk_event_boards_event_id FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE event_entrants (
	event_id INTEGER NOT NULL, 
	entrant INTEGER NOT NULL, 
	team_id INTEGER, 
	status VARCHAR(16) NOT NULL, 
	entered_at DOUBLE NOT NULL, 
	number INTEGER, 
	CONSTRAINT pk_event_entrants PRIMARY KEY (event_id, entrant), 
	CONSTRAINT fk_event_entrants_event_id FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE, 
	CONSTRAINT fk_event_entrants_team_id FOREIGN KEY(team_id) REFERENCES teams (id) ON DELETE SET NULL
)
 WITHOUT ROWID

;
INSERT INTO "event_entrants" VALUES(1,1,NULL,'present',1000.0,0);
INSERT INTO "event_entrants" VALUES(1,2,NULL,'present',1000.0,1);
CREATE TABLE event_invitations (
	event_id INTEGER NOT NULL, 
	invitation INTEGER NOT NULL, 
	place SMALLINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	accepted BOOLEAN NOT NULL, 
	CONSTRAINT pk_event_invitations PRIMARY KEY (event_id, invitation, place), 
	CONSTRAINT fk_event_invitations_event_id FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE, 
	CONSTRAINT fk_event_invitations_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE event_managers (
	event_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_event_managers PRIMARY KEY (event_id, user_id), 
	CONSTRAINT fk_event_managers_event_id FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE, 
	CONSTRAINT fk_event_managers_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON DELETE CASCADE ON UPDATE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE event_matches (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	event_id INTEGER NOT NULL, 
	round SMALLINT NOT NULL, 
	number SMALLINT NOT NULL, 
	sides TEXT NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	verdict VARCHAR(16), 
	first_score DOUBLE, 
	second_score DOUBLE, 
	forfeited TEXT NOT NULL, 
	part VARCHAR(16) DEFAULT 'main' NOT NULL, 
	ending BOOLEAN DEFAULT 0 NOT NULL, 
	card_points DOUBLE, 
	board SMALLINT DEFAULT 0 NOT NULL, 
	shared_table SMALLINT DEFAULT 0 NOT NULL, 
	CONSTRAINT fk_event_matches_event_id FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE, 
	CONSTRAINT uq_event_matches_event_id_round_number UNIQUE (event_id, round, number)
);
INSERT INTO "event_matches" VALUES(1,1,1,1,'2/1','settled','played',2.0,3.0,'','main',0,NULL,0,0);
CREATE TABLE event_members (
	event_id BIGINT NOT NULL, 
	entrant INTEGER NOT NULL, 
	place SMALLINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_event_members PRIMARY KEY (event_id, entrant, place), 
	CONSTRAINT fk_event_members_event_id FOREIGN KEY(event_id, entrant) REFERENCES event_entrants (event_id, entrant) ON DELETE CASCADE, 
	CONSTRAINT fk_event_members_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "event_members" VALUES(1,2,1,77);
INSERT INTO "event_members" VALUES(1,1,0,1000000000000000011);
INSERT INTO "event_members" VALUES(1,1,1,1000000000000000012);
INSERT INTO "event_members" VALUES(1,2,0,1000000000000000013);
CREATE TABLE event_points (
	season_id INTEGER NOT NULL, 
	entrant_id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	place SMALLINT NOT NULL, 
	points SMALLINT NOT NULL, 
	CONSTRAINT pk_event_points PRIMARY KEY (season_id, entrant_id, event_id), 
	CONSTRAINT fk_event_points_entrant_id FOREIGN KEY(entrant_id) REFERENCES entrants (id) ON DELETE CASCADE, 
	CONSTRAINT fk_event_points_event_id FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE, 
	CONSTRAINT fk_event_points_season_id FOREIGN KEY(season_id) REFERENCES seasons (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE event_rounds (
	event_id INTEGER NOT NULL, 
	number SMALLINT NOT NULL, 
	byes TEXT NOT NULL, 
	due_at DOUBLE NOT NULL, 
	pinged BOOLEAN NOT NULL, 
	reminded BOOLEAN NOT NULL, 
	cut TEXT, 
	CONSTRAINT pk_event_rounds PRIMARY KEY (event_id, number), 
	CONSTRAINT fk_event_rounds_event_id FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "event_rounds" VALUES(1,1,'',1300.0,0,0,NULL);
CREATE TABLE event_seats (
	match_id INTEGER NOT NULL, 
	seat SMALLINT NOT NULL, 
	entrant INTEGER NOT NULL, 
	user_id BIGINT, 
	share TEXT, 
	CONSTRAINT pk_event_seats PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_event_seats_match_id FOREIGN KEY(match_id) REFERENCES event_matches (id) ON DELETE CASCADE, 
	CONSTRAINT fk_event_seats_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "event_seats" VALUES(1,0,2,1000000000000000013,'share 1');
INSERT INTO "event_seats" VALUES(1,1,1,1000000000000000011,'share 1');
INSERT INTO "event_seats" VALUES(1,2,2,77,'share 1');
INSERT INTO "event_seats" VALUES(1,3,1,1000000000000000012,'share 1');
CREATE TABLE event_substitutes (
	event_id INTEGER NOT NULL, 
	place SMALLINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_event_substitutes PRIMARY KEY (event_id, place), 
	CONSTRAINT fk_event_substitutes_event_id FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE, 
	CONSTRAINT fk_event_substitutes_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON DELETE CASCADE ON UPDATE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE events (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	creator_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	name_key TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	season_id BIGINT, 
	status VARCHAR(16) NOT NULL, 
	created_at DOUBLE NOT NULL, 
	seed BIGINT NOT NULL, 
	planned_rounds SMALLINT NOT NULL, 
	wanted_rounds SMALLINT NOT NULL, 
	reminded BOOLEAN NOT NULL, 
	revision INTEGER NOT NULL, 
	message_channel_id BIGINT, 
	message_id BIGINT, 
	shown_revision INTEGER NOT NULL, 
	language VARCHAR(8), 
	last_act TEXT, 
	CONSTRAINT fk_events_creator_id FOREIGN KEY(creator_id) REFERENCES people (id) ON UPDATE CASCADE, 
	CONSTRAINT fk_events_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);
INSERT INTO "events" VALUES(1,1000000000000000007,9,1,'Friday','friday','{"format": "swiss", "preset": "standard", "rules": "players=4 decks=2 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none uneven_tractors=no kitty_size=8 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_off_suit=no hook_pair=no hook_declarer=no hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no suit_joker=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal pass_deal=off redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=none throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes", "players": 4, "rounds": null, "deals": 4, "minutes": null, "no_show": "forfeit", "grace": 300.0, "automatic": true, "late_entry": true, "starts_at": null, "best_of": 1, "third_place": true, "consolation": false, "seeding": "lot", "seeded_by": null, "league": null, "league_deals": false, "board_scoring": null}',NULL,'finished',1000.0,33025,1,1,0,14,NULL,NULL,-1,'zh-TW','{"kind": "start", "at": 1000.0, "before": "{\"status\": \"open\", \"wanted\": 0, \"revision\": 5}"}');
CREATE TABLE guild_settings (
	guild_id BIGINT NOT NULL, 
	channels TEXT NOT NULL, 
	preset VARCHAR(64), 
	language VARCHAR(8), 
	turn_seconds INTEGER, 
	bury_seconds INTEGER, 
	threads BOOLEAN NOT NULL, 
	may_end VARCHAR(16) NOT NULL, 
	puzzle_channel BIGINT, 
	puzzle_language VARCHAR(8), 
	time_zone VARCHAR(64), 
	CONSTRAINT pk_guild_settings PRIMARY KEY (guild_id), 
	CONSTRAINT fk_guild_settings_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);
INSERT INTO "guild_settings" VALUES(1000000000000000007,'7 8','standard',NULL,60,NULL,0,'seated',NULL,'zh-TW','Asia/Taipei');
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
INSERT INTO "house_rules" VALUES(1,1000000000000000007,'Friday rules','friday rules','standard','follow=tuples compulsory_levels=5,10,K',1);
CREATE TABLE key_values (
	name VARCHAR(128) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_key_values PRIMARY KEY (name)
);
INSERT INTO "key_values" VALUES('commands','abc');
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
INSERT INTO "league_audit" VALUES(1,1000000000000000007,NULL,1000000000000000011,1700000000.0,'team_founded','{"team": 1, "name": "Ann & 本"}',NULL);
INSERT INTO "league_audit" VALUES(2,1000000000000000007,1,77,1700000000.0,'created','{"name": "Monday"}',NULL);
INSERT INTO "league_audit" VALUES(3,1000000000000000007,1,77,1700000000.0,'joined','{}',1000000000000000011);
INSERT INTO "league_audit" VALUES(4,1000000000000000007,1,77,1700000000.0,'season_opened','{"number": 1}',NULL);
INSERT INTO "league_audit" VALUES(5,1000000000000000007,NULL,77,1700000000.0,'voided','{"result": 1, "reason": "cards were seen"}',NULL);
CREATE TABLE league_cards (
	league_id INTEGER NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	shown TEXT NOT NULL, 
	CONSTRAINT pk_league_cards PRIMARY KEY (league_id), 
	CONSTRAINT fk_league_cards_league_id FOREIGN KEY(league_id) REFERENCES leagues (id) ON DELETE CASCADE
);
CREATE TABLE league_manager_roles (
	league_id INTEGER NOT NULL, 
	role_id BIGINT NOT NULL, 
	CONSTRAINT pk_league_manager_roles PRIMARY KEY (league_id, role_id), 
	CONSTRAINT fk_league_manager_roles_league_id FOREIGN KEY(league_id) REFERENCES leagues (id) ON DELETE CASCADE
);
CREATE TABLE league_managers (
	league_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_league_managers PRIMARY KEY (league_id, user_id), 
	CONSTRAINT fk_league_managers_league_id FOREIGN KEY(league_id) REFERENCES leagues (id) ON DELETE CASCADE, 
	CONSTRAINT fk_league_managers_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "league_managers" VALUES(1,77);
CREATE TABLE leagues (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	name_key TEXT NOT NULL, 
	preset VARCHAR(64) NOT NULL, 
	rules TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	created_at DOUBLE NOT NULL, 
	archived_at DOUBLE, 
	entries_closed_at DOUBLE, 
	results_channel_id BIGINT, 
	language VARCHAR(8), 
	CONSTRAINT fk_leagues_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);
INSERT INTO "leagues" VALUES(1,1000000000000000007,'Monday','monday','standard','players=4 decks=2 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none uneven_tractors=no kitty_size=8 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_off_suit=no hook_pair=no hook_declarer=no hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no suit_joker=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal pass_deal=off redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=none throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes','{"ranked_by": "persons", "season_days": null, "level_reset": "keep", "deal": 1, "level": 1, "match": 3, "order": "average", "min_deals": 1, "places": [10, 7, 5, 3, 1], "event_deals": false, "news_channel": null, "rating_decay": "none", "min_people": 1, "champion_role": null, "hints": false}',1700000000.0,NULL,NULL,NULL,'zh-CN');
CREATE TABLE leases (
	name VARCHAR(16) NOT NULL, 
	owner VARCHAR(32) NOT NULL, 
	host TEXT NOT NULL, 
	machine TEXT NOT NULL, 
	process BIGINT NOT NULL, 
	process_started TEXT NOT NULL, 
	expires_at DOUBLE NOT NULL, 
	epoch BIGINT DEFAULT 0 NOT NULL, 
	shard_count SMALLINT DEFAULT 1 NOT NULL, 
	wanted_by VARCHAR(32), 
	answered TEXT, 
	CONSTRAINT pk_leases PRIMARY KEY (name)
);
INSERT INTO "leases" VALUES('bot','owner','host','machine',7,'1',1.79591877918093609806e+09,1,1,NULL,NULL);
CREATE TABLE match_reports (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	league_id INTEGER NOT NULL, 
	table_id INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	sent_at DOUBLE, 
	CONSTRAINT fk_match_reports_league_id FOREIGN KEY(league_id) REFERENCES leagues (id) ON DELETE CASCADE, 
	CONSTRAINT fk_match_reports_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE, 
	CONSTRAINT uq_match_reports_league_id_table_id UNIQUE (league_id, table_id)
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
INSERT INTO "panels" VALUES(1,1000000000000000011,'token',2.5);
CREATE TABLE people (
	id BIGINT NOT NULL, 
	name TEXT, 
	locale VARCHAR(16), 
	CONSTRAINT pk_people PRIMARY KEY (id)
);
INSERT INTO "people" VALUES(1000000000000000011,'Ann','zh-TW');
INSERT INTO "people" VALUES(1000000000000000012,NULL,NULL);
INSERT INTO "people" VALUES(77,NULL,NULL);
INSERT INTO "people" VALUES(1000000000000000013,NULL,NULL);
INSERT INTO "people" VALUES(1,NULL,NULL);
CREATE TABLE players_wanted (
	table_id INTEGER NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	CONSTRAINT pk_players_wanted PRIMARY KEY (table_id), 
	CONSTRAINT fk_players_wanted_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE pools (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	preset VARCHAR(64) NOT NULL, 
	stale_from BIGINT, 
	ruled_from BIGINT, 
	asked INTEGER DEFAULT 0 NOT NULL, 
	CONSTRAINT fk_pools_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id), 
	CONSTRAINT uq_pools_guild_id_preset UNIQUE (guild_id, preset)
);
INSERT INTO "pools" VALUES(1,1000000000000000007,'standard',NULL,NULL,1);
CREATE TABLE preferences (
	user_id BIGINT NOT NULL, 
	language VARCHAR(8), 
	text_hand BOOLEAN NOT NULL, 
	large BOOLEAN NOT NULL, 
	two_colour BOOLEAN NOT NULL, 
	confirm BOOLEAN NOT NULL, 
	auto_forced BOOLEAN NOT NULL, 
	ping VARCHAR(16) NOT NULL, 
	confirm_offered BOOLEAN DEFAULT 0 NOT NULL, 
	coach BOOLEAN DEFAULT 0 NOT NULL, 
	coach_offered BOOLEAN DEFAULT 0 NOT NULL, 
	mute_phrases BOOLEAN DEFAULT 0 NOT NULL, 
	language_offered_in TEXT DEFAULT '' NOT NULL, 
	speed VARCHAR(8), 
	CONSTRAINT pk_preferences PRIMARY KEY (user_id), 
	CONSTRAINT fk_preferences_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "preferences" VALUES(1000000000000000011,'zh-TW',1,0,1,0,1,'dm',1,1,1,1,'7 8','fast');
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
INSERT INTO "proposals" VALUES(1,0,'close',NULL,NULL,'0 2');
INSERT INTO "proposals" VALUES(1,1,'newcomer',1,1000000000000000013,'');
CREATE TABLE puzzle_answers (
	guild_id BIGINT NOT NULL, 
	day INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	cards TEXT NOT NULL, 
	loss DOUBLE NOT NULL, 
	is_right BOOLEAN NOT NULL, 
	answered_at DOUBLE NOT NULL, 
	CONSTRAINT pk_puzzle_answers PRIMARY KEY (guild_id, day, user_id), 
	CONSTRAINT fk_puzzle_answers_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id), 
	CONSTRAINT fk_puzzle_answers_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE puzzles (
	guild_id BIGINT NOT NULL, 
	day INTEGER NOT NULL, 
	preset VARCHAR(64) NOT NULL, 
	record TEXT NOT NULL, 
	plays TEXT NOT NULL, 
	announced BOOLEAN NOT NULL, 
	CONSTRAINT pk_puzzles PRIMARY KEY (guild_id, day), 
	CONSTRAINT fk_puzzles_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
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
INSERT INTO "rulings" VALUES(1,'void',77,1700000000.0,'cards were seen','{"points": 35, "rise": 1, "seats": [[true, false, 7], [false, false, 2], [true, false, 7], [false, false, 2]], "teams": {"0": [7, true, false]}}');
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
	settled BOOLEAN DEFAULT 0 NOT NULL, 
	value DOUBLE DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_scores PRIMARY KEY (season_id, entrant_id), 
	CONSTRAINT fk_scores_entrant_id FOREIGN KEY(entrant_id) REFERENCES entrants (id) ON DELETE CASCADE, 
	CONSTRAINT fk_scores_season_id FOREIGN KEY(season_id) REFERENCES seasons (id) ON DELETE CASCADE
);
INSERT INTO "scores" VALUES(1,1,0,0,0,0,0,0,0,'',0,0.0);
CREATE TABLE season_announcements (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	season_id INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	CONSTRAINT fk_season_announcements_season_id FOREIGN KEY(season_id) REFERENCES seasons (id) ON DELETE CASCADE
);
CREATE TABLE season_awards (
	season_id INTEGER NOT NULL, 
	role_id BIGINT NOT NULL, 
	at DOUBLE NOT NULL, 
	CONSTRAINT pk_season_awards PRIMARY KEY (season_id), 
	CONSTRAINT fk_season_awards_season_id FOREIGN KEY(season_id) REFERENCES seasons (id) ON DELETE CASCADE
);
CREATE TABLE seasons (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	league_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	opened_at DOUBLE NOT NULL, 
	closes_at DOUBLE, 
	closed_at DOUBLE, 
	preset VARCHAR(64) NOT NULL, 
	rules TEXT NOT NULL, 
	min_people SMALLINT, 
	"order" VARCHAR(16) NOT NULL, 
	scheme TEXT NOT NULL, 
	CONSTRAINT fk_seasons_league_id FOREIGN KEY(league_id) REFERENCES leagues (id) ON DELETE CASCADE, 
	CONSTRAINT uq_seasons_league_id_number UNIQUE (league_id, number)
);
INSERT INTO "seasons" VALUES(1,1,1,1700000000.0,NULL,NULL,'standard','players=4 decks=2 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none uneven_tractors=no kitty_size=8 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_off_suit=no hook_pair=no hook_declarer=no hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no suit_joker=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal pass_deal=off redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=none throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes',1,'average','{"deal": 1, "level": 1, "match": 3, "min_deals": 1, "places": [10, 7, 5, 3, 1], "event_deals": false}');
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
INSERT INTO "seats" VALUES(1,1,NULL,'expert',1);
INSERT INTO "seats" VALUES(1,2,1000000000000000012,NULL,NULL);
INSERT INTO "seats" VALUES(1,3,NULL,'skilled',2);
INSERT INTO "seats" VALUES(2,0,1000000000000000011,NULL,NULL);
CREATE TABLE table_messages (
	table_id INTEGER NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	posted_at DOUBLE NOT NULL, 
	deal INTEGER NOT NULL, 
	CONSTRAINT pk_table_messages PRIMARY KEY (table_id), 
	CONSTRAINT fk_table_messages_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "table_messages" VALUES(1,1000000000000000009,77,1.5,3);
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
	predecessor_id BIGINT, 
	next_seconds DOUBLE, 
	speed VARCHAR(8), 
	ready TEXT, 
	match_deals INTEGER, 
	match_minutes INTEGER, 
	match_ends_at DOUBLE, 
	league_id BIGINT, 
	friendly BOOLEAN DEFAULT 0 NOT NULL, 
	event_match_id BIGINT, 
	first_declarer SMALLINT, 
	sealed BOOLEAN DEFAULT 0 NOT NULL, 
	language VARCHAR(8), 
	thread_id BIGINT, 
	stays_in_channel BOOLEAN DEFAULT 0 NOT NULL, 
	host_alert VARCHAR(16), 
	computer_level VARCHAR(32), 
	CONSTRAINT fk_tables_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id), 
	CONSTRAINT fk_tables_host_id FOREIGN KEY(host_id) REFERENCES people (id) ON UPDATE CASCADE
);
INSERT INTO "tables" VALUES(1,1000000000000000007,1000000000000000009,1000000000000000011,'standard','players=4 decks=2 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none uneven_tractors=no kitty_size=8 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_off_suit=no hook_pair=no hook_declarer=no hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no suit_joker=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal pass_deal=off redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=none throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes','playing',1700000000.125,'2 2 2 2','0',1,45.0,0.0,9,8,20.0,NULL,'[[2, "knock+洗"]]',6,90,5400.5,NULL,1,NULL,NULL,0,'zh-CN',1000000000000000009,0,'gone','skilled');
INSERT INTO "tables" VALUES(2,1000000000000000007,1000000000000000009,1000000000000000011,'standard','players=4 decks=2 jokers=none low_cut=2 cuts=none auto_cut=no teams=fixed no_trump_levels=trump permanent_trumps=none bridge_level_gap=yes trump_level_touches_ace=no joker_tractors=yes level_tractors=yes tractor_skips_played=no tractor_min_width=2 tractor_min_length=2 tractor_max_length=none uneven_tractors=no kitty_size=8 show_kitty=no max_buried_points=none direction=anticlockwise start_level=2 final_level=A compulsory_levels=none must_defend_levels=none win=hold_ace_as_declarers laps=1 ace_failures=none heavy_loss_levels=0 heavy_loss_steps=3 hook=off hook_to=two hook_ranks=J hook_off_suit=no hook_pair=no hook_declarer=no hook_needs_win=no deal=drawn declare_ladder=classic declare_min_count=1 declare_suit_order=no suit_joker=no joker_pair_beats_joker_pair=yes joker_declaration=pair_up little_jokers_declare=yes own_declaration=reinforce_same reinforce_equal=no partner_override=yes declare_window=0 first_declarer=final no_declaration=kitty_level_else_highest no_declaration_first=redeal pass_deal=off redeal_claim=off kitty_theft=no theft_moves_declarer=no follow=shapes_no_new_tractors protect_longer=no pairs_draw_tractors=yes throws=all throw_units=any throws_safe_only=no throw_check=all_others throw_void_trump_stops=no throw_failure=smallest_beaten must_beat_failed_throw=no throw_penalty=none throw_compare=longest_unit kitty_multiplier=two_per_largest_unit kitty_table=none kitty_without_trump=full scoring=step thresholds=none target_by_points=no max_opponent_levels=none capture_levels=0 clamp_negative=yes next_declarer=partner_or_right friends=none friend_call=nth_copy friend_cards=any double_join=no small_team_bonus=0 declarer_bonus=0 pickup=no pickup_counts=by_final_side bombs=off rainbows=none play_takeback=no declare_takeback=no early_end=no show_declarer_points=yes show_played_cards=yes reveal_kitty=yes show_throw_stopper=yes','lobby',1700000000.125,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,0,NULL,NULL,0,NULL,NULL,0,NULL,NULL);
CREATE TABLE team_captains (
	team_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_team_captains PRIMARY KEY (team_id), 
	CONSTRAINT fk_team_captains_team_id FOREIGN KEY(team_id) REFERENCES teams (id) ON DELETE CASCADE, 
	CONSTRAINT fk_team_captains_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
);
INSERT INTO "team_captains" VALUES(1,1000000000000000011);
CREATE TABLE team_foundings (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	name_key TEXT NOT NULL, 
	size SMALLINT NOT NULL, 
	founder_id BIGINT NOT NULL, 
	created_at DOUBLE NOT NULL, 
	expires_at DOUBLE NOT NULL, 
	ended_at DOUBLE, 
	CONSTRAINT fk_team_foundings_founder_id FOREIGN KEY(founder_id) REFERENCES people (id) ON UPDATE CASCADE, 
	CONSTRAINT fk_team_foundings_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);
INSERT INTO "team_foundings" VALUES(1,1000000000000000007,'Ann & 本','ann & 本',2,1000000000000000011,1700000000.0,1700259200.0,1700000000.0);
CREATE TABLE team_invitations (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	team_id INTEGER, 
	founding_id INTEGER, 
	user_id BIGINT NOT NULL, 
	by_id BIGINT NOT NULL, 
	replaces_id BIGINT, 
	role VARCHAR(16) NOT NULL, 
	created_at DOUBLE NOT NULL, 
	expires_at DOUBLE NOT NULL, 
	delivered_at DOUBLE, 
	answer VARCHAR(16), 
	answered_at DOUBLE, 
	CONSTRAINT fk_team_invitations_by_id FOREIGN KEY(by_id) REFERENCES people (id) ON UPDATE CASCADE, 
	CONSTRAINT fk_team_invitations_founding_id FOREIGN KEY(founding_id) REFERENCES team_foundings (id) ON DELETE CASCADE, 
	CONSTRAINT fk_team_invitations_replaces_id FOREIGN KEY(replaces_id) REFERENCES people (id) ON UPDATE CASCADE, 
	CONSTRAINT fk_team_invitations_team_id FOREIGN KEY(team_id) REFERENCES teams (id) ON DELETE CASCADE, 
	CONSTRAINT fk_team_invitations_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
);
INSERT INTO "team_invitations" VALUES(1,NULL,1,1000000000000000012,1000000000000000011,NULL,'member',1700000000.0,1700259200.0,NULL,'accepted',1700000000.0);
CREATE TABLE team_levels (
	team_id INTEGER NOT NULL, 
	league_id BIGINT NOT NULL, 
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
	CONSTRAINT pk_team_levels PRIMARY KEY (team_id, league_id, start_level, final_level), 
	CONSTRAINT fk_team_levels_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE SET NULL, 
	CONSTRAINT fk_team_levels_team_id FOREIGN KEY(team_id) REFERENCES teams (id) ON DELETE CASCADE
);
INSERT INTO "team_levels" VALUES(1,0,2,14,2,0,0,0,1,0,NULL,NULL);
CREATE TABLE team_members (
	team_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_team_members PRIMARY KEY (team_id, user_id), 
	CONSTRAINT fk_team_members_team_id FOREIGN KEY(team_id) REFERENCES teams (id) ON DELETE CASCADE, 
	CONSTRAINT fk_team_members_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
);
INSERT INTO "team_members" VALUES(1,1000000000000000011);
INSERT INTO "team_members" VALUES(1,1000000000000000012);
CREATE TABLE team_spells (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	team_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	began_at DOUBLE NOT NULL, 
	ended_at DOUBLE, 
	CONSTRAINT fk_team_spells_team_id FOREIGN KEY(team_id) REFERENCES teams (id) ON DELETE CASCADE, 
	CONSTRAINT fk_team_spells_user_id FOREIGN KEY(user_id) REFERENCES people (id) ON UPDATE CASCADE
);
INSERT INTO "team_spells" VALUES(1,1,1000000000000000011,'member',1700000000.0,NULL);
INSERT INTO "team_spells" VALUES(2,1,1000000000000000012,'member',1700000000.0,NULL);
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
INSERT INTO "teams" VALUES(1,1000000000000000007,'Ann & 本','ann & 本',2,'1000000000000000011 1000000000000000012',1700000000.0,NULL);
CREATE TABLE turn_pings (
	table_id INTEGER NOT NULL, 
	place SMALLINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	CONSTRAINT pk_turn_pings PRIMARY KEY (table_id, place), 
	CONSTRAINT fk_turn_pings_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "turn_pings" VALUES(1,0,1000000000000000009,78);
CREATE INDEX ix_daily_deals_day ON daily_deals (day);
CREATE INDEX ix_daily_plays_user_id ON daily_plays (user_id);
CREATE INDEX ix_events_active ON events (id) WHERE status NOT IN ('finished', 'cancelled');
CREATE INDEX ix_events_creator_id ON events (creator_id);
CREATE INDEX ix_events_guild_id_id ON events (guild_id, id);
CREATE INDEX ix_events_unshown ON events (id) WHERE shown_revision < revision;
CREATE UNIQUE INDEX uq_events_name ON events (guild_id, name_key) WHERE status NOT IN ('finished', 'cancelled');
CREATE INDEX ix_leagues_guild_id_id ON leagues (guild_id, id);
CREATE UNIQUE INDEX uq_leagues_name ON leagues (guild_id, name_key) WHERE archived_at IS NULL;
CREATE INDEX ix_pools_stale ON pools (id) WHERE stale_from IS NOT NULL;
CREATE INDEX ix_puzzle_answers_day ON puzzle_answers (day);
CREATE INDEX ix_puzzle_answers_user_id ON puzzle_answers (user_id);
CREATE INDEX ix_puzzles_day ON puzzles (day);
CREATE INDEX ix_tables_channel_id_id ON tables (channel_id, id);
CREATE INDEX ix_tables_host_id ON tables (host_id);
CREATE INDEX ix_tables_live ON tables (id) WHERE status IN ('lobby', 'playing');
CREATE INDEX ix_tables_thread_id_id ON tables (thread_id, id);
CREATE UNIQUE INDEX uq_tables_event_match_id ON tables (event_match_id) WHERE event_match_id IS NOT NULL;
CREATE INDEX ix_team_foundings_expires_at ON team_foundings (expires_at) WHERE ended_at IS NULL;
CREATE INDEX ix_team_foundings_founder_id ON team_foundings (founder_id);
CREATE UNIQUE INDEX uq_team_foundings_name ON team_foundings (guild_id, name_key) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX uq_teams_members ON teams (guild_id, size, member_key) WHERE disbanded_at IS NULL;
CREATE UNIQUE INDEX uq_teams_name ON teams (guild_id, name_key) WHERE disbanded_at IS NULL;
CREATE INDEX ix_actions_user_id ON actions (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX ix_champions_user_id ON champions (user_id);
CREATE INDEX ix_entrants_team_id ON entrants (team_id);
CREATE INDEX ix_entrants_user_id ON entrants (user_id);
CREATE INDEX ix_event_boards_sealed ON event_boards (event_id) WHERE NOT revealed;
CREATE INDEX ix_event_entrants_team_id ON event_entrants (team_id);
CREATE INDEX ix_event_invitations_user_id ON event_invitations (user_id);
CREATE INDEX ix_event_managers_user_id ON event_managers (user_id);
CREATE INDEX ix_event_substitutes_user_id ON event_substitutes (user_id);
CREATE INDEX ix_league_audit_about_id ON league_audit (about_id);
CREATE INDEX ix_league_audit_guild_id_id ON league_audit (guild_id, id);
CREATE INDEX ix_league_audit_league_id_id ON league_audit (league_id, id);
CREATE INDEX ix_league_audit_user_id ON league_audit (user_id);
CREATE INDEX ix_league_managers_user_id ON league_managers (user_id);
CREATE INDEX ix_match_reports_table_id ON match_reports (table_id);
CREATE INDEX ix_match_reports_unsent ON match_reports (id) WHERE sent_at IS NULL;
CREATE INDEX ix_panels_user_id ON panels (user_id);
CREATE INDEX ix_proposals_newcomer_id ON proposals (newcomer_id);
CREATE INDEX ix_rating_changes_pool_id_result_id ON rating_changes (pool_id, result_id);
CREATE INDEX ix_rating_changes_user_id ON rating_changes (user_id);
CREATE INDEX ix_ratings_order ON ratings (pool_id, provisional, rank_value, user_id);
CREATE INDEX ix_ratings_user_id ON ratings (user_id);
CREATE INDEX ix_seasons_closes_at ON seasons (closes_at) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX uq_seasons_running ON seasons (league_id) WHERE closed_at IS NULL;
CREATE INDEX ix_seats_user_id ON seats (user_id);
CREATE INDEX ix_team_captains_user_id ON team_captains (user_id);
CREATE INDEX ix_team_invitations_by_id ON team_invitations (by_id);
CREATE INDEX ix_team_invitations_expires_at ON team_invitations (expires_at) WHERE answer IS NULL;
CREATE INDEX ix_team_invitations_founding_id ON team_invitations (founding_id);
CREATE INDEX ix_team_invitations_replaces_id ON team_invitations (replaces_id);
CREATE INDEX ix_team_invitations_team_id ON team_invitations (team_id);
CREATE INDEX ix_team_invitations_user_id ON team_invitations (user_id);
CREATE UNIQUE INDEX uq_team_invitations_founding ON team_invitations (founding_id, user_id) WHERE answer IS NULL;
CREATE UNIQUE INDEX uq_team_invitations_team ON team_invitations (team_id, user_id) WHERE answer IS NULL;
CREATE INDEX ix_team_levels_table_id ON team_levels (table_id);
CREATE INDEX ix_team_members_user_id ON team_members (user_id);
CREATE INDEX ix_team_spells_team_id_began_at ON team_spells (team_id, began_at);
CREATE INDEX ix_team_spells_user_id ON team_spells (user_id);
CREATE UNIQUE INDEX uq_team_spells_open ON team_spells (team_id, user_id) WHERE ended_at IS NULL;
CREATE INDEX ix_team_substitutes_user_id ON team_substitutes (user_id);
CREATE INDEX ix_deal_results_guild_id_at ON deal_results (guild_id, at);
CREATE INDEX ix_deal_results_pool_id_id ON deal_results (pool_id, id);
CREATE INDEX ix_event_members_user_id ON event_members (user_id);
CREATE INDEX ix_event_points_entrant_id ON event_points (entrant_id);
CREATE INDEX ix_event_points_event_id ON event_points (event_id);
CREATE INDEX ix_event_seats_user_id ON event_seats (user_id);
CREATE INDEX ix_scores_entrant_id ON scores (entrant_id);
CREATE INDEX ix_scores_order ON scores (season_id, settled, value, won, margin, fewest, entrant_id);
CREATE INDEX ix_season_announcements_season_id ON season_announcements (season_id);
CREATE INDEX ix_counted_deals_entrant_id ON counted_deals (entrant_id);
CREATE INDEX ix_counted_deals_result_id ON counted_deals (result_id);
CREATE INDEX ix_counted_deals_season_id_result_id ON counted_deals (season_id, result_id);
CREATE INDEX ix_deal_result_seats_user_id_result_id ON deal_result_seats (user_id, result_id);
CREATE INDEX ix_deal_result_teams_team_id_result_id ON deal_result_teams (team_id, result_id);
CREATE INDEX ix_overruled_rulings_user_id ON overruled_rulings (user_id);
CREATE INDEX ix_rulings_user_id ON rulings (user_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('team_foundings',1);
INSERT INTO "sqlite_sequence" VALUES('team_invitations',1);
INSERT INTO "sqlite_sequence" VALUES('teams',1);
INSERT INTO "sqlite_sequence" VALUES('team_spells',2);
INSERT INTO "sqlite_sequence" VALUES('league_audit',5);
INSERT INTO "sqlite_sequence" VALUES('leagues',1);
INSERT INTO "sqlite_sequence" VALUES('entrants',1);
INSERT INTO "sqlite_sequence" VALUES('seasons',1);
INSERT INTO "sqlite_sequence" VALUES('tables',2);
INSERT INTO "sqlite_sequence" VALUES('pools',1);
INSERT INTO "sqlite_sequence" VALUES('deal_results',1);
INSERT INTO "sqlite_sequence" VALUES('house_rules',1);
INSERT INTO "sqlite_sequence" VALUES('events',1);
INSERT INTO "sqlite_sequence" VALUES('event_matches',1);
COMMIT;
