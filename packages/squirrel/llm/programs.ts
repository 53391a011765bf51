import { jsonIn } from './json.ts';
import { NOTHING_USED, type TokenUsage } from './llm.ts';

/** How an agent program is asked one question without a terminal, and how it answers. */
export interface Program {
  /** Its question comes on standard input: other people on the machine can read arguments. */
  args(model: string | undefined): string[];
  /** The answer in its standard output; undefined if there is none. */
  read(output: string): { text: string; used: TokenUsage } | undefined;
}

/** Agent programs that can be asked. None may use its tools, nor keep the session where that can be said. */
export const PROGRAMS = {
  claude: {
    args: (model) => [
      '--print',
      '--output-format',
      'json',
      '--no-session-persistence',
      '--strict-mcp-config',
      '--disable-slash-commands',
      '--tools',
      '',
      ...(model ? ['--model', model] : []),
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
      'exec',
      '--json',
      '--ephemeral',
      '--skip-git-repo-check',
      '--sandbox',
      'read-only',
      ...NEEDLESS.flatMap((feature) => ['--disable', feature]),
      ...(model ? ['--model', model] : []),
      '-',
    ],
    read(output) {
      let text: string | undefined;
      let used = NOTHING_USED;
      for (const line of output.split('\n')) {
        const said = record(line.startsWith('{') ? jsonIn(line) : undefined);
        const item = record(said?.item);
        if (
          said?.type === 'item.completed' &&
          item?.type === 'agent_message' &&
          typeof item.text === 'string'
        )
          text = item.text;
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
      '--output-format',
      'json',
      '--approval-mode',
      'plan',
      '--skip-trust',
      '--extensions',
      'none',
      ...(model ? ['--model', model] : []),
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

/** What Codex need not have for an answer: it looks for some of these on the network. */
const NEEDLESS = ['apps', 'plugins', 'hooks', 'shell_tool', 'multi_agent'];

export type ProgramName = keyof typeof PROGRAMS;

const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;

const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
