"""The gateway: sessions, shards, resuming, compression. Discord, topics/gateway."""
