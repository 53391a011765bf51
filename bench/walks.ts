import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { claudeLog } from '../test/support/claude-log.ts';
import type { Bench } from './bench.ts';

const SOURCES = fileURLToPath(new URL('../packages/squirrel', import.meta.url));
const SENTENCE = 'From now on always use pnpm in this project, never npm.';
/** The daemon has looked after the project by then, with the hook and without. */
const DAEMON_MS = 20_000;

/**
 * How many functions of the sources run, in how many files, for a sentence to become a memory, a question to be answered and
 * a hook to be replied to. V8 counts them in every process and thread; what `version`, or a daemon without a hook, runs is left out.
 */
export const walks: Bench = {
  summary:
    'Functions and files on the way of a sentence, a question and a hook (--sources FOLDER with sqrl.ts)',
  async run({ flags: { sources = SOURCES }, print }) {
    const root = mkdtempSync(join(tmpdir(), 'sqrl-bench-walks-'));
    const [project, logs] = [join(root, 'shop'), join(root, '.claude/projects/-shop')];
    for (const folder of [project, logs]) mkdirSync(folder, { recursive: true });
    const turns = [{ say: SENTENCE }, { reply: 'Understood.' }, { run: 'pnpm test', output: 'All passed' }];
    const session = { session: 'monday', cwd: project, startedAt: Date.UTC(2026, 10, 15, 12), turns };
    writeFileSync(join(logs, 'monday.jsonl'), claudeLog(session));
    const home = join(root, 'home');
    const env = { PATH: process.env.PATH, HOME: root, SQRL_HOME: home, SQRL_HOOK_MS: '20000' };
    const program = join(sources, 'sqrl.ts');
    /** What one process runs, or several that add to one folder. */
    const counted = (argv: string[], folder = mkdtempSync(join(root, 'ran-')), input = '') => {
      const options = { cwd: project, env: { ...env, NODE_V8_COVERAGE: folder }, input };
      const { stdout } = spawnSync(process.execPath, argv, { ...options, encoding: 'utf8' });
      return { ran: functionsIn(folder, sources), stdout };
    };
    const daemon = async (isCalled: boolean) => {
      const folder = mkdtempSync(join(root, 'ran-'));
      const options = { cwd: project, env: { ...env, NODE_V8_COVERAGE: folder }, stdio: 'ignore' } as const;
      const child = spawn(process.execPath, [program, 'start', '--foreground'], options);
      const ended = new Promise((resolve) => child.on('exit', resolve));
      while (!existsSync(join(home, 'daemon.json'))) await sleep(100);
      await sleep(DAEMON_MS);
      const input = JSON.stringify({ session_id: 'tuesday', cwd: project, source: 'startup' });
      const hook = [join(sources, 'hooks/hook.ts'), 'claude-code', 'SessionStart'];
      const { stdout } = isCalled ? counted(hook, folder, input) : { stdout: '' };
      spawnSync(process.execPath, [program, 'stop'], { cwd: project, env });
      await ended;
      return { ran: functionsIn(folder, sources), stdout };
    };
    try {
      const bare = counted([program, 'version']).ran;
      const read = counted([program, 'ingest', '--no-daemon']);
      const asked = counted([program, 'ask', 'which package manager do we use here?', '--no-daemon']);
      const idle = (await daemon(false)).ran;
      const replied = await daemon(true);
      if (![asked, replied].every(({ stdout }) => stdout.includes('pnpm')))
        print('walks: the sentence is not in the answers; the figures are not those of a whole way.');
      const figures = {
        'log line to memory': without(read.ran, bare),
        'question to answer': without(asked.ran, bare),
        'hook to reply': without(replied.ran, idle),
      };
      for (const [walk, { functions, files }] of Object.entries(figures))
        print(`${walk}: ${functions} functions in ${files} files`);
      return figures;
    } finally {
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

/** The functions of the sources that ran, as `file name@offset`; the body of a module is none. */
function functionsIn(folder: string, sources: string): Set<string> {
  const below = pathToFileURL(dirname(sources)).href;
  const ran = new Set<string>();
  for (const name of readdirSync(folder))
    for (const { url, functions } of JSON.parse(readFileSync(join(folder, name), 'utf8')).result)
      if (url.startsWith(below) && !url.includes('/node_modules/'))
        for (const { functionName, ranges } of functions)
          if (ranges[0].count > 0 && ranges[0].startOffset + functionName.length > 0)
            ran.add(`${url} ${functionName}@${ranges[0].startOffset}`);
  return ran;
}

function without(ran: ReadonlySet<string>, bare: ReadonlySet<string>): { functions: number; files: number } {
  const own = [...ran].filter((each) => !bare.has(each));
  return { functions: own.length, files: new Set(own.map((each) => each.split(' ')[0])).size };
}
