import { randomBytes } from 'node:crypto';
import {
  HUB_KINDS,
  HUB_LIMITS,
  type HubKind,
  type HubRefusal,
  type PushedRecord,
  type SyncReply,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { isEnded, latestIn, sharedMemoryIn } from '@sqrl/base/model/sync/memory-state.ts';
import {
  canonical,
  isRegister,
  joinStates,
  partOf,
  type SharedState,
} from '@sqrl/base/model/sync/registers.ts';
import { isSealedState } from '@sqrl/base/model/sync/sealed-form.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { audit, type Caller, type CallersSpace, findSpace, hashed, isAtLeast } from './caller.ts';
import type { Query } from './db.ts';
import { badValue } from './failure.ts';
import { isReviewed, provenFacts, RECORD_COLUMNS, type RecordRow } from './records.ts';
import { wordsOfRecord } from './search.ts';

/** What a push did: records that were not taken, and whether anything changed. */
export interface PushOutcome {
  refused: SyncReply['refused'];
  changed: number;
}

/** Joins pushed records into those of the hub, each space under its lock, in the order of ids so that no two wait for each other. */
export async function pushRecords(
  query: Query,
  caller: Caller,
  pushed: readonly unknown[],
  now: number,
): Promise<PushOutcome> {
  const refused: SyncReply['refused'] = [];
  const bySpace = new Map<string, PushedRecord[]>();
  for (const said of pushed) {
    const record = said as PushedRecord;
    const what = wrongForm(record);
    if (what) refused.push(refusal(record, what));
    else bySpace.set(record.space, [...(bySpace.get(record.space) ?? []), record]);
  }
  const quota = { left: quotaLeft(caller, now), used: 0 };
  let changed = 0;
  for (const id of [...bySpace.keys()].sort()) {
    const records = bySpace.get(id)!;
    const space = await findSpace(query, caller, id, true);
    if (space) changed += await joinInto(query, { caller, space, records, refused, quota, now });
    else for (const record of records) refused.push(refusal(record, { code: 'space', facts: {} }));
  }
  if (quota.used > 0) await countNew(query, caller, quota.used, now);
  return { refused, changed };
}

interface SpacePush {
  caller: Caller;
  space: CallersSpace;
  records: readonly PushedRecord[];
  refused: SyncReply['refused'];
  quota: { left: number; used: number };
  now: number;
}

async function joinInto(query: Query, push: SpacePush): Promise<number> {
  const { caller, space, records, refused, now } = push;
  const found = await query<RecordRow>(
    `select ${RECORD_COLUMNS} from hub.record where org = $1 and space = $2 and id = any($3)`,
    [caller.org, space.id, [...new Set(records.map(({ id }) => id))]],
  );
  const rows = new Map(found.map((row) => [`${row.kind} ${row.id}`, row]));
  const isAlone = isAtLeast(space.role, 'maintainer') && !(await hasOtherReviewer(query, caller, space.id));
  const changed = new Map<string, RecordRow>();
  for (const record of records) {
    const key = `${record.kind} ${record.id}`;
    const judged = judge(record, rows.get(key), { ...push, isAlone });
    if (!judged) continue;
    if ('code' in judged) {
      refused.push(refusal(record, judged));
      continue;
    }
    rows.set(key, judged);
    changed.set(key, judged);
  }
  await writeRows(query, { org: caller.org, space: space.id, head: space.head, now }, [...changed.values()]);
  return changed.size;
}

/** The row that a pushed record leads to; undefined where it says nothing new. */
function judge(
  pushed: PushedRecord,
  old: RecordRow | undefined,
  // Alone is a maintainer without another: their own word is the review.
  { caller, space, isAlone, quota, now }: SpacePush & { isAlone: boolean },
): RecordRow | HubRefusal | undefined {
  const { kind, id } = pushed;
  const before: SharedState = old ? JSON.parse(old.state) : {};
  const joined = joinStates(before, pushed.state);
  const state = canonical(joined);
  if (old?.state === state) return undefined;
  const proven = provenFacts(caller.secret, pushed, pushed.state, pushed.facts);
  const isOurs = proven?.whole !== undefined;
  // A record that was lost and came back by another's hand is still its author's. A maintainer may change it anyway.
  const isBelieved = isOurs || proven?.author === caller.person.id || isAtLeast(space.role, 'maintainer');
  const author = (isBelieved ? proven?.author : undefined) ?? old?.author ?? caller.person.id;
  // Two seals of one value cannot be joined.
  if (space.sealed && (pushed.generation ?? 0) !== space.generation) return { code: 'sealed', facts: {} };
  const why =
    (isOurs ? undefined : whyNot(kind, author, caller, space)) ??
    wrongContent(pushed, joined, { before, state, now, isSealed: space.sealed });
  if (why) return why;
  if (!old && !isOurs && space.kind !== 'personal') {
    if (quota.left === 0) return { code: 'tooMany', facts: { max: maxNewOf(caller) } };
    quota.left--;
    quota.used++;
  }
  const hash = hashed(state);
  const signed = proven?.whole;
  const by = wordedBy(joined, old, signed?.by ?? {}, caller.person.id);
  return {
    ...{ kind, id, seq: 0, state, hash, author, by: JSON.stringify(by) },
    changed_by: isOurs ? author : caller.person.id,
    ...reviewOf({
      hash,
      by,
      old,
      signed,
      isAlone: isAlone && !isOurs && isReviewed(space.kind, kind),
      caller,
    }),
  };
}

type Review = Pick<RecordRow, 'reviewed_hash' | 'reviewed_by' | 'dismissed'>;

/** A review that the hub had signed comes back; a maintainer without another approves their own words by writing them. */
function reviewOf(of: {
  hash: string;
  by: Record<string, string>;
  old: RecordRow | undefined;
  signed: NonNullable<ReturnType<typeof provenFacts>>['whole'];
  isAlone: boolean;
  caller: Caller;
}): Review {
  const { hash, by, old, signed, isAlone, caller } = of;
  if (signed?.hash === hash)
    return {
      reviewed_hash: signed.reviewedBy ? hash : null,
      reviewed_by: signed.reviewedBy?.id ?? null,
      dismissed: signed.dismissed,
    };
  const wasApproved = old !== undefined && old.reviewed_hash === old.hash && !old.dismissed;
  // Not what a member proposed, and they only touched.
  if (isAlone && (wasApproved || Object.values(by).every((person) => person === caller.person.id)))
    return { reviewed_hash: hash, reviewed_by: caller.person.id, dismissed: false };
  const { reviewed_hash = null, reviewed_by = null, dismissed = false } = old ?? {};
  return { reviewed_hash, reviewed_by, dismissed };
}

/** What a role may do: a viewer comments, a member adds and changes their own, a maintainer changes all. */
function whyNot(
  kind: HubKind,
  author: string,
  { person }: Caller,
  { role }: CallersSpace,
): HubRefusal | undefined {
  const isMaintainer = isAtLeast(role, 'maintainer');
  if (role === 'viewer' && kind !== 'comment') return { code: 'role', facts: { role } };
  // A refusal decides for everybody in the space what is not learned again.
  if (kind === 'refusal' && !isMaintainer) return { code: 'role', facts: { role } };
  if (author !== person.id && !isMaintainer) return { code: 'notYours', facts: { author } };
  return undefined;
}

function wrongContent(
  { kind, state: pushed, latest = 0 }: PushedRecord,
  joined: SharedState,
  of: { before: SharedState; state: string; now: number; isSealed: boolean },
): HubRefusal | undefined {
  const { before, state, now, isSealed } = of;
  if (state.length > HUB_LIMITS.state) return { code: 'tooLarge', facts: { max: HUB_LIMITS.state } };
  const aheadMs = (isSealed ? latest : latestIn(pushed)) - now;
  if (aheadMs > HUB_LIMITS.aheadMs) return { code: 'clock', facts: { aheadMs, known: latestIn(before) } };
  if (kind === 'memory' && !isSealed && !isEnded(joined) && !sharedMemoryIn(joined))
    return { code: 'form', facts: { what: 'text' } };
  if (isSealed && !isSealedState(pushed)) return { code: 'form', facts: { what: 'sealed' } };
  const found = isSealed ? [] : secretsIn(pushed);
  return found.length > 0 ? { code: 'secret', facts: { found } } : undefined;
}

/** Every text of a state, names of elements and fields too. */
function secretsIn(state: SharedState): string[] {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        texts.add(key);
        collect(inner);
      }
  };
  collect(state);
  const found = [...texts].filter((text) => text.length > 3).flatMap((text) => redactSync(text).found);
  return [...new Set(found)];
}

/** Who pushed each wording that still stands; what is new is the caller's. */
function wordedBy(
  joined: SharedState,
  old: RecordRow | undefined,
  signed: Record<string, { id: string }>,
  caller: string,
): Record<string, string> {
  const known = new Map<string, string>(old ? Object.entries(JSON.parse(old.by)) : []);
  const tags = Object.keys(partOf(joined.text, 'many')?.[1] ?? {});
  return Object.fromEntries(tags.map((tag) => [tag, known.get(tag) ?? signed[tag]?.id ?? caller]));
}

/** Gives rows their seqs and writes them, with the mark by which cursors are checked. The space must be locked. */
export async function writeRows(
  query: Query,
  at: { org: string; space: string; head: number; now: number },
  rows: readonly RecordRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { org, space, head, now } = at;
  const mark = randomBytes(6).toString('hex');
  const numbered = rows.map((row, i) => ({
    ...{ ...row, org, space, seq: head + 1 + i, updated_at: now },
    words: wordsOfRecord(org, row),
  }));
  const last = head + rows.length;
  await query(
    `insert into hub.record (org, space, updated_at, words, ${RECORD_COLUMNS})
     select org, space, updated_at, words, ${RECORD_COLUMNS} from json_populate_recordset(null::hub.record, $1::json)
     on conflict (org, space, kind, id) do update set
       seq = excluded.seq, state = excluded.state, hash = excluded.hash, author = excluded.author, by = excluded.by,
       changed_by = excluded.changed_by, reviewed_hash = excluded.reviewed_hash, reviewed_by = excluded.reviewed_by,
       dismissed = excluded.dismissed, updated_at = excluded.updated_at, words = excluded.words`,
    [JSON.stringify(numbered)],
  );
  await query('update hub.space set head = $3, mark = $4 where org = $1 and id = $2', [
    org,
    space,
    last,
    mark,
  ]);
  await query('insert into hub.batch (org, space, seq, mark, at) values ($1, $2, $3, $4, $5)', [
    ...[org, space, last, mark, now],
  ]);
  // A device that was away for longer is told to begin anew, which costs time and loses nothing.
  await query('delete from hub.batch where org = $1 and space = $2 and at < $3', [
    org,
    space,
    now - MARKS_KEPT_MS,
  ]);
}

const MARKS_KEPT_MS = 90 * 86_400_000;

/** Whether another person in the space may review. */
export async function hasOtherReviewer(
  query: Query,
  { org, person }: Caller,
  space: string,
): Promise<boolean> {
  const others = await query(
    `select 1 from hub.member
      where org = $1 and space = $2 and person <> $3 and role in ('maintainer', 'owner') limit 1`,
    [org, space, person.id],
  );
  return others.length > 0;
}

const refusal = (record: Partial<PushedRecord> | null, why: HubRefusal): SyncReply['refused'][number] => {
  const shown = (value: unknown) => (typeof value === 'string' ? value.slice(0, 64) : '');
  return { space: shown(record?.space), kind: shown(record?.kind), id: shown(record?.id), why };
};

/** As `sqrl list` shows them. */
export const RECORD_ID = /^[0-9a-z]{4,32}$/;
const MAX_FIELDS = 64;
/** Deeper than any register. */
const MAX_DEPTH = 16;

function wrongForm(record: PushedRecord | null): HubRefusal | undefined {
  const form = (what: string): HubRefusal => ({ code: 'form', facts: { what } });
  if (typeof record !== 'object' || record === null) return form('record');
  const { space, kind, id, state, latest = 0 } = record;
  if (typeof space !== 'string') return form('space');
  if (!HUB_KINDS.includes(kind)) return form('kind');
  if (typeof id !== 'string' || !RECORD_ID.test(id)) return form('id');
  if (typeof state !== 'object' || state === null || Array.isArray(state)) return form('state');
  if (!Number.isSafeInteger(latest)) return form('latest');
  const registers = Object.values(state);
  if (registers.length === 0 || registers.length > MAX_FIELDS || !registers.every(isRegister))
    return form('state');
  return isDeep(state, MAX_DEPTH) ? form('state') : undefined;
}

const isDeep = (value: unknown, left: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((one) => isDeep(one, left - 1)));

const DAY_MS = 86_400_000;

const maxNewOf = ({ newPerDay }: Caller): number => newPerDay ?? HUB_LIMITS.newPerDay;

const quotaLeft = (caller: Caller, now: number): number =>
  Math.max(0, maxNewOf(caller) - (now - caller.newSince < DAY_MS ? caller.newCount : 0));

const MAX_NEW = 100_000;

/** Says how many new records a day each device of an organization may add to spaces with others. */
export async function setQuota(
  query: Query,
  by: Parameters<typeof audit>[1],
  newPerDay: number,
): Promise<void> {
  if (!Number.isInteger(newPerDay) || newPerDay < 0 || newPerDay > MAX_NEW)
    throw badValue(`The limit of new records is a number from 0 to ${MAX_NEW}.`);
  await query('update hub.org set new_per_day = $2 where id = $1', [by.org, newPerDay]);
  await audit(query, by, 'set the limit of new records', { newPerDay });
}

async function countNew(query: Query, { org, device }: Caller, used: number, now: number): Promise<void> {
  await query(
    `update hub.device set new_since = case when new_since > $4 then new_since else $5 end,
            new_count = $3 + case when new_since > $4 then new_count else 0 end
      where org = $1 and id = $2`,
    [org, device, used, now - DAY_MS, now],
  );
}
