// What the conformance suite says of a bare and of a wrapped server: `node compare.mjs BARE WRAPPED`, two folders of results. Prints
// each scenario's checks that pass, and every check that differs; ends with 1 if one passes bare and does not wrapped.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

// Checks of one name may be made several times: how many pass, and how many there are.
function read(folder) {
  const scenarios = new Map();
  for (const entry of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const file = join(folder, entry, "checks.json");
    if (!existsSync(file)) continue;
    // `server-ping-2026-11-22T13-47-57-419Z`
    const checks = new Map();
    for (const check of JSON.parse(readFileSync(file, "utf8"))) {
      if (check.status === "INFO" || check.status === "SKIPPED") continue;
      const seen = checks.get(check.id) ?? { passed: 0, made: 0 };
      checks.set(check.id, { passed: seen.passed + (check.status === "SUCCESS" ? 1 : 0), made: seen.made + 1 });
    }
    scenarios.set(entry.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, ""), checks);
  }
  return scenarios;
}

const [bare, wrapped] = process.argv.slice(2).map(read);
const none = { passed: 0, made: 0 };
const shown = ({ passed, made }) => `${passed}/${made}`;
const sum = (checks) => [...checks.values()].reduce((a, b) => ({ passed: a.passed + b.passed, made: a.made + b.made }), none);
let compared = 0;
const worse = [];

console.log(`${"scenario".padEnd(52)} bare   wrapped`);
for (const scenario of new Set([...bare.keys(), ...wrapped.keys()])) {
  const of = (all) => all.get(scenario) ?? new Map();
  console.log(`${scenario.padEnd(52)} ${shown(sum(of(bare))).padEnd(6)} ${shown(sum(of(wrapped)))}`);
  for (const check of new Set([...of(bare).keys(), ...of(wrapped).keys()])) {
    const [before, after] = [of(bare).get(check) ?? none, of(wrapped).get(check) ?? none];
    compared += 1;
    if (after.made - after.passed > before.made - before.passed || after.passed < before.passed) worse.push(`${scenario}: ${check}`);
    if (shown(before) !== shown(after)) console.log(`  ${check.padEnd(50)} ${shown(before).padEnd(6)} ${shown(after)}`);
  }
}

console.log(`${compared} checks compared, ${worse.length} worse when wrapped`);
for (const check of worse) console.log(`worse: ${check}`);
if (compared === 0) console.log("the suite has made no check");
process.exitCode = compared === 0 || worse.length > 0 ? 1 : 0;
