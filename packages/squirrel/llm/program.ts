import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { WRITER_FOLDER, WRITER_GUARD, WRITER_LINE } from '@sqrl/base/model/own-session.ts';
import { jsonIn } from './json.ts';
import { LlmFault, NOTHING_USED, type TokenUsage, type Transport, tokensIn } from './llm.ts';
import type { LlmConfig } from './provider.ts';

/** How an agent program is asked one question without a terminal, and how it answers. */
interface Program {
  /** Its question comes on standard input: other people on the machine can read arguments. */
  args(model: string | undefined): string[];
  /** The answer in its standard output; undefined if there is none. */
  read(output: string): { text: string; used: TokenUsage } | undefined;
}

const words = (text: string): string[] => text.split(' ');
const modelOf = (model: string | undefined): string[] => (model ? ['--model', model] : []);

/** Agent programs that can be asked. None may use its tools, nor keep the session where that can be said. */
const PROGRAMS = {
  claude: {
    args: (model) => [
      ...words('--print --output-format json --no-session-persistence --strict-mcp-config'),
      ...['--disable-slash-commands', '--tools', '', ...modelOf(model)],
    ],
    read(output) {
      const said = record(jsonIn(output));
      if (said?.is_error === true || typeof said?.result !== 'string') return undefined;
      const usage = record(said.usage) ?? {};
      const input = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
      return {
        text: said.result,
        used: {
          input: input.reduce((sum, field) => sum + number(usage[field]), 0),
          output: number(usage.output_tokens),
          ...(typeof said.total_cost_usd === 'number' && { cost: Math.max(0, said.total_cost_usd) }),
        },
      };
    },
  },
  codex: {
    args: (model) => [
      ...words('exec --json --ephemeral --skip-git-repo-check --sandbox read-only'),
      // It looks for some of these on the network.
      ...words('apps plugins hooks shell_tool multi_agent').flatMap((feature) => ['--disable', feature]),
      ...[...modelOf(model), '-'],
    ],
    read(output) {
      let text: string | undefined;
      let used = NOTHING_USED;
      for (const line of output.split('\n')) {
        const said = record(line.startsWith('{') ? jsonIn(line) : undefined);
        const item = said?.type === 'item.completed' ? record(said.item) : undefined;
        if (item?.type === 'agent_message' && typeof item.text === 'string') text = item.text;
        const usage = said?.type === 'turn.completed' ? record(said.usage) : undefined;
        if (usage)
          used = {
            input: used.input + number(usage.input_tokens),
            output: used.output + number(usage.output_tokens),
          };
      }
      return text === undefined ? undefined : { text, used };
    },
  },
  gemini: {
    // Approving nothing leaves it with tools that only look, in an empty folder.
    args: (model) => [
      ...words('--output-format json --approval-mode plan --skip-trust --extensions none'),
      ...modelOf(model),
    ],
    read(output) {
      const said = record(jsonIn(output));
      if (typeof said?.response !== 'string') return undefined;
      const models = Object.values(record(record(said.stats)?.models) ?? {});
      const sum = (...fields: string[]) =>
        models.reduce<number>((total, model) => {
          const tokens = record(record(model)?.tokens) ?? {};
          return total + fields.reduce((each, field) => each + number(tokens[field]), 0);
        }, 0);
      return {
        text: said.response,
        used: { input: sum('prompt'), output: sum('candidates', 'thoughts') },
      };
    },
  },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;

const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;

const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;

/** More than this it cannot have to say. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** Asks an agent program without a terminal: in an empty folder, marked as our own, and gone with its children afterwards. */
export function programTransport({ program, programPath: path, model, env, temp }: LlmConfig): Transport {
  return async ({ system, prompt, signal }) => {
    if (path === undefined)
      throw new LlmFault(
        'down',
        `Program not found: ${program}. Install it, or choose another provider with \`sqrl config set llm.provider\`.`,
      );
    const folder = mkdtempSync(join(temp, WRITER_FOLDER));
    const question = `${WRITER_LINE}\n\n${system}\n\n${prompt}\n`;
    const how: Program = PROGRAMS[program];
    try {
      const child = spawn(path, how.args(model), {
        cwd: folder,
        env: environmentOf(env),
        stdio: ['pipe', 'pipe', 'pipe'],
        // A group of its own, which can be ended with all that it started.
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
      const { output, ended } = await finished(child, question, signal);
      const answer = how.read(output);
      if (answer) return { text: answer.text, broke: null, used: usedBy(answer, question) };
      const used = { input: tokensIn(question), output: tokensIn(output) };
      const message = `${program} exited with ${ended} and without an answer.`;
      throw new LlmFault(ended === 0 ? 'malformed' : 'down', message, { used });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** Some programs do not say what they used, or not all of it. */
const usedBy = ({ text, used }: NonNullable<ReturnType<Program['read']>>, question: string) =>
  used.input + used.output > 0 ? used : { input: tokensIn(question), output: tokensIn(text) };

/** Without what would make it think that it runs inside of another agent. */
const environmentOf = (env: LlmConfig['env']): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^CLAUDE(CODE$|_CODE_(ENTRYPOINT|SESSION_ID|SSE_PORT)$)/.test(name),
    ),
  ),
  [WRITER_GUARD]: '1',
});

function finished(
  child: ChildProcess,
  question: string,
  signal: AbortSignal,
): Promise<{ output: string; ended: number | string }> {
  let gone = false;
  const end = () => {
    // Once it has exited, its process id may be reused.
    if (!gone) endWithChildren(child);
  };
  process.once('exit', end);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return new Promise<{ output: string; ended: number | string }>((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout!.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= MAX_OUTPUT_BYTES) return void parts.push(part);
      end();
      reject(new LlmFault('too long', `The program wrote more than ${MAX_OUTPUT_BYTES / 2 ** 20} MiB.`));
    });
    // Read, so that it never waits for room; not kept, since it may say anything.
    child.stderr!.resume();
    child.stdin!.on('error', () => {
      // It ended before it had read the question; its exit says why.
    });
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(new LlmFault('down', `The program could not be started (${error.code}).`)),
    );
    child.once('exit', () => {
      end();
      gone = true;
    });
    child.once('close', (code, killedBy) => {
      if (signal.aborted) reject(signal.reason);
      else resolve({ output: Buffer.concat(parts).toString(), ended: code ?? killedBy ?? 'nothing' });
    });
    child.stdin!.end(question);
  }).finally(() => {
    process.removeListener('exit', end);
    signal.removeEventListener('abort', end);
    end();
  });
}

/** Ends a program and whatever it left behind. */
function endWithChildren({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') return void spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended already.
  }
}
