"""The game of Tractor (拖拉机 / 升级 / 80 points) as a library; only `arena` and `cli` use files and the clock."""
