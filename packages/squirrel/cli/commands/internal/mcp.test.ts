import { expect, test } from 'vitest';
import { typed } from '../../testing/world.ts';

test('it serves the core tools for the folder it was started in, and opens nothing itself', async () => {
  const { exit, out, err, served, opened } = await typed(['mcp'], { cwd: '/home/dev/shop' });
  expect({ exit, out, err, opened }).toEqual({ exit: 0, out: '', err: '', opened: 0 });
  expect(served).toEqual([{ project: undefined, all: false }]);
});

test('it serves all tools, and the project that is named', async () => {
  const { served } = await typed(['mcp', '--tools', 'all', '--project', 'shop'], { cwd: '/home/dev' });
  expect(served).toEqual([{ project: '/home/dev/shop', all: true }]);
});

test('started by hand, it explains what it is', async () => {
  const { err, out } = await typed(['mcp'], { terminal: true });
  expect(err).toContain('Waiting for an MCP client');
  expect(out).toBe('');
});

test.each([
  [['mcp', '--tools', 'some'], '--tools cannot be "some".'],
  [['mcp', '--print-config', 'codx'], '--print-config cannot be "codx". Did you mean codex?'],
  [['mcp', 'stdio'], 'mcp: unexpected argument "stdio".'],
])('%j is not understood', async (argv, said) => {
  const { exit, err, served } = await typed(argv);
  expect(exit).toBe(2);
  expect(err).toContain(said);
  expect(served).toEqual([]);
});

test('what is printed for a client can be put into its file as it is', async () => {
  const { out, err } = await typed(['mcp', '--print-config', 'codex'], { env: { SQRL_HOME: '/data/sq"rl' } });
  expect(out).toBe(
    '[mcp_servers.squirrel]\ncommand = "/opt/node"\nargs = ["/opt/squirrel/bin/sqrl.mjs", "mcp"]\nenv = { SQRL_HOME = "/data/sq\\"rl" }\n',
  );
  expect(err).toContain('~/.codex/config.toml');
  const opencode = await typed(['mcp', '--print-config', 'opencode', '--json']);
  expect(JSON.parse(JSON.parse(opencode.out).text)).toEqual({
    mcp: {
      squirrel: { type: 'local', command: ['/opt/node', '/opt/squirrel/bin/sqrl.mjs', 'mcp'], enabled: true },
    },
  });
  const claude = await typed(['mcp', '--print-config', 'claude-code']);
  expect(claude.err).toContain(
    'claude mcp add --scope user squirrel -- /opt/node /opt/squirrel/bin/sqrl.mjs mcp',
  );
});
