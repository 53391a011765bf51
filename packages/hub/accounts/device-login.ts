import type { HubReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import { audit, type Caller, storedName } from '../caller.ts';
import type { HubDb } from '../db.ts';
import { RequestFailure } from '../failure.ts';
import { CODE_MS, codeHash, insertInvite, pair, randomSigns, unknownCode } from '../pair.ts';
import type { AccountStore } from './store.ts';

/**
 * A device without a key asks for one, and a signed-in person approves it on the account page (RFC 8628 in form). The
 * device polls with a code that the person never sees; they see a short one. An approval turns the device's code into the
 * code of a further device, which is paired as any other.
 */
export const LOGIN_TABLE = `create table if not exists login (
  code_hash text primary key, user_code_hash text not null unique, device text not null, address text not null,
  expires_at bigint not null, answer text not null default 'none')`;

export interface WaitingDevice {
  codeHash: string;
  name: string;
  address: string;
  expiresAt: number;
}

/** More of them would be an attack; they end by themselves. */
const MAX_WAITING = 1000;

export async function beginLogin(
  { query }: AccountStore,
  { device, address }: { device: unknown; address: string },
  now: number,
) {
  const name = storedName(device, 'device');
  await query('delete from login where expires_at <= $1', [now]);
  const [{ n } = { n: 0 }] = await query<{ n: number }>('select count(*)::int as n from login');
  if (n >= MAX_WAITING)
    throw new RequestFailure(429, 'slow', 'Too many devices wait to be approved.', 'Try again later.');
  const code = randomSigns(26);
  const userCode = `${randomSigns(4)}-${randomSigns(4)}`;
  const expiresAt = now + CODE_MS;
  await query(
    'insert into login (code_hash, user_code_hash, device, address, expires_at) values ($1, $2, $3, $4, $5)',
    [codeHash(code), codeHash(userCode), name, address, expiresAt],
  );
  return { code, userCode, expiresAt };
}

/** The device that shows a code and waits. */
export async function waitingDevice(
  { query }: AccountStore,
  userCode: string,
  now: number,
): Promise<WaitingDevice> {
  const [row] = await query<WaitingDevice>(
    `select code_hash as "codeHash", device as name, address, expires_at::float8 as "expiresAt" from login
      where user_code_hash = $1 and expires_at > $2 and answer = 'none'`,
    [codeHash(userCode), now],
  );
  if (!row) throw unknownCode();
  return row;
}

/** Only the first answer counts. */
export async function answerLogin(
  { query }: AccountStore,
  { codeHash: hash }: WaitingDevice,
  said: string,
  before = 'none',
): Promise<void> {
  const rows = await query(
    'update login set answer = $2 where code_hash = $1 and answer = $3 returning code_hash',
    [hash, said, before],
  );
  if (rows.length === 0) throw unknownCode();
}

/** Gives the device a place among those of the caller; it fetches its key itself. */
export async function approveLogin(
  store: AccountStore,
  device: WaitingDevice,
  asCaller: <T>(work: (at: Caller) => Promise<T>) => Promise<T>,
): Promise<void> {
  const { codeHash: hash, name, address, expiresAt } = device;
  // Until the code is there, the device goes on waiting.
  await answerLogin(store, device, 'approving');
  try {
    await asCaller(async (at) => {
      await audit(at, 'approved a device', { name, address });
      const { id } = at.person;
      await insertInvite(at, { person: id, space: null, role: null, by: id }, { hash, expiresAt });
    });
  } catch (error) {
    await answerLogin(store, device, 'none', 'approving');
    throw error;
  }
  await answerLogin(store, device, 'approved', 'approving');
}

/** What a waiting device is told: to go on waiting, or its key, once. */
export async function fetchKey(
  store: AccountStore,
  db: HubDb,
  code: string,
  now: number,
): Promise<HubReply<'device/key'>> {
  const hash = codeHash(code);
  const [row] = await store.query<{ device: string; answer: string }>(
    'select device, answer from login where code_hash = $1 and expires_at > $2',
    [hash, now],
  );
  if (!row) throw unknownCode();
  if (row.answer === 'denied')
    throw new RequestFailure(403, 'code', 'The login was denied on the account page.');
  if (row.answer !== 'approved') return { status: 'waiting' };
  const reply = await db.asHub((query) => pair(query, { code, device: row.device }, now));
  await store.query('delete from login where code_hash = $1', [hash]);
  return { status: 'paired', ...reply };
}
