import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import type { AgentClient } from '../client.ts';
import type { HookCheck, McpForm } from '../setup/client.ts';
import { commandTargets, groupedHooks, serverTarget, settingsIn } from '../setup/ours.ts';
import type { Person, SetupContext } from '../setup/surroundings.ts';

const server: McpForm = { file: '~/.codex/config.toml', key: 'mcp_servers' };

/** Codex: servers in its TOML file, hooks in a file of their own, which its user has to trust. */
export const codex: AgentClient = {
  name: 'codex',
  title: 'Codex',
  logs: {
    folder: homeOf,
    trees: ['sessions', 'archived_sessions'],
    home: /[\\/](?:archived_)?sessions[\\/].*rollout-[^\\/]+$/,
    recognize: (path, head) => {
      if (/[\\/]rollout-[^\\/]*\.jsonl\.zst$/i.test(path)) return 'document';
      return /\.jsonl(\.gz)?$/i.test(path) &&
        /"type":"session_meta"|"type":"response_item"|"type":"event_msg"/.test(head())
        ? 'lines'
        : undefined;
    },
  },
  reader: async () => (await import('./logs.ts')).codexLogs,
  dialect: async () => (await import('./hooks.ts')).codexHooks,
  setup: {
    programs: ['codex'],
    folders: (here) => [homeOf(here)],
    already: (here) =>
      /^\[plugins\."squirrel@[^\]]+\]\s*\n\s*enabled *= *true/m.test(
        readIfThere(join(homeOf(here), 'config.toml')),
      )
        ? 'has the Squirrel plugin, which includes everything.'
        : undefined,
    targets: (here) => [
      { ...serverTarget(join(folderOf(here), 'config.toml'), server, here), left: () => ourTrust(here) },
      hooksTarget(here),
      // It reads them from its own home only.
      ...(here.project === undefined
        ? commandTargets('codex', join(homeOf(here), 'skills'), here, { kind: 'skills', sign: '$' })
        : []),
    ],
    server,
    next: () => [
      'Codex silently skips hooks that you have not trusted: start `codex` once and choose “Trust all and continue”, or type /hooks.',
    ],
    check: checkTrust,
  },
  rules: {
    project: ['AGENTS.override.md', 'AGENTS.md'],
    anyFolder: ['AGENTS.md'],
    personal: ['AGENTS.md'],
  },
};

const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

function homeOf({ env, person }: Person): string {
  return env.CODEX_HOME || join(person, '.codex');
}

const folderOf = (here: SetupContext): string =>
  here.project === undefined ? homeOf(here) : join(here.project, '.codex');

const hooksTarget = (here: SetupContext) => groupedHooks('codex', join(folderOf(here), 'hooks.json'), here);

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
