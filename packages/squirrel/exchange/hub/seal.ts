import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { aessiv } from '@noble/ciphers/aes.js';
import { isRegister, joinStates, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { isSealedText, SEALED, sealedTexts } from '@sqrl/base/model/sync/sealed-form.ts';

/**
 * Sealing hides from the hub all that a record says, its end included: AES-SIV (RFC 5297) over the whole state, with the
 * record's name authenticated. The hub cannot change, end or move a record, only withhold it. The same state is sealed to the
 * same bytes, so that a copy that is pushed again is no news.
 */
export type SealKey = Uint8Array;

/** A new recovery code: 128 random bits, which need no slow hash to be safe. */
export function newRecoveryCode(): string {
  const bits = [...randomBytes(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.padEnd(CODE_CHARS * 5, '0').match(/.{5}/g)!;
  return letters
    .map((five) => LETTERS[Number.parseInt(five, 2)])
    .join('')
    .replace(/.{5}(?=.)/g, '$&-');
}

/** The key of a recovery code as a person typed it; undefined where it cannot be one. */
export function sealKeyOf(code: string): SealKey | undefined {
  const letters = [...code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')];
  if (letters.length !== CODE_CHARS || letters.some((letter) => !LETTERS.includes(letter))) return undefined;
  return new Uint8Array(hkdfSync('sha256', letters.join(''), '', 'squirrel sealed space, AES-SIV', 64));
}

/** Crockford's letters: none is mistaken for another. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_BYTES = 16;
const CODE_CHARS = 26;

export const recordName = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`;

/** A state as the hub may see it; `record` is its name, and `known` names the texts at the hub that it replaces. */
export function sealState(
  key: SealKey,
  record: string,
  state: SharedState,
  known: readonly string[] = [],
): SharedState {
  const text = sealValue(key, record, state);
  const tag = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { sealed: ['many', { [tag]: text }, known.filter((one) => one !== tag)] };
}

/** What the texts of a sealed state say together. What was moved, changed or sealed with another key is left out, and counted. */
export function openState(
  key: SealKey,
  record: string,
  sealed: SharedState,
): { state: SharedState; tags: string[]; failed: number } {
  const texts = Object.entries(sealedTexts(sealed));
  const opened = texts.map(([, text]) => openValue(key, record, text)).filter(isState);
  return {
    state: opened.reduce<SharedState>(joinStates, {}),
    tags: texts.map(([tag]) => tag),
    failed: texts.length - opened.length,
  };
}

const isState = (value: unknown): value is SharedState =>
  typeof value === 'object' && value !== null && Object.values(value).every(isRegister);

export function sealValue(key: SealKey, record: string, value: unknown): string {
  const bytes = aessiv(key, Buffer.from(record)).encrypt(Buffer.from(JSON.stringify(value)));
  return `${SEALED}${Buffer.from(bytes).toString('base64url')}`;
}

/** Undefined for what was not sealed with this key under this name. */
export function openValue(key: SealKey, record: string, sealed: unknown): unknown {
  if (!isSealedText(sealed)) return undefined;
  try {
    const bytes = aessiv(key, Buffer.from(record)).decrypt(
      Buffer.from(sealed.slice(SEALED.length), 'base64url'),
    );
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
}
