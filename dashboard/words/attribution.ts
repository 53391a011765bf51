import { personName } from '../../src/model/sync/person.ts';
import { nounWords } from './nouns.ts';
import { useWords } from './say.ts';

interface Attributed {
  userId?: string | null;
  via?: string | null;
  tainted?: boolean;
  verified?: boolean;
}

/** Whose words a memory has and how they came here: `Ann (team crew, reviewed by Bob)`. Empty for one's own. */
export function useAttribution(): (memory: Attributed) => string {
  const say = useWords(nounWords);
  return ({ userId, via, tainted, verified }) => {
    if (!userId) return '';
    const inGit = tainted ? say('from.proposedInGit') : say('from.git');
    const unreviewed = tainted ? [verified ? say('from.confirmed') : say('from.unreviewed')] : [];
    const how = via ? [...spaceOf(via), ...unreviewed].join(', ') : inGit;
    return `${personName(userId)} (${how})`;
  };

  /** The English of `via` in the panel's language; what names say stays. */
  function spaceOf(via: string): string[] {
    const [, kind, rest] = /^(project|team|organization) (.+)$/su.exec(via) ?? [];
    if (!kind || !rest) return [via];
    const isUnsigned = rest.endsWith(UNSIGNED);
    const names = isUnsigned ? rest.slice(0, -UNSIGNED.length) : rest;
    const at = names.lastIndexOf(REVIEWED);
    return [
      `${say(`from.${kind as 'team'}`)} ${at === -1 ? names : names.slice(0, at)}`,
      ...(at === -1 ? [] : [say('from.reviewed', { person: names.slice(at + REVIEWED.length) })]),
      ...(isUnsigned ? [say('from.unsigned')] : []),
    ];
  }
}

const REVIEWED = ', reviewed by ';
const UNSIGNED = ', unsigned';
