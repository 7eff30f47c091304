// Compiles the exported schema with ajv in strict mode, and checks answers with it: each line of standard input is one.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(import.meta.url);
const Ajv = require("ajv/dist/2020").default;
const formats = require("ajv-formats").default;

const ajv = new Ajv({ strict: true, allErrors: true });
formats(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(process.argv[2], "utf8")));
const answers = readFileSync(0, "utf8").split("\n").filter((line) => line !== "");
for (const answer of answers) {
  if (!validate(JSON.parse(answer))) {
    console.error(answer, validate.errors);
    process.exit(1);
  }
}
console.log(`ajv strict: ${answers.length} answers are as the schema says`);
