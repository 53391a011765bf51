import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { needing } from './support/needs.ts';
import { patient } from './support/patient.ts';

patient();

const root = fileURLToPath(new URL('..', import.meta.url));
const node = process.env.SQRL_WINE_NODE ?? '';

/** A file as Wine shows it to a program of Windows. */
const onZ = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;

/** A file below the person's home, as programs of Windows name it. */
const onC = (path: string): string => `C:\\users\\${userInfo().username}\\${path.replaceAll('/', '\\')}`;

/** A person on a new Windows, with Claude Code, Codex and Gemini CLI. */
async function person() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-wine-')));
  const { PATH, HOME } = process.env;
  // Wine 8 calls itself an older Windows than it is.
  const env = {
    PATH,
    HOME,
    WINEDEBUG: '-all',
    WINEPREFIX: join(folder, 'prefix'),
    NODE_SKIP_PLATFORM_CHECK: '1',
    // Limits on time are measured elsewhere.
    SQRL_HOOK_MS: '60000',
  };
  await new Promise((resolve) =>
    spawn('wineboot', ['--init'], { env, stdio: 'ignore' }).on('close', resolve),
  );
  const home = join(env.WINEPREFIX, 'drive_c/users', userInfo().username);
  const project = join(home, 'shop');
  mkdirSync(join(project, 'src'), { recursive: true });
  for (const client of ['.claude', '.codex', '.gemini']) mkdirSync(join(home, client));
  /** Runs a script with Node for Windows. Its output goes to a file: Wine hands no pipe of ours to it. */
  const run = async (script: string, ...words: string[]) => {
    const [out, err] = [join(folder, 'out'), join(folder, 'err')];
    const files = [openSync(out, 'w'), openSync(err, 'w')] as const;
    const child = spawn('wine', [node, onZ(script), ...words], {
      cwd: project,
      env,
      stdio: ['ignore', ...files],
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    for (const file of files) closeSync(file);
    return { code, out: readFileSync(out, 'utf8'), err: readFileSync(err, 'utf8') };
  };
  const sqrl = (...words: string[]) => run(join(root, 'bin/sqrl.mjs'), ...words);
  onTestFinished(async () => {
    await sqrl('stop');
    rmSync(folder, { recursive: true, force: true });
  });
  /** The person's files, without the memory. */
  const files = () =>
    readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !/^(?:\.sqrl|AppData)/.test(path),
    );
  return { home, run, sqrl, files };
}

/** Calls a hook as a client does: with a pipe. */
const CALL = `
  const [, , launcher, client, event, said] = process.argv;
  const child = require('node:child_process').spawn(process.execPath, [launcher, client, event]);
  child.stdout.pipe(process.stdout);
  child.stdin.end(said);
`;

describe('Windows', needing('wine', existsSync(node)), () => {
  test('what a person does on the first day works', async () => {
    const { home, run, sqrl, files } = await person();
    expect(await sqrl('remember', 'Integration tests need REDIS_URL')).toMatchObject({ code: 0 });

    // Logs as Claude Code writes them there: paths with backslashes, lines that end with CR and LF.
    const logs = join(home, '.claude/projects/shop');
    mkdirSync(logs, { recursive: true });
    const session = {
      sessionId: '11111111-1111-4111-8111-111111111111',
      cwd: onC('shop'),
      isSidechain: false,
    };
    const lines = [
      {
        type: 'user',
        message: { role: 'user', content: 'From now on use pnpm here, never npm. Add a discount.' },
      },
      {
        type: 'assistant',
        message: {
          role: 'assistant',
          content: [
            {
              type: 'tool_use',
              id: 't',
              name: 'Edit',
              input: { file_path: onC('shop/src/price.ts'), old_string: 'a', new_string: 'b' },
            },
          ],
        },
      },
      {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'Updated.' }] },
      },
      { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] } },
    ].map((line, i) =>
      JSON.stringify({
        ...line,
        ...session,
        uuid: `${i}`,
        timestamp: new Date(Date.now() - 3_600_000 + i * 1000).toISOString(),
      }),
    );
    writeFileSync(join(logs, `${session.sessionId}.jsonl`), `${lines.join('\r\n')}\r\n`);
    expect((await sqrl('ingest')).out).toMatch(/Learned 1 memory/);
    expect((await sqrl('list')).out).toMatch(/pnpm[\s\S]*REDIS_URL|REDIS_URL[\s\S]*pnpm/);
    expect((await sqrl('history', 'file', 'src/price.ts')).out).toContain('edit src/price.ts');

    const before = files();
    expect(await sqrl('init', '--yes')).toMatchObject({ code: 0 });
    expect(existsSync(join(home, '.claude/settings.json'))).toBe(true);

    const call = join(home, '.sqrl/call.cjs');
    writeFileSync(call, CALL);
    const said = JSON.stringify({
      session_id: 'new',
      cwd: onC('shop'),
      hook_event_name: 'SessionStart',
      source: 'startup',
    });
    const launcher = onC('.sqrl/sqrl-hook.cjs');
    expect((await run(call, launcher, 'claude-code', 'SessionStart', said)).out).toContain('REDIS_URL');

    expect(await sqrl('uninstall', '--yes')).toMatchObject({ code: 0 });
    expect(files()).toEqual(before);
    expect((await sqrl('status')).out).toContain('no daemon is running');
  });
});
