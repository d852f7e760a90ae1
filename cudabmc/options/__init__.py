"""What a user can say."""
