import { personName } from '@sqrl/base/model/sync/person.ts';

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
