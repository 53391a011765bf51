import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { times } from '../percentiles.ts';

/** The official memory server at the same work, over its own protocol: one entity a memory, one search a question. */
export async function measurePeer(texts: readonly string[], questions: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-peer-'));
  const main = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/package.json');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(dirname(main), 'dist/index.js')],
    env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  try {
    const entities = texts.map((text, i) => ({
      name: `memory ${i}`,
      entityType: 'memory',
      observations: [text],
    }));
    const start = performance.now();
    await client.callTool({ name: 'create_entities', arguments: { entities } });
    const insertMs = Math.round(performance.now() - start);
    const write = await times(20, (i) =>
      client.callTool({
        name: 'create_entities',
        arguments: { entities: [{ name: `more ${i}`, entityType: 'memory', observations: [texts[i]!] }] },
      }),
    );
    const words = await times(questions.length, (i) =>
      client.callTool({ name: 'search_nodes', arguments: { query: questions[i]! } }),
    );
    return { insertMs, write, words };
  } finally {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
