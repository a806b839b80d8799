"""An example program for the arena. It never declares, and always takes the first legal action."""

import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    waits = question["view"]["ask"] == "declare" and question["view"]["to_draw"]
    action = "wait" if waits else question["legal"][0]
    print(json.dumps({"id": question["id"], "action": action}), flush=True)
