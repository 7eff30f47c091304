// Calls a server as a table says, with the official TypeScript SDK: with `@modelcontextprotocol/sdk`, its version 1, or
// with `@modelcontextprotocol/client`, its version 2.
//
// Usage: client.mjs PACKAGE TABLE PROGRAM, from the root of the repository.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const SHOWN = 4000;

const [sdk, table] = process.argv.slice(2);
const program = resolve(process.argv[4]);
const version1 = sdk === "@modelcontextprotocol/sdk";
const { Client, ...inClient } = await import(version1 ? `${sdk}/client/index.js` : sdk);
const { StdioClientTransport } = await import(version1 ? `${sdk}/client/stdio.js` : `${sdk}/stdio`);
// What an error of JSON-RPC becomes.
const ProtocolError = version1 ? (await import(`${sdk}/types.js`)).McpError : inClient.ProtocolError;

// The SDK's validator warns of formats that JSON Schema leaves to others, as `uint64`.
console.warn = () => {};

// Whether a value has all that is expected, and possibly more members.
function holds(expected, value) {
  if (expected !== null && typeof expected === "object" && !Array.isArray(expected)) {
    const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
    return isObject && Object.keys(expected).every((key) => key in value && holds(expected[key], value[key]));
  }
  return JSON.stringify(expected) === JSON.stringify(value);
}

// What the server answers, as the table describes answers.
async function answer(client, call) {
  try {
    if ("resource" in call) {
      const { contents } = await client.readResource({ uri: call.resource });
      return { text: contents[0].text };
    }
    const result = await client.callTool({ name: call.tool, arguments: call.arguments ?? {} });
    return {
      is_error: result.isError ?? false,
      text: result.content.map((block) => block.text).join(""),
      structured: result.structuredContent,
    };
  } catch (error) {
    // What the SDK throws away, no model will read.
    if (!(error instanceof ProtocolError)) return { thrown: String(error) };
    // The SDK puts the code before the message of the server.
    const message = error.message.replace(/^MCP error -?[0-9]+: /, "");
    return { error: { code: error.code, message, data: error.data } };
  }
}

// What of an answer is not as the table says.
function faults(call, got) {
  if ("thrown" in got) return ["thrown"];
  if ("error" in call || "error" in got) {
    return holds(call.error, got.error) && "error" in call ? [] : ["error"];
  }
  const expected = "text" in call ? call.text.join("\n") === got.text : true;
  const found = expected && (call.contains ?? []).every((part) => got.text.includes(part)) ? [] : ["text"];
  if ("is_error" in call && call.is_error !== got.is_error) found.push("is_error");
  if ("structured" in call && !holds(call.structured, got.structured)) found.push("structured");
  return found;
}

// Makes the calls of a session, and gives what is wrong with each answer.
async function run(session) {
  const answers = [];
  const folder = mkdtempSync(join(tmpdir(), "mcp_sdks-"));
  const client = new Client({ name: "mcp_sdks", version: "0" });
  try {
    for (const [name, source] of Object.entries(session.copy ?? {})) copyFileSync(source, join(folder, name));
    for (const args of session.before ?? []) execFileSync(program, args, { cwd: folder, env: {} });
    await client.connect(new StdioClientTransport({ command: program, args: session.arguments, cwd: folder }));
    // The SDK checks answers against the schemas that it has seen.
    await client.listTools();
    for (const call of session.calls) {
      const got = await answer(client, call);
      const found = faults(call, got);
      answers.push(found);
      if (found.length > 0) {
        console.log(`${session.name}: ${JSON.stringify(call)}\nis not answered as expected: ${found.join(", ")} of`);
        console.log(JSON.stringify(got).slice(0, SHOWN));
      }
    }
  } finally {
    await client.close();
    rmSync(folder, { recursive: true });
  }
  return answers;
}

const sessions = JSON.parse(readFileSync(table, "utf8"));
const answers = [];
for (const session of sessions) answers.push(...(await run(session)));
const unexpected = answers.filter((found) => found.length > 0).length;
const counted = `${answers.length} answers in ${sessions.length} sessions, ${unexpected} not as expected`;
console.log(`${table}: TypeScript SDK, ${sdk}: ${counted}`);
process.exitCode = unexpected > 0 ? 1 : 0;
