"""Operations of time: leave, digests, extensions, outages, and the arbiter's task list."""
