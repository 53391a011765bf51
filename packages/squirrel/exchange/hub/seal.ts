import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import {
  isRegister,
  joinStates,
  partOf,
  type Register,
  type SharedState,
} from '@sqrl/base/model/sync/registers.ts';
import { SEALED } from '@sqrl/base/model/sync/sealed-form.ts';

/**
 * Sealing hides what a record says from the hub, which still joins: times, devices, tags and field names stay in clear;
 * texts, values and elements become `~` and the bytes of AES-256-GCM. What a sealed text belongs to (record, field, tag
 * or time) is authenticated with it, so that the hub cannot move it to another place.
 *
 * The same text in the same place is sealed to the same bytes: two copies of one state stay equal, and the elements of a
 * set are met again. The nonce is therefore a keyed hash of place and text, never random.
 */
export interface SealKey {
  encrypt: Buffer;
  nonce: Buffer;
}

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
  const key = (use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', letters.join(''), '', `squirrel sealed space, ${use}`, 32));
  return { encrypt: key('values'), nonce: key('nonces') };
}

/** Crockford's letters: none is mistaken for another. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_BYTES = 16;
const CODE_CHARS = 26;

/** What a sealed text is bound to, besides its place in the state. */
export const recordName = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`;

/** A state as the hub may see it; `record` is its name. */
export const sealState = (key: SealKey, record: string, state: SharedState): SharedState =>
  mapState(state, (field, register) => sealRegister(key, [record, field], register));

/** What a sealed state says. What was moved, changed or sealed with another key is left out, and counted. */
export function openState(
  key: SealKey,
  record: string,
  state: SharedState,
): { state: SharedState; failed: number } {
  let failed = 0;
  const open: Opener = (place, sealed) => {
    const opened = openText(key, place, sealed);
    if (opened === undefined) failed++;
    return opened;
  };
  const opened = mapState(state, (field, register) => openRegister(open, [record, field], register));
  // What was sorted by its sealed texts is sorted anew.
  return { state: joinStates({}, opened), failed };
}

type Place = readonly string[];
/** The value of a sealed text; undefined where it is not one of this place. */
type Opener = (place: Place, sealed: unknown) => { value: unknown } | undefined;

const mapState = (
  state: SharedState,
  each: (field: string, register: Register) => Register | undefined,
): SharedState =>
  mapBag(state, (field, register) => {
    const mapped = each(field, register as Register);
    return mapped && [field, mapped];
  }) as SharedState;

function sealRegister(key: SealKey, place: Place, register: Register): Register {
  const seal = (value: unknown, ...of: unknown[]): string =>
    sealText(key, [...place, ...of.map(String)], value);
  const inner = register[0] === 'any' && Array.isArray(register[1]) ? register[1] : undefined;
  if (inner?.every(isRegister)) return ['any', inner.map((part) => sealRegister(key, place, part))];
  const many = partOf(register, 'many');
  if (many) {
    // Of a wording (text, time, device, person) only the text is hidden.
    const sealed = mapBag(many[1], (tag, value) =>
      Array.isArray(value)
        ? [tag, [seal(value[0], 'many', tag), ...value.slice(1)]]
        : [tag, seal(value, 'many', tag)],
    );
    return ['many', sealed, many[2]];
  }
  const last = partOf(register, 'last');
  if (last) return ['last', seal(last[1], 'last', last[2], last[3]), last[2], last[3]];
  const set = partOf(register, 'set');
  if (set) return ['set', mapBag(set[1], (element, word) => [seal(element, 'set'), word])];
  return partOf(register, 'gone') ?? partOf(register, 'count') ?? ['sealed', seal(register, 'register')];
}

/** Nothing that stands there in clear is believed, except when something was ended or counted: the hub may have added it. */
function openRegister(open: Opener, place: Place, register: Register): Register | undefined {
  const opened = (sealed: unknown, ...of: unknown[]) => open([...place, ...of.map(String)], sealed);
  if (register[0] === 'any') {
    const parts = Array.isArray(register[1]) ? register[1].filter(isRegister) : [];
    const known = parts.flatMap((part) => {
      const register = openRegister(open, place, part);
      return register ? [register] : [];
    });
    return known.length > 0 ? ['any', known] : undefined;
  }
  if (register[0] === 'sealed') {
    const whole = opened(register[1], 'register')?.value;
    return isRegister(whole) ? whole : undefined;
  }
  const many = partOf(register, 'many');
  if (many) {
    const values = mapBag(many[1], (tag, value) => {
      const word = opened(Array.isArray(value) ? value[0] : value, 'many', tag);
      return word && [tag, Array.isArray(value) ? [word.value, ...value.slice(1)] : word.value];
    });
    return ['many', values, many[2]];
  }
  const last = partOf(register, 'last');
  if (last) {
    const value = opened(last[1], 'last', last[2], last[3]);
    return value && ['last', value.value, last[2], last[3]];
  }
  const set = partOf(register, 'set');
  if (set) {
    const elements = mapBag(set[1], (sealed, word) => {
      const element = opened(sealed, 'set')?.value;
      return typeof element === 'string' ? [element, word] : undefined;
    });
    return ['set', elements];
  }
  return partOf(register, 'gone') ?? partOf(register, 'count');
}

function mapBag(
  bag: Readonly<Record<string, unknown>>,
  each: (key: string, value: unknown) => [string, unknown] | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(bag).flatMap(([key, value]) => {
      const mapped = each(key, value);
      return mapped ? [mapped] : [];
    }),
  );
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function sealText(key: SealKey, place: Place, value: unknown): string {
  const where = Buffer.from(JSON.stringify(place));
  const text = Buffer.from(JSON.stringify(value));
  const nonce = createHmac('sha256', key.nonce).update(where).update('\0').update(text).digest();
  const cipher = createCipheriv('aes-256-gcm', key.encrypt, nonce.subarray(0, NONCE_BYTES)).setAAD(where);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return `${SEALED}${Buffer.concat([nonce.subarray(0, NONCE_BYTES), sealed, cipher.getAuthTag()]).toString('base64url')}`;
}

function openText(key: SealKey, place: Place, sealed: unknown): { value: unknown } | undefined {
  if (typeof sealed !== 'string' || !sealed.startsWith(SEALED)) return undefined;
  const bytes = Buffer.from(sealed.slice(SEALED.length), 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key.encrypt, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(JSON.stringify(place)))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    return { value: JSON.parse(text.toString()) };
  } catch {
    return undefined;
  }
}
