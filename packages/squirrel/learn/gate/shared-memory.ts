import { type Memory, TYPES } from '@sqrl/base/model/memory.ts';
import { type SharedWording, sharedMemoryIn } from '@sqrl/base/model/sync/memory-state.ts';
import { personName } from '@sqrl/base/model/sync/person.ts';
import type { SharedState } from '@sqrl/base/model/sync/registers.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { clean, hashOf } from '@sqrl/base/text/clean.ts';
import { addEvidence } from '../../store/memory/belongings.ts';
import { isRefused } from '../../store/memory/changes.ts';
import {
  addMemory,
  memoryAt,
  type Row,
  replaceMemory,
  rowByHash,
  rowById,
} from '../../store/memory/memories.ts';
import { WORDED_APART } from '../../store/memory/steps.ts';
import { filled } from './draft.ts';
import { noteStep } from './history.ts';
import { redactDraft } from './redact-draft.ts';

export interface SharedArrival {
  id: string;
  before: SharedState;
  state: SharedState;
  /** On the default branch; else it is a proposal. */
  isReviewed: boolean;
  /** The branch that is checked out, for a proposal. */
  branch: string | null;
  ownerId: string | null;
  /** Who this home is in git; undefined where a hub carries it. */
  self?: { person: string; device: string };
  /** It is this person's own, and git carries it: what others made of it takes the place of nothing. */
  isMine?: boolean;
  /** What a hub says of it; undefined where git carries it. */
  hub?: HubArrival;
  now: number;
}

export interface HubArrival {
  owner: Memory['owner'];
  isGlobal: boolean;
  /** The newest words are this person's own, from another device. */
  isOwn: boolean;
  /** Whose the newest words are, and by which space they came. */
  userId: string;
  via: string;
  space: string;
  /** A person with the right to review does not want it. */
  isDismissed: boolean;
  nameOf(tag: string): string;
}

export type SharedOutcome =
  | { did: 'added' | 'changed'; row: Row; isReworded: boolean; isContested: boolean }
  /** same: a memory here says so already; clash: a memory of this home has its id. */
  | { did: 'same' | 'clash' | 'empty' };

/**
 * Lets words of others in. They are redacted like all text, never a guard, an emergency or a replacement of what this person
 * keeps, and a proposal is tainted: it waits for review, here or in the repository.
 */
export function admitShared(store: Store, arrival: SharedArrival): SharedOutcome {
  const { id, before: old, state, isReviewed, hub, now } = arrival;
  const shared = sharedMemoryIn(state);
  if (!shared) return { did: 'empty' };
  const row = rowById(store, id);
  const known = row === undefined ? undefined : memoryAt(store, row)!;
  const own = arrival.isMine ? shared.wordings.find(({ text }) => text === known?.text) : undefined;
  const newest = own ?? shared.wordings[0];
  const { key, scopeOf, module, tags, files, symbols } = shared;
  const { draft } = redactDraft({ text: newest.text, key, scopeOf, module, tags, files, symbols });
  if (clean(draft.text) === '') return { did: 'empty' };
  const wasShared = sharedMemoryIn(old);
  if (known && !wasShared) return { did: hashOf(known.text) === hashOf(draft.text) ? 'same' : 'clash' };
  // Words that this store already had are its own, or were let in before.
  const hadWords = wasShared?.wordings.some(({ tag }) => tag === newest.tag) === true;
  // Who chose between wordings may have chosen the one that this home has.
  const keepsWords = known !== undefined && (hadWords || known.text === draft.text);
  const nameOf = (wording: SharedWording) => hub?.nameOf(wording.tag) ?? namedInGit(wording, arrival.self);
  const isDoubtful = hub !== undefined && !isReviewed && known?.userId && !known.verified;
  const memory: Memory = own
    ? { ...known!, updatedAt: now }
    : {
        ...(known ?? filled({ ...STRANGE, text: '' }, { id, at: 0, lastAt: 0 })),
        ...draft,
        type: shared.type,
        ...(hub?.isGlobal
          ? { scope: 'global', scopeOf: null }
          : { scope: shared.scopeOf === null ? 'project' : 'path' }),
        polarity: shared.polarity,
        reach: shared.reach,
        expiresAt: shared.expiresAt,
        halfLifeDays: TYPES[shared.type].halfLifeDays,
        owner: hub?.owner ?? 'team',
        ownerId: arrival.ownerId,
        createdAt: shared.createdAt,
        updatedAt: now,
        ...(keepsWords
          ? { text: known.text, ...(hub && known.userId && { via: hub.via }) }
          : { ...STRANGE, ...whoseWords(newest, arrival) }),
        // Of words that are known here, what this person and the policy made of them stays; a proposal may become agreed.
        ...(keepsWords && !(known.tainted && isReviewed) && !isDoubtful
          ? {}
          : standing(isReviewed, arrival.branch)),
        ...(hub?.isDismissed && !known?.verified && { status: 'deprecated' as const, needsReview: false }),
        ...(wasShared?.isArchived && { status: 'active' as const }),
        ...((shared.isArchived || isRefused(store, id)) && { status: 'deprecated' as const }),
      };
  const hash = hashOf(memory.text);
  const twin = rowByHash(store, memory, hash);
  if (twin !== undefined && twin !== row) return { did: 'same' };
  const isReworded = known?.text !== memory.text;
  const place = row ?? addMemory(store, memory, hash);
  if (row === undefined)
    addEvidence(store, place, [{ proof: 'shared', episode: null, events: [], quote: null, at: newest.at }]);
  else replaceMemory(store, place, memory, hash);
  const isContested = shared.wordings.length > 1 && (wasShared?.wordings.length ?? 0) < 2;
  if (isContested) {
    const other = shared.wordings.find((one) => one !== newest)!;
    const why = `${nameOf(other)} worded it differently at the same time: “${redactDraft({ text: other.text }).draft.text.slice(0, 300)}”`;
    noteStep(store, memory, { at: now, did: WORDED_APART, why });
  } else if (!isReviewed && row === undefined) {
    const why = hub
      ? `${nameOf(newest)} shares it in ${hub.space}; it is not reviewed yet`
      : `${nameOf(newest)} proposes it in git; it is not on the default branch yet`;
    noteStep(store, memory, { at: now, did: 'sent to review', why });
  } else if (row !== undefined && isReworded) {
    const why = `${nameOf(newest)} changed it and shared the change in git`;
    noteStep(store, memory, { at: now, did: 'changed', why, before: known!.text });
  }
  return { did: row === undefined ? 'added' : 'changed', row: place, isReworded, isContested };
}

/** What words of others never have here, whatever those had whose place they take. */
const STRANGE = {
  source: 'file_index',
  tier: 'long_term',
  pinned: false,
  verified: false,
  trigger: null,
} as const satisfies Partial<Memory>;

const whoseWords = (
  wording: SharedWording,
  { hub, self }: SharedArrival,
): Pick<Memory, 'userId' | 'via' | 'source'> => {
  if (hub?.isOwn) return { userId: null, via: null, source: 'user_said' };
  const source = STRANGE.source;
  return hub
    ? { userId: hub.userId, via: hub.via, source }
    : {
        userId: wording.person.slice(0, 200),
        via: isImpostor(wording, self) ? `in git, ${IMPOSTOR}` : null,
        source,
      };
};

const namedInGit = (wording: SharedWording, self: SharedArrival['self']): string =>
  `${personName(wording.person)}${isImpostor(wording, self) ? `, ${IMPOSTOR},` : ''}`;

/** Whether words bear the name of this home's person and were not written on this device. Anybody can write a name. */
const isImpostor = ({ person, device }: SharedWording, self: SharedArrival['self']): boolean =>
  self !== undefined && personName(person) === personName(self.person) && device !== self.device;

const IMPOSTOR = 'from another device that claims to be yours';

/** How far words of others are believed: what a team agreed upon is told unasked, a proposal is not. */
const standing = (isReviewed: boolean, branch: string | null): Partial<Memory> =>
  isReviewed
    ? { status: 'active', confidence: 0.8, tainted: false, needsReview: false, branch: null }
    : { status: 'provisional', confidence: 0.4, tainted: true, needsReview: true, branch };
