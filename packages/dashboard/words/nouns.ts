import type { SpaceKind } from '@sqrl/base/model/sync/hub-protocol.ts';
import { personName } from '@sqrl/base/model/sync/person.ts';

/** What is not called by its own name. */
const WORDS: Readonly<Record<string, string>> = {
  'type.prefetch_pattern': 'Often read together',
  'type.causal_dependency': 'Co-changes',
  'type.task_calibration': 'Effort estimate',
  'type.e2e_observation': 'UI observation',
  'type.work_unit_outcome': 'Task outcome',
  'type.workflow_recipe': 'Recipe',
  'status.deprecated': 'Archived',
  'scope.global': 'All projects',
  'scope.path': 'Folder',
  'scope.session': 'One session',
  'reach.user': 'Whole project',
  'reach.project': 'Whole project',
  'reach.part': 'One part: told where it is touched',
  'reach.task': 'This task only',
  'source.user_taught': 'Taught by you',
  'source.user_said': 'Said by you',
  'source.agent_explicit': 'Stated by an agent',
  'source.qa_auto': 'From tests',
  'source.mcp_auto': 'From tools',
  'source.commit_auto': 'From commits',
  'source.observer_inferred': 'Observed',
  'source.file_index': 'From files',
  'episode.paused': 'Interrupted',
  'episode.active': 'In progress',
  'frustration.mild': 'low frustration',
  'frustration.moderate': 'some frustration',
  'frustration.severe': 'high frustration',
  'kind.prompt': 'You',
  'kind.reply': 'Agent',
  'kind.reasoning': 'Thinking',
  'outcome.ok': 'Worked',
  'outcome.rejected': 'Rejected by you',
  'way.read': 'read',
  'way.edit': 'edited',
  'way.write': 'written',
  'way.delete': 'deleted',
  'way.search': 'searched',
  'way.list': 'listed',
  'way.mention': 'mentioned',
};

/** What a value of a memory, an episode or a step is called: `word('type', 'dead_end')` is `Dead end`. */
export const word = (of: string, value: string): string =>
  WORDS[`${of}.${value}`] ?? `${value[0]!.toUpperCase()}${value.slice(1).replaceAll('_', ' ')}`;

interface Attributed {
  userId?: string | null;
  via?: string | null;
  tainted?: boolean;
  verified?: boolean;
}

/** Whose words a memory has and how they came here: `Ann (team crew, reviewed by Bob)`. Empty for one's own. */
export function attribution({ userId, via, tainted, verified }: Attributed): string {
  if (!userId) return '';
  const inGit = tainted ? 'proposed in git, not reviewed' : 'shared in git';
  const unreviewed = tainted ? [verified ? 'confirmed here' : 'not reviewed'] : [];
  return `${personName(userId)} (${via ? [via, ...unreviewed].join(', ') : inGit})`;
}

export const STATUS_TONES = { completed: 'good', failed: 'bad', paused: 'warn', active: 'accent' } as const;

export const settingsWords = {
  'part.clients': 'Connect agents',
  'part.trust': 'What agents are told',
  'part.llm': 'Language model and budget',
  'part.embedder': 'Embedder and search',
  'part.privacy': 'Privacy',
  'part.sharing': 'Devices and teams',
  'part.policy': 'Retention',
  'part.rest': 'Daemon, code and notes',
} as const;

export const KINDS: Readonly<Record<SpaceKind, string>> = {
  personal: 'Personal',
  project: 'Project',
  team: 'Team',
  org: 'Organization',
};

export const ROLES = {
  viewer: 'Reads and disputes',
  member: 'Adds, and changes their own',
  maintainer: 'Reviews, changes and dismisses',
  owner: 'Says who belongs to it, erases, reads the log',
} as const;

export const TRAVELS: Readonly<Record<SpaceKind, string>> = {
  personal: 'Sealed: the hub cannot read them',
  project: 'Memories of this project that you shared one by one',
  team: 'Copies of memories that you shared with the team; its hub can read them',
  org: 'Copies of memories that you shared with the organization; its hub can read them',
};

export const TRAVELS_BY_ITSELF: Readonly<Partial<Record<SpaceKind, string>>> = {
  personal: 'Global memories that you said or confirmed; sealed, so that the hub cannot read them',
  project: 'Memories of this project that you said or confirmed',
};

export const REFUSALS: Readonly<Record<string, string>> = {
  space: 'The space is not yours.',
  role: 'Your role does not allow it.',
  notYours: 'It is not yours, and you are not a maintainer.',
  secret: 'Something in it looks like a secret.',
  form: 'The hub does not understand it; one of the two programs is older.',
  tooLarge: 'It is too large.',
  sealed: 'The code was changed on another device; enter it here with sqrl sync --personal --code CODE.',
  clock: 'The clock of this machine was ahead; it is sent again with the right time.',
  tooMany: 'Too many new memories today; it is sent again tomorrow.',
};
