import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { HubPerson, RecordFacts } from '@sqrl/base/model/sync/hub-protocol.ts';
import { canonical, joinStates, partOf, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import {
  addDoubt,
  deviceOf,
  isDoubted,
  type PinnedKey,
  pinnedKey,
  putShared,
  type SharedRow,
} from '../../store/memory/shared.ts';
import { type HubLogin, writeLogin } from './login.ts';

/** The key with which a device signs what its person says; see RFC 8037 for the names of its parts. */
type SigningKey = NonNullable<HubLogin['signingKey']>;

/** The login with a key to sign with; one is made for a login of an earlier version. */
export function withSigningKey(home: string, login: HubLogin): HubLogin & { signingKey: SigningKey } {
  if (login.signingKey) return { ...login, signingKey: login.signingKey };
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const made = { ...login, signingKey: { x: x!, d: d! } };
  writeLogin(home, made);
  return made;
}

/**
 * Signs what this store has worded and no other has seen. What went out unsigned stays so: two copies of one wording must
 * not differ.
 */
export function signOwn(store: Store, row: SharedRow, { signingKey, device }: HubLogin): SharedRow {
  if (!signingKey) return row;
  const own = deviceOf(store);
  const key = { kty: 'OKP', crv: 'Ed25519', ...signingKey };
  const state = withSignatures(row.state, ({ tag, text, store: writer }) =>
    writer === own && row.facts?.by[tag] === undefined
      ? [
          device,
          sign(null, Buffer.from(signedWords(row, tag, text)), { key, format: 'jwk' }).toString('base64url'),
        ]
      : undefined,
  );
  if (state === row.state) return row;
  const signed = { ...row, state };
  putShared(store, signed);
  return signed;
}

/** What signatures say of a record that arrived. */
export type SignatureVerdict =
  /** A person did not say this: the record is not used. */
  | { forged: HubPerson }
  /** `unsigned`: the newest wording has no signature that can be checked; `doubtful`: though its person's others have. */
  | { forged: undefined; unsigned: boolean; doubtful: boolean };

export interface KnownSigners {
  store: Store;
  /** People with a pinned key before this exchange: what they say is signed. */
  people: ReadonlySet<string>;
}

/** Checks the wordings of a record against the keys that were seen first. */
export function judgeSignatures(
  { signers, store, row }: { signers: KnownSigners; store: Store; row: SharedRow | undefined },
  place: WordsPlace,
  { arrived, newest, facts }: { arrived: SharedState; newest: string | undefined; facts: RecordFacts },
): SignatureVerdict {
  const known = new Map(statedWordings(row?.state ?? {}).map((wording) => [wording.tag, wording]));
  const own = deviceOf(store);
  let isSigned = false;
  // Joined with nothing, a register has one part of each kind: none can be overlooked.
  for (const { tag, text, signature } of statedWordings(joinStates({}, arrived))) {
    const by = facts.by[tag] ?? facts.author;
    const before = known.get(tag);
    // A tag is random and its words never change; nor does a signature come off, except where this store's own words were
    // on their way unsigned when it began to sign.
    const isStripped = before?.signature !== undefined && !signature && before.store !== own;
    if (before && (before.text !== text || isStripped)) return { forged: by };
    const key = signature && pinnedKey(signers.store, signature.device);
    if (!key) continue;
    if (key.person !== by.id || !fits(key, signedWords(place, tag, text), signature.bytes))
      return { forged: by };
    if (tag === newest) isSigned = true;
  }
  if (newest === undefined || isSigned) return { forged: undefined, unsigned: !isSigned, doubtful: false };
  const by = facts.by[newest] ?? facts.author;
  const isNews = !known.has(newest) && signers.people.has(by.id);
  if (isNews) addDoubt(store, newest);
  return { forged: undefined, unsigned: true, doubtful: isNews || isDoubted(store, newest) };
}

function fits({ key }: PinnedKey, words: string, bytes: string): boolean {
  return key.split(' ').some((x) => {
    try {
      const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      return verify(null, Buffer.from(words), publicKey, Buffer.from(bytes, 'base64url'));
    } catch {
      return false;
    }
  });
}

/**
 * A wording is `[text, time, device, person]`. One that was signed has two more: the device's id at the hub, and an Ed25519
 * signature of `signedWords`, in base64url. Programs that know nothing of it keep both. The time is not signed: the hub's
 * clock may correct it.
 */
interface WordsPlace {
  space: string;
  kind: string;
  id: string;
}

/** What a device signs: the words, and the only place where they are its person's. */
const signedWords = ({ space, kind, id }: WordsPlace, tag: string, text: string): string =>
  canonical(['squirrel wording', space, kind, id, 'text', tag, text]);

interface StatedWording {
  tag: string;
  text: string;
  store: string;
  signature: { device: string; bytes: string } | undefined;
}

/** The wordings of a state; those that are not of the form are left out. */
const statedWordings = (state: SharedState): StatedWording[] =>
  Object.entries(partOf(state.text, 'many')?.[1] ?? {}).flatMap(([tag, value]) => {
    if (!Array.isArray(value) || typeof value[0] !== 'string') return [];
    const [text, , store, , device, bytes] = value as unknown[];
    const isSigned = typeof device === 'string' && typeof bytes === 'string';
    return [
      {
        tag,
        text: text as string,
        store: String(store),
        signature: isSigned ? { device, bytes } : undefined,
      },
    ];
  });

/** A state in which wordings have what `sign` returns for them at their end. */
function withSignatures(
  state: SharedState,
  sign: (wording: StatedWording) => readonly [device: string, bytes: string] | undefined,
): SharedState {
  const many = partOf(state.text, 'many');
  if (!many || state.text![0] !== 'many') return state;
  const stated = new Map(statedWordings(state).map((wording) => [wording.tag, wording]));
  let isChanged = false;
  const values = Object.entries(many[1]).map(([tag, value]) => {
    const wording = stated.get(tag);
    const signature = wording && sign(wording);
    if (!signature || (value as unknown[]).length !== 4) return [tag, value];
    isChanged = true;
    return [tag, [...(value as unknown[]), ...signature]];
  });
  return isChanged ? { ...state, text: ['many', Object.fromEntries(values), many[2]] } : state;
}
