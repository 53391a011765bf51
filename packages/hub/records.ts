import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  HubKind,
  HubPerson,
  HubRecord,
  RecordFacts,
  SpaceKind,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { canonical, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { type Caller, hashed, type OrgTransaction, rowsOf } from './caller.ts';

export interface RecordRow {
  kind: HubKind;
  id: string;
  seq: number;
  state: string;
  hash: string;
  author: string;
  by: string;
  changed_by: string;
  reviewed_hash: string | null;
  reviewed_by: string | null;
  dismissed: boolean;
}

export const RECORD_COLUMNS =
  'kind, id, seq, state, hash, author, by, changed_by, reviewed_hash, reviewed_by, dismissed';

export const hashOfState = (state: SharedState): string => hashed(canonical(state));

/** A row with another state, which nobody has worded. */
export function restated(row: RecordRow, state: SharedState): RecordRow {
  const text = canonical(state);
  return { ...row, state: text, hash: hashed(text), by: '{}' };
}

export const isReviewed = (space: SpaceKind, kind: string): boolean =>
  kind === 'memory' && (space === 'team' || space === 'org');

/** Rows as a device gets them, with what the hub vouches for. */
export async function recordsToldTo(
  at: Caller,
  space: { id: string; kind: SpaceKind },
  rows: readonly RecordRow[],
): Promise<HubRecord[]> {
  const nameOf = await namesIn(at, rows);
  return rows.map((row) => {
    const isCurrent = row.reviewed_hash === row.hash;
    const by = Object.entries(JSON.parse(row.by) as Record<string, string>);
    const facts = {
      seq: row.seq,
      author: nameOf(row.author),
      by: Object.fromEntries(by.map(([tag, person]) => [tag, nameOf(person)])),
      proposed: isReviewed(space.kind, row.kind) && (!isCurrent || row.dismissed),
      reviewedBy: isCurrent && row.reviewed_by !== null ? nameOf(row.reviewed_by) : null,
      dismissed: isCurrent && row.dismissed,
      hash: row.hash,
    };
    const proof = proofOf(at.secret, { space: space.id, ...row }, facts);
    return [row.kind, row.id, JSON.parse(row.state), { ...facts, proof }];
  });
}

export function namesIn(at: OrgTransaction, rows: readonly RecordRow[]): ReturnType<typeof namesOf> {
  const ids = rows.flatMap(({ author, by, reviewed_by }) => [
    ...[author, reviewed_by ?? author, ...Object.values(JSON.parse(by) as Record<string, string>)],
  ]);
  return namesOf(at, ids);
}

/** The names of people of an organization; an id where the person is gone. */
export async function namesOf(
  at: OrgTransaction,
  ids: readonly string[],
): Promise<(id: string) => HubPerson> {
  const sql = 'select id, name from hub.person where org = $1 and id = any($2)';
  const found = ids.length === 0 ? [] : await rowsOf<HubPerson>(at, sql, [...new Set(ids)]);
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return (id) => ({ id, name: names.get(id) ?? id });
}

interface RecordPlace {
  space: string;
  kind: string;
  id: string;
}

type SignedFacts = Pick<RecordFacts, 'author' | 'by' | 'reviewedBy' | 'dismissed' | 'hash'>;

/** Two signatures: of the author for good, and of everything for this one state. */
function proofOf(secret: string, { space, kind, id }: RecordPlace, facts: SignedFacts): string {
  const { author, by, reviewedBy, dismissed, hash } = facts;
  const sign = (...what: unknown[]) =>
    createHmac('sha256', secret).update(canonical(what)).digest('base64url').slice(0, 27);
  const people = Object.fromEntries(Object.entries(by).map(([tag, person]) => [tag, person.id]));
  return `${sign('author', space, kind, id, author.id)}.${sign('state', space, kind, id, hash, author.id, people, reviewedBy?.id ?? null, dismissed)}`;
}

/**
 * What the hub once signed of a record that it may have lost since: that all of it, the state included, is its own word, or
 * at least who the author is. Undefined where the facts are not its own.
 */
export function provenFacts(
  secret: string,
  place: RecordPlace & { state: SharedState; facts?: RecordFacts | undefined },
): { author: string; whole: SignedFacts | undefined } | undefined {
  const { facts, state } = place;
  if (!facts) return undefined;
  const [author = '', whole = ''] = facts.proof.split('.');
  const [rightAuthor = '', rightWhole = ''] = proofOf(secret, place, facts).split('.');
  if (!isSame(author, rightAuthor)) return undefined;
  const isWhole = isSame(whole, rightWhole) && facts.hash === hashOfState(state);
  return { author: facts.author.id, whole: isWhole ? facts : undefined };
}

/** In a time that says nothing about where they differ. */
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(hashed(a)), Buffer.from(hashed(b)));
