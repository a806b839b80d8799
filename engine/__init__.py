"""The rules of Tractor (拖拉机 / 升级 / 80 points): pure, no input or output, no clock, no chance of its own."""
