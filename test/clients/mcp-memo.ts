// A small MCP server on stdin and stdout: one tool that recalls a note, one that fails. It stands alone, without the
// official library, because it is copied into the throw-away home of a client.
import { createInterface } from 'node:readline';

const TEXT = 'The adder bug was a sign error.';
const input = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
const tools = [
  {
    name: 'recall',
    description: 'Recalls notes on past work.',
    inputSchema: input,
    annotations: { readOnlyHint: true },
  },
  { name: 'break', description: 'Always fails.', inputSchema: input, annotations: { readOnlyHint: true } },
];

interface Request {
  id?: number | string;
  method: string;
  params?: { name?: string; protocolVersion?: string };
}

for await (const line of createInterface({ input: process.stdin })) {
  if (!line.trim()) continue;
  const request: Request = JSON.parse(line);
  if (request.id === undefined) continue;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, ...answer(request) })}\n`);
}

function answer({ method, params }: Request): object {
  if (method === 'initialize')
    return {
      result: {
        protocolVersion: params?.protocolVersion ?? '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'memo', version: '1.0.0' },
        instructions: 'Notes on past work in this project.',
      },
    };
  if (method === 'tools/list') return { result: { tools } };
  if (method === 'ping') return { result: {} };
  if (method === 'tools/call' && params?.name === 'break')
    return { result: { content: [{ type: 'text', text: 'The notes cannot be read.' }], isError: true } };
  if (method === 'tools/call') return { result: { content: [{ type: 'text', text: TEXT }] } };
  return { error: { code: -32601, message: `${method} is not known here` } };
}
