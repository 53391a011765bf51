import { Problem } from '@sqrl/base/problem.ts';
import type { Verb } from '../../protocol/verbs.ts';
import { isGuardedSetting } from '../../workspace/config.ts';

/** Refuses settings that a page must not change: a page that was taken over could send texts and API keys elsewhere. */
export function requireForPages(verb: Verb, input: unknown): void {
  const said = (input ?? {}) as { personal?: unknown; newCode?: unknown; trust?: unknown };
  const isGuarded =
    (verb === 'hubSync' && (said.personal !== undefined || said.newCode !== undefined)) ||
    (verb === 'hubDevices' && said.trust !== undefined);
  if (IN_TERMINALS.has(verb) || isGuarded)
    throw new Problem(
      'The panel cannot decide what is shared with whom.',
      'Use a terminal: `sqrl help --all` lists the commands.',
      'forbidden',
    );
  if (verb !== 'settings') return;
  const { set } = (input ?? {}) as { set?: object };
  const guarded = Object.keys(set ?? {}).find(isGuardedSetting);
  if (guarded !== undefined)
    throw new Problem(
      `The panel cannot change ${guarded}: it decides where texts and API keys go.`,
      `Run \`sqrl config set ${guarded} VALUE\` in a terminal.`,
      'forbidden',
    );
}

/** Verbs that decide where texts and keys go, and who gets them. */
const IN_TERMINALS: ReadonlySet<Verb> = new Set([
  'hubLogin',
  'hubBegin',
  'hubAwait',
  'hubLogout',
  'hubCode',
  'hubLink',
  'hubShare',
  'hubSearch',
  'teamCreate',
  'teamInvite',
  'teamJoin',
  'hubErase',
  'teamRole',
  'teamRetention',
  'teamLeave',
]);
