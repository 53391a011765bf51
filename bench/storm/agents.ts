import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** An agent that asks and remembers over MCP, one call after the other. */
export interface Agent {
  answered: number;
  /** What it was told where it was not answered. */
  refused: string[];
  /** What it was told has been remembered. */
  kept: string[];
  slowestMs: number;
  /** Asks once more, and says whether it was answered. */
  works(): Promise<boolean>;
  /** Ends it once its last call has come back. */
  close(): Promise<void>;
}

/** Starts an agent with a server process of its own, which goes on calling until it is closed. */
export async function startAgent(
  dist: string,
  { name, env, cwd, restMs }: { name: string; env: Record<string, string>; cwd: string; restMs: number },
): Promise<Agent> {
  const args = [join(dist, 'squirrel/sqrl.js'), 'mcp'];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    env,
    cwd,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'storm', version: '1' });
  await client.connect(transport);
  let over = false;
  const agent: Agent = {
    answered: 0,
    refused: [],
    kept: [],
    slowestMs: 0,
    works: () => ask('recall', { question: 'what is kept of the storm?' }),
    async close() {
      over = true;
      await calling;
      await client.close();
    },
  };
  async function ask(tool: string, given: Record<string, unknown>): Promise<boolean> {
    const began = performance.now();
    try {
      const result = await client.callTool({ name: tool, arguments: given }, { timeout: HANG_TIMEOUT_MS });
      if (!result.isError) agent.answered++;
      else agent.refused.push((result.content as { text?: string }[]).map(({ text }) => text).join('\n'));
      return !result.isError;
    } catch (error) {
      agent.refused.push(`${THROWN}${(error as Error).message}`);
      return false;
    } finally {
      agent.slowestMs = Math.max(agent.slowestMs, performance.now() - began);
    }
  }
  const calling = (async () => {
    for (let n = 0; !over; n++) {
      const text = `${name} found that part ${n} of the storm needs the ${name}-${n} setting`;
      if (await ask('remember', { text, type: 'gotcha' })) agent.kept.push(text);
      if (!over) await ask('recall', { question: `which setting does part ${n} need?` });
      if (!over) await ask('get_session_context', {});
      if (!over) await sleep(restMs);
    }
  })();
  return agent;
}

/** Decides only when a call counts as never answered, on a machine however busy. */
const HANG_TIMEOUT_MS = 300_000;

/** Marks what a client did not get as an answer at all. */
export const THROWN = 'no answer: ';
