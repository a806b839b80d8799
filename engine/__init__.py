"""The rules of Tractor (拖拉机 / 升级 / 80 points) without input, output, clock or randomness."""
