"""What happens by itself while an event runs: tables open, results are collected, rounds are paired."""
