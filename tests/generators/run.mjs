// Runs the compiled client: each line of standard input is an answer, each line of standard output what it decides.
import { readFileSync } from "node:fs";
import { decide } from "./branch.js";

const facts = new Map(JSON.parse(readFileSync("errors.json", "utf8")).errors.map((entry) => [entry.code, entry]));
for (const line of readFileSync(0, "utf8").split("\n").filter((line) => line !== "")) {
  console.log(decide(JSON.parse(line), facts));
}
