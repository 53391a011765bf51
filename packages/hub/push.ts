import { randomBytes } from 'node:crypto';
import {
  HUB_LIMITS,
  type HubKind,
  type HubRefusal,
  type PushedRecord,
  pushedRecord,
  type SyncReply,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { isEnded, latestIn, sharedMemoryIn } from '@sqrl/base/model/sync/memory-state.ts';
import { canonical, joinStates, partOf, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { isSealedState } from '@sqrl/base/model/sync/sealed-form.ts';
import { secretsIn } from '@sqrl/base/redact/secrets-in.ts';
import {
  audit,
  type Caller,
  type CallersSpace,
  findSpace,
  hashed,
  insert,
  isAtLeast,
  type OrgTransaction,
  rowOf,
  rowsOf,
} from './caller.ts';
import { badValue } from './failure.ts';
import { isReviewed, provenFacts, RECORD_COLUMNS, type RecordRow } from './records.ts';
import { wordsOfRecord } from './search.ts';

/** Joins pushed records into those of the hub, each space under its lock, in the order of ids so that no two wait for each other. */
export async function pushRecords(
  at: Caller,
  pushed: readonly unknown[],
): Promise<{ refused: SyncReply['refused']; changed: number }> {
  const refused: SyncReply['refused'] = [];
  const records = pushed.flatMap((said) => {
    const read = pushedRecord.safeParse(said);
    if (read.success) return [read.data];
    const what = String(read.error.issues[0]!.path[0] ?? 'record');
    refused.push(refusal(said as Partial<PushedRecord> | null, { code: 'form', facts: { what } }));
    return [];
  });
  const quota = { left: quotaLeft(at), used: 0 };
  let changed = 0;
  for (const [id, some] of [...Map.groupBy(records, ({ space }) => space)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const space = await findSpace(at, id, true);
    if (space) changed += await joinInto(at, { space, records: some, refused, quota });
    else refused.push(...some.map((record) => refusal(record, { code: 'space', facts: {} })));
  }
  if (quota.used > 0) await countNew(at, quota.used);
  return { refused, changed };
}

interface SpacePush {
  space: CallersSpace;
  records: readonly PushedRecord[];
  refused: SyncReply['refused'];
  quota: { left: number; used: number };
}

async function joinInto(at: Caller, push: SpacePush): Promise<number> {
  const { space, records, refused } = push;
  const found = await rowsOf<RecordRow>(
    at,
    `select ${RECORD_COLUMNS} from hub.record where org = $1 and space = $2 and id = any($3)`,
    ...[space.id, [...new Set(records.map(({ id }) => id))]],
  );
  const rows = new Map(found.map((row) => [`${row.kind} ${row.id}`, row]));
  const isAlone = isAtLeast(space.role, 'maintainer') && !(await hasOtherReviewer(at, space.id));
  const changed = new Map<string, RecordRow>();
  for (const record of records) {
    const key = `${record.kind} ${record.id}`;
    const judged = judge(at, record, rows.get(key), { ...push, isAlone });
    if (!judged) continue;
    if ('code' in judged) {
      refused.push(refusal(record, judged));
      continue;
    }
    rows.set(key, judged);
    changed.set(key, judged);
  }
  await writeRows(at, space, [...changed.values()]);
  return changed.size;
}

/** The row that a pushed record leads to; undefined where it says nothing new. */
function judge(
  at: Caller,
  pushed: PushedRecord,
  old: RecordRow | undefined,
  // Alone is a maintainer without another: their own word is the review.
  { space, isAlone, quota }: SpacePush & { isAlone: boolean },
): RecordRow | HubRefusal | undefined {
  const { kind, id } = pushed;
  const me = at.person.id;
  const before: SharedState = old ? JSON.parse(old.state) : {};
  const joined = joinStates(before, pushed.state);
  const state = canonical(joined);
  if (old?.state === state) return undefined;
  const proven = provenFacts(at.secret, pushed);
  const isOurs = proven?.whole !== undefined;
  // A record that was lost and came back by another's hand is still its author's. A maintainer may change it anyway.
  const isBelieved = isOurs || proven?.author === me || isAtLeast(space.role, 'maintainer');
  const author = (isBelieved ? proven?.author : undefined) ?? old?.author ?? me;
  // Two seals of one value cannot be joined.
  if (space.sealed && (pushed.generation ?? 0) !== space.generation) return { code: 'sealed', facts: {} };
  const why =
    (isOurs ? undefined : whyNot(kind, author, at, space)) ??
    wrongContent(pushed, joined, { before, state, now: at.now, isSealed: space.sealed });
  if (why) return why;
  if (!old && !isOurs && space.kind !== 'personal') {
    if (quota.left === 0) return { code: 'tooMany', facts: { max: maxNewOf(at) } };
    quota.left--;
    quota.used++;
  }
  const hash = hashed(state);
  const signed = proven?.whole;
  const by = wordedBy(joined, old, signed?.by ?? {}, me);
  const isOwnReview = isAlone && !isOurs && isReviewed(space.kind, kind);
  return {
    ...{ kind, id, seq: 0, state, hash, author, by: JSON.stringify(by) },
    changed_by: isOurs ? author : me,
    ...reviewOf({ hash, by, old, signed, isAlone: isOwnReview, me }),
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
  me: string;
}): Review {
  const { hash, by, old, signed, isAlone, me } = of;
  if (signed?.hash === hash)
    return {
      reviewed_hash: signed.reviewedBy ? hash : null,
      reviewed_by: signed.reviewedBy?.id ?? null,
      dismissed: signed.dismissed,
    };
  const wasApproved = old !== undefined && old.reviewed_hash === old.hash && !old.dismissed;
  // Not what a member proposed, and they only touched.
  if (isAlone && (wasApproved || Object.values(by).every((person) => person === me)))
    return { reviewed_hash: hash, reviewed_by: me, dismissed: false };
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
  const found = isSealed ? [] : secretsIn(canonical(pushed));
  return found.length > 0 ? { code: 'secret', facts: { found } } : undefined;
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
  at: OrgTransaction,
  { id: space, head }: { id: string; head: number },
  rows: readonly RecordRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { org, now } = at;
  const mark = randomBytes(6).toString('hex');
  const numbered = rows.map((row, i) => ({
    ...{ ...row, org, space, seq: head + 1 + i, updated_at: now },
    words: wordsOfRecord(org, row),
  }));
  const last = head + rows.length;
  await at.query(
    `insert into hub.record (org, space, updated_at, words, ${RECORD_COLUMNS})
     select org, space, updated_at, words, ${RECORD_COLUMNS} from json_populate_recordset(null::hub.record, $1::json)
     on conflict (org, space, kind, id) do update set
       seq = excluded.seq, state = excluded.state, hash = excluded.hash, author = excluded.author, by = excluded.by,
       changed_by = excluded.changed_by, reviewed_hash = excluded.reviewed_hash, reviewed_by = excluded.reviewed_by,
       dismissed = excluded.dismissed, updated_at = excluded.updated_at, words = excluded.words`,
    [JSON.stringify(numbered)],
  );
  await rowsOf(at, 'update hub.space set head = $3, mark = $4 where org = $1 and id = $2', space, last, mark);
  await insert(at, 'batch', { space, seq: last, mark, at: now });
  // A device that was away for longer is told to begin anew, which costs time and loses nothing.
  const sql = 'delete from hub.batch where org = $1 and space = $2 and at < $3';
  await rowsOf(at, sql, space, now - MARKS_KEPT_MS);
}

const MARKS_KEPT_MS = 90 * 86_400_000;

export async function hasOtherReviewer(at: Caller, space: string): Promise<boolean> {
  const other = await rowOf(
    at,
    `select 1 from hub.member
      where org = $1 and space = $2 and person <> $3 and role in ('maintainer', 'owner') limit 1`,
    ...[space, at.person.id],
  );
  return other !== undefined;
}

const refusal = (record: Partial<PushedRecord> | null, why: HubRefusal): SyncReply['refused'][number] => {
  const shown = (value: unknown) => (typeof value === 'string' ? value.slice(0, 64) : '');
  return { space: shown(record?.space), kind: shown(record?.kind), id: shown(record?.id), why };
};

const DAY_MS = 86_400_000;

const maxNewOf = ({ newPerDay }: Caller): number => newPerDay ?? HUB_LIMITS.newPerDay;

const quotaLeft = (at: Caller): number =>
  Math.max(0, maxNewOf(at) - (at.now - at.newSince < DAY_MS ? at.newCount : 0));

const MAX_NEW = 100_000;

/** Says how many new records a day each device of an organization may add to spaces with others. */
export async function setQuota(at: OrgTransaction, newPerDay: number): Promise<void> {
  if (!Number.isInteger(newPerDay) || newPerDay < 0 || newPerDay > MAX_NEW)
    throw badValue(`The limit of new records is a number from 0 to ${MAX_NEW}.`);
  await rowsOf(at, 'update hub.org set new_per_day = $2 where id = $1', newPerDay);
  await audit(at, 'set the limit of new records', { newPerDay });
}

const countNew = (at: Caller, used: number): Promise<unknown> =>
  rowsOf(
    at,
    `update hub.device set new_since = case when new_since > $4 then new_since else $5 end,
            new_count = $3 + case when new_since > $4 then new_count else 0 end
      where org = $1 and id = $2`,
    ...[at.device, used, at.now - DAY_MS, at.now],
  );
