import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import type { AgentClient } from '../client.ts';
import type { HookCheck } from '../setup/client.ts';
import { type McpProgram, type McpRegistration, SERVER_NAME, variables } from '../setup/mcp-server.ts';
import { commandTargets, groupedHooks, serverTarget, settingsIn } from '../setup/ours.ts';
import type { Person, SetupContext } from '../setup/surroundings.ts';

/** Codex: servers in its TOML file, hooks in a file of their own, which its user has to trust. */
export const setup: AgentClient['setup'] = {
  programs: ['codex'],
  folders: (here) => [homeOf(here)],
  already: (here) =>
    /^\[plugins\."squirrel@[^\]]+\]\s*\n\s*enabled *= *true/m.test(
      readIfThere(join(homeOf(here), 'config.toml')),
    )
      ? 'has the Squirrel plugin, which includes everything.'
      : undefined,
  targets: (here) => [
    { ...serverTarget(join(folderOf(here), 'config.toml'), mcp, here), left: () => ourTrust(here) },
    hooksTarget(here),
    // It reads them from its own home only.
    ...(here.project === undefined
      ? commandTargets('codex', join(homeOf(here), 'skills'), here, { kind: 'skills', sign: '$' })
      : []),
  ],
  mcp,
  next: () => [
    'Codex silently skips hooks that you have not trusted: start `codex` once and choose “Trust all and continue”, or type /hooks.',
  ],
  check: checkTrust,
};

const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** The folder that holds Codex's settings and logs. */
export const homeOf = ({ env, person }: Person): string => env.CODEX_HOME || join(person, '.codex');

const folderOf = (here: SetupContext): string =>
  here.project === undefined ? homeOf(here) : join(here.project, '.codex');

const hooksTarget = (here: SetupContext) => groupedHooks('codex', join(folderOf(here), 'hooks.json'), here);

function mcp({ node, args, env }: McpProgram): McpRegistration {
  return {
    file: '~/.codex/config.toml',
    at: ['mcp_servers', SERVER_NAME],
    server: { command: node, args, ...variables('env', env) },
    text: [
      `[mcp_servers.${SERVER_NAME}]`,
      `command = ${JSON.stringify(node)}`,
      `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
      ...(Object.keys(env).length > 0
        ? [
            `env = { ${Object.entries(env)
              .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
              .join(', ')} }`,
          ]
        : []),
    ].join('\n'),
  };
}

/** Codex runs only hooks its user has trusted, and is silent about the others. */
function checkTrust(here: SetupContext): HookCheck {
  const { path, entries } = hooksTarget(here);
  const trusted = trustedIn(join(folderOf(here), 'config.toml')).filter((name) =>
    name.startsWith(path),
  ).length;
  const wanted = entries.length;
  const says =
    trusted >= wanted
      ? 'Its hooks are trusted.'
      : trusted === 0
        ? 'Codex skips the hooks: they are not trusted.'
        : `Codex trusts ${trusted} of ${wanted} hooks.`;
  return { runs: trusted >= wanted, says, fix: 'Start `codex`, type /hooks, and trust those of squirrel.' };
}

/** The tables in which Codex has noted that its user trusts our hooks; those of other hooks stay. */
function ourTrust(here: SetupContext): string[][] {
  const { path, entries } = hooksTarget(here);
  const { hooks = {} } = settingsIn(path) as { hooks?: Record<string, unknown[]> };
  const ours = entries.flatMap(({ at, ours }) =>
    (hooks[at.at(-1)!] ?? []).flatMap((group, i) => (ours(group) ? `${plainName(at.at(-1)!)}:${i}:` : [])),
  );
  return trustedIn(join(folderOf(here), 'config.toml'))
    .filter((name) => name.startsWith(`${path}:`))
    .filter((name) => {
      const [event = '', group] = name.slice(path.length + 1).split(':');
      return ours.includes(`${plainName(event)}:${group}:`);
    })
    .map((name) => ['hooks', 'state', name]);
}

/** An event is called SessionStart in one file and session_start in the other. */
const plainName = (event: string): string => event.replaceAll('_', '').toLowerCase();

function trustedIn(path: string): string[] {
  try {
    const { hooks } = parse(readFileSync(path, 'utf8')) as {
      hooks?: { state?: Record<string, { trusted_hash?: string }> };
    };
    return Object.entries(hooks?.state ?? {}).flatMap(([name, { trusted_hash }]) =>
      trusted_hash ? [name] : [],
    );
  } catch {
    return [];
  }
}
