"""The gateway: sessions, shards, resuming, compression. Discord's docs: topics/gateway."""
