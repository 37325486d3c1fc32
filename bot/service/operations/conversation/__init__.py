"""Operations of messages between people: letters and channels."""
