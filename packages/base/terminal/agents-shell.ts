import { visible } from '../plain.ts';
import { Problem } from '../problem.ts';
import type { Ancestor, ProcessChain } from './process-chain.ts';
import type { InputStream } from './terminal.ts';

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  stdin: InputStream;
  processes(): ProcessChain;
}

/** Environment variables that clients set in the shells of their agents. Copilot CLI sets none. */
const VARIABLES = [
  'CLAUDECODE',
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'GEMINI_CLI',
  'OPENCODE',
  'CURSOR_AGENT',
];

/** Names of programs, or parts of their paths, below which only agents run commands. An editor is not one. */
const PROGRAMS = [
  'claude',
  'claude-code-acp',
  '@anthropic-ai/claude-code',
  'codex',
  '@openai/codex',
  'gemini',
  '@google/gemini-cli',
  'opencode',
  'copilot',
  '@github/copilot',
  'cursor-agent',
  'cursor-agent/versions',
  // Agents whose logs we do not read run shells as well.
  ...'qwen amp cline kilo aider crush droid auggie kiro-cli'.split(' '),
];

/**
 * Whether an agent runs a command, rather than a person at a terminal: a coding agent's program is above it, the client
 * marked the shell, or it was cut loose from the process that started it. An editor is no agent: its terminal is a person's.
 */
export const isAgentsShell = ({ env, stdin, processes }: Surroundings): boolean =>
  (!stdin.isTTY && VARIABLES.some((name) => env[name] !== undefined && env[name] !== '')) ||
  isBelowAgent(processes());

/** Refuses to an agent's shell what only the person decides. `typed`: the command, for the person to type themselves. */
export function refuseAgents({ world, typed }: { world: Surroundings; typed: string }, what: string): void {
  if (isAgentsShell(world))
    throw new Problem(
      `An agent's shell cannot ${what}.`,
      `Only the person can, outside of the agent: type \`${visible(typed)}\` in a terminal of your own, or use the dashboard (\`sqrl ui\`). Nothing was changed.`,
      'forbidden',
    );
}

/** Whether a chain of processes begins at an agent, or at nothing that a person works with. */
export const isBelowAgent = ({ above, hasTerminal, screens }: ProcessChain): boolean =>
  above.some(isAgent) || isCutLoose(above, hasTerminal) || screens?.every(isBelowAgent) === true;

/**
 * Whether an agent's shell called a hook, in the person's name. The client itself calls it by a shell, too, which does
 * nothing else and is fed by nothing in its own line.
 */
export function isHookOfAgent({ above }: ProcessChain): boolean {
  if (!above.some(isAgent)) return isCutLoose(above, false);
  const top = above.findIndex((each) => !isLauncher(each));
  return !isAgent(above[top]!) || above.slice(0, top).some((each) => !isHookCall(each));
}

/** `sh -c` with one command and no redirection; setup lets the client look first whether the launcher is there. */
function isHookCall({ name, words }: Ancestor): boolean {
  const line = words[words.findIndex((word) => /^-\w*c$/.test(word)) + 1];
  return (
    SHELLS.has(name) && line !== words[0] && line !== undefined && !/[|<;\n]/.test(line.replace(IF_THERE, ''))
  );
}

const IF_THERE = /^test ! -r (?:'[^']*'|[^\s'"|<;&]+) \|\| /;

const isAgent = ({ name, words }: Ancestor): boolean => {
  const [program = '', ...rest] = words;
  const script = INTERPRETERS.test(nameOf(program)) ? rest.find((word) => !word.startsWith('-')) : undefined;
  return [name, program, ...(script === undefined ? [] : [script])].some(
    (word) => AGENTS.has(nameOf(word)) || PACKAGES.some((path) => word.replaceAll('\\', '/').includes(path)),
  );
};

const nameOf = (path: string): string => path.replace(/^.*[\\/]/, '').replace(/\.(?:exe|[cm]?js)$/i, '');

const INTERPRETERS = /^(?:node|nodejs|bun|deno|perl|ruby|php|python[\d.]*)$/;

const AGENTS: ReadonlySet<string> = new Set(PROGRAMS.filter((name) => !name.includes('/')));
const PACKAGES = PROGRAMS.filter((name) => name.includes('/')).map((name) => `/${name}/`);

/**
 * Whether nothing but shells lie between the command and the process that adopts orphans, as after `setsid -f` or in a
 * background job of a shell that has ended. A terminal, ssh, cron and a CI runner are each a program in between.
 */
function isCutLoose(above: readonly Ancestor[], hasTerminal: boolean): boolean {
  const top = above.findIndex((each) => !isLauncher(each));
  const first = above[top];
  if (!first || !(first.pid === 1 || ADOPTERS.has(first.name))) return false;
  return (
    !hasTerminal || above.slice(0, top).some((each) => TERMINAL_MAKERS.has(each.name) || runsWords(each))
  );
}

const isLauncher = (each: Ancestor): boolean =>
  LAUNCHERS.has(each.name.replace(/^-/, '')) ||
  runsWords(each) ||
  (INTERPRETERS.test(nameOf(each.words[0] ?? '')) && each.words.some((word) => nameOf(word) === 'sqrl'));

/** An interpreter that was handed its program as a word or a stream, as no service or editor is. */
const runsWords = ({ words: [program = '', first] }: Ancestor): boolean =>
  INTERPRETERS.test(nameOf(program)) &&
  (first === undefined || /^-(?:$|\w*[cepr]$|-eval|-print)/.test(first));

const TERMINAL_MAKERS: ReadonlySet<string> = new Set(['script', 'expect', 'unbuffer']);
const SHELLS: ReadonlySet<string> = new Set('sh bash dash zsh fish ash ksh busybox'.split(' '));
const LAUNCHERS: ReadonlySet<string> = new Set([
  ...TERMINAL_MAKERS,
  ...SHELLS,
  ...'env nohup setsid timeout nice xargs sqrl'.split(' '),
]);
/** Those of containers adopt orphans below another process, too. */
const ADOPTERS: ReadonlySet<string> = new Set(
  'systemd init launchd tini dumb-init docker-init catatonit'.split(' '),
);
