// Reads [{machine, guards, events}] on stdin, runs each with the real xstate package, prints the states reached.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(process.argv[2] + "/package.json");
const { createMachine, createActor } = require("xstate");
const walks = JSON.parse(readFileSync(0, "utf8"));
const reached = walks.map(({ machine, guards, open, events }) => {
  const named = Object.fromEntries(guards.map((name) => [name, () => open.includes(name)]));
  const and = (_, names) => names.every((name) => open.includes(name)); // several guards, as we export them
  const actor = createActor(createMachine(machine).provide({ guards: { ...named, and } }));
  actor.start();
  const path = [actor.getSnapshot().value];
  for (const type of events) {
    actor.send({ type });
    path.push(actor.getSnapshot().value);
  }
  return { path, status: actor.getSnapshot().status };
});
console.log(JSON.stringify(reached));
