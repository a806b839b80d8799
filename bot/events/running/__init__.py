"""Runs events by themselves: tables open, results are collected, rounds are paired."""
