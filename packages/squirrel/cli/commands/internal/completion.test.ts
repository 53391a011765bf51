import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commands } from '../../commands.ts';
import { completion } from './help.ts';

const isThere = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

/** The script for a shell, as the command prints it. */
async function scriptFor(shell: string): Promise<string> {
  let printed = '';
  const out = { line: (text = '') => (printed += `${text}\n`) };
  await completion.run({ argv: [shell], commands, out, json: false, world: { now: () => 0 } } as never);
  return printed;
}

/** What bash offers for what was typed so far. */
async function offered(...typed: string[]): Promise<string[]> {
  const words = typed.map((word) => `'${word}'`).join(' ');
  const script = `${await scriptFor('bash')}\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _sqrl; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

test.skipIf(!isThere('bash'))(
  'bash completes commands, their options, and the commands of help',
  async () => {
    expect(await offered('sqrl', 'rem')).toEqual(['remember']);
    expect(await offered('sqrl', 'help', 'uni')).toEqual(['uninstall']);
    expect(await offered('sqrl', 'history', 'sess')).toEqual(['sessions']);
    expect(await offered('sqrl', 'search')).toEqual([]);
    expect(await offered('sqrl', 'remember', '--ty')).toEqual(['--type']);
    expect(await offered('sqrl', 'ask', '--js')).toEqual(['--json']);
  },
);

test.each(['bash', 'zsh', 'fish'])('%s completes every command, and accepts the script', async (shell) => {
  const script = await scriptFor(shell);
  for (const { name } of commands) for (const word of name.split(' ')) expect(script).toContain(word);
  if (isThere(shell)) expect(spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' }).stderr).toBe('');
});
