"""The gateway: sessions, shards, resuming, compression, and faults on demand. Discord, topics/gateway."""
