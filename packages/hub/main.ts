// The hub's program: reads what was typed, and runs one command.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { argumentsOf } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { readProcessChain } from '@sqrl/base/terminal/process-chain.ts';
import { complain, type ProgramRun } from '@sqrl/base/terminal/program.ts';
import { type OutputStream, sheetOf, wantsColour } from '@sqrl/base/terminal/terminal.ts';
import { nearest, usage } from '@sqrl/base/terminal/usage.ts';
import { COMMANDS, HELP, HUB, options } from './commands.ts';
import manifest from './package.json' with { type: 'json' };

const { argv, env, stdin, stdout, stderr } = process;
const typed = argv.slice(2);
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
// As a service manager stops it.
process.once('SIGTERM', () => stop.abort());

// `sqrl-hub audit | head` reads a part only.
let isGone = false;
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  isGone = true;
});

const sheet = (output: OutputStream) =>
  sheetOf(output, { colour: wantsColour(output, env, typed.includes('--no-color')), isGone: () => isGone });
const world = {
  stdin,
  env,
  signal: stop.signal,
  processes: () => readProcessChain(process.platform, { env }),
};
const program: ProgramRun = {
  ...{ out: sheet(stdout), err: sheet(stderr), json: typed.includes('--json'), signal: stop.signal, world },
};

try {
  process.exitCode = await run();
} catch (error) {
  process.exitCode = complain(program, error);
}

async function run(): Promise<ExitCode> {
  const { values, words } = argumentsOf('sqrl-hub', typed, options, Date.now(), HUB);
  const [verb = 'help', ...rest] = words;
  if (values.version) {
    program.out.line(`sqrl-hub ${manifest.version}`);
    return EXIT.done;
  }
  if (values.help || verb === 'help') {
    program.out.write(HELP.trimStart());
    return EXIT.done;
  }
  if (!Object.hasOwn(COMMANDS, verb)) {
    const meant = nearest(verb, Object.keys(COMMANDS));
    throw usage(
      `Unknown command "${verb}".${meant ? ` Did you mean ${meant}?` : ''}`,
      `Commands: ${Object.keys(COMMANDS).join(', ')}. Run \`sqrl-hub --help\`.`,
    );
  }
  const cwd = process.cwd();
  const home = resolve(env.SQRL_HOME || join(homedir(), '.sqrl'));
  const at = {
    folder: values.dir === undefined ? join(home, 'hub') : resolve(cwd, values.dir),
    database: values.database ?? (env.SQRL_HUB_DATABASE || undefined),
    addresses: { direct: env.SQRL_HUB_DIRECT || undefined, replica: env.SQRL_HUB_REPLICA || undefined },
  };
  const asTyped = `sqrl-hub ${typed.join(' ')}`;
  return COMMANDS[verb]!({ ...program, world, at, cwd, typed: asTyped, now: Date.now, values, words: rest });
}
