import { isBelowAgent, isHookOfAgent } from '@sqrl/base/terminal/agents-shell.ts';
import { type Ancestor, chainInListing, type ProcessChain } from '@sqrl/base/terminal/process-chain.ts';
import { describe, expect, test } from 'vitest';
import { AGENT_CLIENTS } from '../clients/clients.ts';
import { testMemory, typed } from './testing/world.ts';

const answers = {
  remember: () => ({
    id: '7k3f9x2m4p5q',
    did: 'added' as const,
    redacted: [],
    memory: testMemory(),
    superseded: [],
    notices: [],
  }),
};

/** A chain of processes, the nearest first, as command lines. */
const chain = (lines: readonly string[], hasTerminal = false): ProcessChain => ({
  above: lines.map((line, i): Ancestor => {
    const words = line.split(' ');
    const pid = i === lines.length - 1 ? 1 : 100 - i;
    return { pid, name: words[0]!.replace(/^.*\//, ''), words };
  }),
  hasTerminal,
});

const CLAUDE = chain(['/bin/bash -c x', 'claude', '-zsh', 'gnome-terminal-server', 'systemd']);

const inputOf = async (circumstances: Parameters<typeof typed>[1]) =>
  (await typed(['remember', 'use', 'pnpm', '--pin'], { ...circumstances, answers })).calls[0]!.input;

test('what an agent’s shell has remembered is an agent’s word, and pins nothing', async () => {
  for (const circumstances of [
    { env: { CLAUDECODE: '1' } },
    { processes: CLAUDE },
    { processes: CLAUDE, terminal: true },
  ]) {
    const input = await inputOf(circumstances);
    expect(input).toMatchObject({ source: 'agent_explicit', evidence: [{ proof: 'agent_statement' }] });
    expect(input).not.toHaveProperty('pinned');
  }
});

test('what a person types is theirs, in whatever terminal', async () => {
  for (const circumstances of [{}, { env: { CLAUDECODE: '1' }, terminal: true }])
    expect(await inputOf(circumstances)).toMatchObject({ source: 'user_taught', pinned: true });
});

describe('what only the person decides is refused below an agent', () => {
  const ID = '7k3f9x2m4p5q';
  test.each([
    ['review', '--confirm', ID],
    ['review', '--reject', ID],
    ['edit', ID, 'Always', 'run', 'x'],
    ['edit', ID, '--type', 'preference'],
    ['edit', ID, '--pin'],
    ['edit', ID, '--no-trigger'],
    ['forget', ID, '--yes'],
    ['undo'],
    ['teach', '--from', 'x.md'],
    ['teach', '--all'],
    ['ingest', 'x.jsonl', '--mine'],
    ['ingest', '/tmp/x.jsonl'],
    ['ingest', 'notes'],
    ['ingest', 'notes', 'docs'],
    ['backup', 'import', '-', '--mine'],
    ['config', 'trust', 'autonomous'],
    ['config', 'weights', 'apply'],
    ['config', 'policy', 'set', 'decay.guard.max_inactive_days', '1'],
    ['share', '--git', ID, '--yes'],
    ['unshare', ID, '--yes'],
    ['pause'],
    ['resume'],
  ])('sqrl %s %s %s', async (...words) => {
    const argv = words.filter((word) => word !== undefined);
    const ran = await typed(argv, { processes: CLAUDE, terminal: true, stdin: '{}' });
    expect(ran).toMatchObject({ exit: 1, calls: [] });
    expect(ran.err).toContain("An agent's shell cannot");
    // A terminal breaks lines at words.
    const said = ran.err.replace(/\s+/g, ' ');
    expect(said).toContain(`type \`sqrl ${argv.join(' ')}\` in a terminal of your own`);
  });

  test('reading, and what waits for the person anyway, is not', async () => {
    const imported = {
      added: 1,
      changed: 0,
      known: 0,
      redacted: 0,
      refused: [],
      format: 'json',
      notices: [],
    };
    for (const [argv, verb] of [
      [['list'], 'list'],
      [['teach'], 'teach'],
      [['backup', 'import', '-'], 'import'],
      [['config', 'trust'], 'trust'],
    ] as const) {
      const ran = await typed([...argv], {
        processes: CLAUDE,
        stdin: '{}',
        answers: {
          list: () => ({ memories: [], total: 0 }),
          teach: () => ({ files: [], notices: [] }),
          import: () => imported,
          trust: () => ({
            ...{ level: 'cautious', confidence: 0.8, by: 'rules', since: 0, next: null, notices: [] },
            counts: { sessions: 0, told: 0, delivered: 0, confirmed: 0, flagged: 0 },
          }),
        },
      });
      expect(ran.calls[0]).toMatchObject({ verb });
    }
  });
});

test.each([
  ['Claude Code', ['sh -c x', 'claude --resume', 'zsh', 'tmux: server', 'systemd']],
  [
    'its package',
    ['sh', 'node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js', 'bash', 'sshd', 'init'],
  ],
  [
    'its extension',
    ['bash', '/home/u/.vscode/extensions/anthropic.claude-code-2/resources/claude', 'code', 'init'],
  ],
  ['Codex', ['bash', 'codex-linux-sandbox x', '/opt/codex', 'bash', 'xterm', 'init']],
  ['Gemini CLI', ['bash', 'node --no-warnings /usr/local/bin/gemini', 'bash', 'xterm', 'init']],
  ['opencode', ['bash', '/home/u/.opencode/bin/opencode', 'bash', 'xterm', 'init']],
  [
    'Cursor’s agent',
    ['zsh', '/home/u/.local/share/cursor-agent/versions/1/node index.js', 'zsh', 'xterm', 'init'],
  ],
  ['Copilot CLI', ['sh', 'node /usr/lib/node_modules/@github/copilot/index.js', 'bash', 'xterm', 'init']],
  ['an agent that we do not set up', ['sh', 'python3 /home/u/.local/bin/aider', 'bash', 'xterm', 'init']],
  ['script, which makes a terminal', ['sh', 'script -qc x /dev/null', 'bash', 'claude', 'xterm', 'init']],
  ['setsid, cut loose', ['systemd']],
  ['an interpreter, cut loose', ['/usr/bin/python3.11 -c x', 'systemd']],
  ['nohup, cut loose', ['bash -c x', 'systemd --user', 'systemd']],
  ['tini, cut loose', ['python3 -c x', 'tini -s -- server', 'python3 runner.py']],
  ['a sandbox of its own', ['bash', 'bwrap --unshare-pid bash']],
])('a command below %s is an agent’s', (_, lines) => {
  expect(isBelowAgent(chain(lines))).toBe(true);
});

test('a terminal that was made by a command that was cut loose is no person’s', () => {
  expect(isBelowAgent(chain(['sh', 'script -qc x', 'systemd'], true))).toBe(true);
  expect(isBelowAgent(chain(['sh', 'python3 -c pty.spawn', 'init'], true))).toBe(true);
});

test.each(AGENT_CLIENTS.map(({ title, setup }) => [title, setup.programs] as const))(
  'a program of %s is known to run agents',
  (_, programs) => {
    const isKnown = (program: string) => isBelowAgent(chain(['bash', program, 'xterm', 'init'], true));
    expect(programs.filter(isKnown), 'PROGRAMS in packages/base/terminal/agents-shell.ts').not.toEqual([]);
  },
);

test.each([
  ['a terminal', ['zsh', 'gnome-terminal-server', 'systemd --user', 'systemd'], true],
  ['tmux', ['-bash', 'tmux: server', 'systemd'], true],
  ['the terminal of VS Code', ['zsh', '/usr/share/code/code --type=utility', 'code', 'systemd'], true],
  ['the terminal of Cursor', ['zsh', '/opt/cursor/cursor --type=utility', 'cursor', 'systemd'], true],
  ['a script, piped', ['bash ./setup.sh', 'zsh', 'xterm', 'systemd'], false],
  ['ssh with a command', ['sh -c x', 'sshd', 'sshd', 'systemd'], false],
  ['cron', ['sh -c x', 'cron', 'systemd'], false],
  [
    'the terminal of an editor on another machine',
    ['bash', 'node --type=pty', 'node server.js', 'init'],
    true,
  ],
  ['a service', ['sh -c x', 'python3 worker.py', 'init'], false],
  ['a CI runner', ['bash -e x.sh', 'Runner.Worker', 'Runner.Listener', 'systemd'], false],
  ['a container that is a shell', ['sh', 'sh -c x'], false],
  ['a terminal in a container', ['bash', 'docker-init -- bash'], true],
  ['a program of theirs', ['node /work/claude/run.js', 'bash', 'xterm', 'systemd'], true],
])('a command below %s is a person’s', (_, lines, hasTerminal) => {
  expect(isBelowAgent(chain(lines, hasTerminal))).toBe(false);
});

const HOOK = 'node /opt/hook.js claude-code UserPromptSubmit';
/** A chain below Claude Code in which each shell has one line to run. */
const hooked = (...lines: string[]): ProcessChain => {
  const { above, hasTerminal } = chain(['claude', 'zsh', 'xterm', 'systemd']);
  const shells = lines.map((line, i) => ({ pid: 900 - i, name: 'bash', words: ['/bin/bash', '-lc', line] }));
  return { above: [...shells, ...above], hasTerminal };
};

test('a hook counts as its client’s where the client called it, and nothing feeds it in a shell', () => {
  const registered = [`test ! -r /h/.sqrl/hook || ${HOOK}`, `test ! -r '/my home/hook' || ${HOOK}`];
  for (const called of [
    hooked(),
    hooked(HOOK),
    ...registered.map((line) => hooked(line)),
    chain(['sh', 'cursor', 'systemd']),
  ])
    expect(isHookOfAgent(called)).toBe(false);
  for (const called of [
    hooked(`echo '{}' | ${HOOK}`),
    hooked(`${HOOK} < x`),
    hooked(`test ! -r /x || echo '{}' | ${HOOK}`),
    hooked(`test ! -r '/x' || ${HOOK} < x`),
    hooked(HOOK, `sh -c '${HOOK}' < x`),
    chain(['bash x.sh', 'claude', 'xterm', 'systemd']),
    chain(['python3 x.py', 'bash -c x', 'claude', 'xterm', 'systemd']),
    chain(['node sqrl.mjs hook', 'claude', 'xterm', 'systemd']),
    chain(['sh -c x', 'systemd']),
  ])
    expect(isHookOfAgent(called)).toBe(true);
});

test('a terminal of tmux is the person’s only while they look at it', () => {
  const tmux = chain(['bash', 'tmux: server', 'systemd'], true);
  const person = chain(['zsh', 'xterm', 'systemd'], true);
  expect(isBelowAgent({ ...tmux, screens: [person] })).toBe(false);
  expect(isBelowAgent({ ...tmux, screens: [CLAUDE, person] })).toBe(false);
  expect(isBelowAgent({ ...tmux, screens: [CLAUDE] })).toBe(true);
  expect(isBelowAgent({ ...tmux, screens: [] })).toBe(true);
});

test('where the system tells nothing of its processes, only the variables count', () => {
  expect(isBelowAgent({ above: [], hasTerminal: true })).toBe(false);
});

test('the listing of macOS is read', () => {
  const listing = `
    1     0 ??       /sbin/launchd
  500     1 ??       /Applications/Visual Studio Code.app/Contents/MacOS/Electron
  600   500 ttys001  -zsh
  601   600 ttys001  claude
  610   601 ??       /bin/zsh -c sqrl review
  620   610 ??       node /opt/sqrl.mjs review
  700   600 ttys001  node /opt/sqrl.mjs review
  `;
  expect(isBelowAgent(chainInListing(listing, 620))).toBe(true);
  expect(isBelowAgent(chainInListing(listing, 700))).toBe(false);
  expect(chainInListing(listing, 620).hasTerminal).toBe(false);
  expect(chainInListing(listing, 700)).toMatchObject({
    hasTerminal: true,
    above: [{ name: '-zsh' }, {}, { pid: 1 }],
  });
});
