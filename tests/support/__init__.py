"""What tests build with: real repositories, and one in memory."""
