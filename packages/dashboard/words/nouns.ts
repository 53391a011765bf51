import type { SpaceKind } from '@sqrl/base/model/sync/hub-protocol.ts';
import { personName } from '@sqrl/base/model/sync/person.ts';

export const nounWords = {
  'type.gotcha': 'Gotcha',
  'type.decision': 'Decision',
  'type.preference': 'Preference',
  'type.pattern': 'Pattern',
  'type.requirement': 'Requirement',
  'type.error_pattern': 'Error pattern',
  'type.module_insight': 'Module insight',
  'type.prefetch_pattern': 'Often read together',
  'type.work_state': 'Work state',
  'type.causal_dependency': 'Co-changes',
  'type.task_calibration': 'Effort estimate',
  'type.e2e_observation': 'UI observation',
  'type.dead_end': 'Dead end',
  'type.work_unit_outcome': 'Task outcome',
  'type.workflow_recipe': 'Recipe',
  'type.context_cost': 'Context cost',
  'status.provisional': 'Provisional',
  'status.active': 'Active',
  'status.deprecated': 'Archived',
  'scope.global': 'All projects',
  'scope.project': 'Project',
  'scope.path': 'Folder',
  'scope.session': 'One session',
  'reach.user': 'Whole project',
  'reach.project': 'Whole project',
  'reach.part': 'One part: told where it is touched',
  'reach.task': 'This task only',
  'tier.short_term': 'Short term',
  'tier.long_term': 'Long term',
  'tier.emergency': 'Emergency',
  'source.user_taught': 'Taught by you',
  'source.user_said': 'Said by you',
  'source.agent_explicit': 'Stated by an agent',
  'source.qa_auto': 'From tests',
  'source.mcp_auto': 'From tools',
  'source.commit_auto': 'From commits',
  'source.observer_inferred': 'Observed',
  'source.file_index': 'From files',
  'state.stale': 'Stale',
  'state.fresh': 'Fresh',
  'state.gone': 'Gone',
} as const;

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

export const timelineWords = {
  'status.completed': 'Completed',
  'status.failed': 'Failed',
  'status.paused': 'Interrupted',
  'status.active': 'In progress',
  'frustration.mild': 'low frustration',
  'frustration.moderate': 'some frustration',
  'frustration.severe': 'high frustration',
  'kind.prompt': 'You',
  'kind.reply': 'Agent',
  'kind.reasoning': 'Thinking',
  'kind.call': 'Call',
  'kind.result': 'Result',
  'kind.compaction': 'Compaction',
  'kind.commit': 'Commit',
  'kind.check': 'Check',
  'kind.notice': 'Notice',
  'outcome.ok': 'Worked',
  'outcome.failed': 'Failed',
  'outcome.rejected': 'Rejected by you',
  'outcome.interrupted': 'Interrupted',
  'way.read': 'read',
  'way.edit': 'edited',
  'way.write': 'written',
  'way.delete': 'deleted',
  'way.search': 'searched',
  'way.list': 'listed',
  'way.mention': 'mentioned',
} as const;

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
