// Stands between an agent and `sqrl mcp`, and notes each call of a tool with its answer: count-calls.mjs FILE COMMAND ARGUMENT…
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file, command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const asked = new Map();

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params } = messageOf(line);
    if (method === 'tools/call') asked.set(id, params?.name);
    server.stdin.write(`${line}\n`);
  })
  .on('close', () => server.stdin.end());
createInterface({ input: server.stdout }).on('line', (line) => {
  const { id, result } = messageOf(line);
  if (asked.has(id)) {
    const text = (result?.content ?? []).map((part) => part.text ?? '').join('\n');
    appendFileSync(file, `${JSON.stringify({ tool: asked.get(id), text })}\n`);
    asked.delete(id);
  }
  process.stdout.write(`${line}\n`);
});
server.stdin.on('error', () => {});
server.on('close', (code) => process.exit(code ?? 1));

function messageOf(line) {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
