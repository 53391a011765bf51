import { readKind, type SecretKind, type SecretName } from './names.ts';
import { isPlaceholder, isPlainWord } from './placeholders.ts';
import { isWordy, looksChosen, looksIssued, looksRandom } from './randomness.ts';
import { isNoSecret, isReference } from './references.ts';
import type { SecretValue } from './values.ts';

/** Decides whether the value next to a telling name is a secret, or only an example, code, a label or a reference. */
export function holdsSecret(
  kind: SecretKind,
  value: SecretValue,
  name: SecretName,
  inSettings: () => boolean,
): boolean {
  const text = value.text.trim();
  if (text.length < 4 || (text.length > LONG_VALUE_CHARS && !/^[\w+/=.~-]+$/.test(text))) return false;
  // What says no soonest is asked first.
  return (
    isLikely(kind, value, name, inSettings) &&
    !isPlaceholder(text) &&
    !isReference(text, value) &&
    !isNoSecret(text)
  );
}

/** Whether it is written as such a secret would be. */
function isLikely(
  kind: SecretKind,
  value: SecretValue,
  name: SecretName,
  inSettings: () => boolean,
): boolean {
  const text = value.text.trim();
  if (value.form === 'aside') return isSureAside(kind, text);
  if (/\s/.test(text)) return isPhrase(kind, text, name);
  switch (kind) {
    case 'password':
      return isPassword(text, value, name, inSettings);
    case 'secret':
      return looksRandom(text) || isChosenSecret(text, value, name);
    case 'api key':
      return looksRandom(text) || (value.form !== 'yaml' && looksChosen(text) && !isWordy(text));
    case 'token':
      return looksRandom(text) && (!/[()[\]{}<>"'`\\]/.test(text) || isLiteral(text, value));
    case 'credential':
      return looksRandom(text) && text.length >= 12 && !UUID.test(text);
    case 'key':
      return isRandomKey(text, value, name);
  }
}

/** Between quotes, with too many kinds of characters that it can be neither code nor a sentence. */
const isLiteral = (text: string, value: SecretValue): boolean =>
  value.form === 'quoted' &&
  text.length >= 16 &&
  looksIssued(text) &&
  new Set(text.replace(/[A-Za-z0-9]/g, '')).size >= 4;

/** A longer value is a secret only if it is one unbroken run, as encoded keys are. */
const LONG_VALUE_CHARS = 120;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX = /^(?:0x)?[0-9a-f]+$/i;

function isPassword(text: string, value: SecretValue, name: SecretName, inSettings: () => boolean): boolean {
  // POSTGRES_PASSWORD: password does set one, as every second compose file shows.
  if (isPlainWord(text) && text !== 'password') return false;
  if (/^(?:pw|pass)$/i.test(name.text) && !isSureOf(text, value, name)) return false;
  switch (value.form) {
    case 'quoted':
    case 'element':
      return !isOwnName(text, name) && !isLabel(text, name) && !/^[A-Z][a-z]+$/.test(text);
    case 'call':
      return (
        (looksChosen(text) || looksRandom(text) || /^[0-9]{5,}$/.test(text)) && readKind(text) === undefined
      );
    case 'ini':
      return looksChosen(text) || looksRandom(text) || (readKind(text) === undefined && inSettings());
    case 'env':
      return !isHandedOn(text, value);
    case 'flag':
      return !isOwnName(text, name);
    case 'yaml':
      if (looksChosen(text) || (looksRandom(text) && !isHandedOn(text, value))) return true;
      return endsLine(value) && !/^[A-Z][a-z]+$|[a-z][A-Z]/.test(text);
    default:
      return false;
  }
}

/** pass and pw are words and variables too: only a literal, a setting or a plain password counts. */
function isSureOf(text: string, value: SecretValue, name: SecretName): boolean {
  if (
    value.form === 'env' ||
    value.form === 'flag' ||
    value.form === 'element' ||
    (value.form === 'quoted' && name.text.length > 2)
  )
    return true;
  return value.form !== 'call' && looksChosen(text);
}

/** f(password=password, …) and { password: password }: a bare word handed on. */
function isHandedOn(text: string, value: SecretValue): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && /^\s*[,)}\]]/.test(value.after);
}

/** const PASSWORD = "password" names a field; password: "password" and DB_PASSWORD=password set one. */
function isOwnName(text: string, name: SecretName): boolean {
  if (!/^[A-Z0-9_]+$/.test(name.text) || !name.text.endsWith(text.toUpperCase())) return false;
  return text.includes('_') || name.text.length === text.length;
}

/** PASSWORD: 'passwordFactor' gives something a name. */
const isLabel = (text: string, name: SecretName): boolean =>
  /^[A-Z_]+$/.test(name.text) && /^[a-z]+(?:[A-Z][a-z]+)+$/.test(text) && /pass|pwd/i.test(text);

/** Nothing but a comment, or the end of what the line itself stands in, follows. */
function endsLine(value: SecretValue): boolean {
  return /^(?:["'`<]|\s*(?:$|#|\/\/|\\[nr]|--))/.test(value.after);
}

function isChosenSecret(text: string, value: SecretValue, name: SecretName): boolean {
  if (text.length < 6 || /^(?:secrets?|config|default)$/i.test(text)) return false;
  switch (value.form) {
    case 'quoted':
    case 'element':
      return looksChosen(text) || /^(?:[a-z]+|[0-9]+)$/.test(text);
    case 'env':
      return (text.length >= 10 && !/[-_.]/.test(text)) || /^[A-Za-z]+[0-9]+$/.test(text);
    case 'yaml':
      return (looksChosen(text) && !/[-_.]|^[A-Z][a-z]+[0-9]+[A-Z]/.test(text)) || /^[0-9]{8,}$/.test(text);
    case 'flag':
      // --jwt-secret takes a secret, --secret may take the name of one.
      return looksChosen(text) || (/[-_]/.test(name.text) && !/^secret/i.test(name.text) && text.length >= 8);
    default:
      return false;
  }
}

/** A key of no known sort must look random beyond doubt, and not be a hash, unless it is set like a setting. */
function isRandomKey(text: string, value: SecretValue, name: SecretName): boolean {
  if (!looksRandom(text) || text.length < 16 || UUID.test(text) || /^MII|abcdefghijklmnop/i.test(text))
    return false;
  if (value.form === 'env' && /^[A-Z0-9_]+$/.test(name.text)) return true;
  if (
    value.form === 'quoted' &&
    /[a-z]Key$|_key$/i.test(name.text) &&
    /^[a-z0-9]{20,64}$/.test(text) &&
    !HEX.test(text)
  )
    return true;
  if (
    HEX.test(text) ||
    /[.:]/.test(text) ||
    !/[a-z]/.test(text) ||
    !/[A-Z]/.test(text) ||
    !/[0-9]/.test(text)
  )
    return false;
  if (value.form === 'env') return true;
  const isSet = value.form === 'yaml' || value.form === 'ini';
  return text.length >= 24 && (value.form === 'quoted' || (isSet && endsLine(value)));
}

/** Without a sign between them, only what cannot be a word. */
function isSureAside(kind: SecretKind, text: string): boolean {
  if (kind === 'key' || kind === 'credential' || !/[0-9]/.test(text) || !/[A-Za-z]/.test(text)) return false;
  if (kind === 'password' && /[!@#$%^&*?~+]/.test(text))
    return text.length >= 8 && !/[(){}[\]<>=/]/.test(text);
  return text.length >= 14 && looksRandom(text) && /[0-9].*[0-9]/.test(text) && /^[\w+/=.~-]+$/.test(text);
}

/** Several words are a secret only where the name says so, or where they are groups of four or hold digits. */
function isPhrase(kind: SecretKind, text: string, name: SecretName): boolean {
  if (/^(?:[a-z2-7]{4} ){3,}[a-z2-7]{4}$/i.test(text)) return !/(?:this|that|with|your) /i.test(text);
  if (/phrase|mnemonic/i.test(name.text)) return /^[a-z]+(?: [a-z]+){3,}$/.test(text);
  if (kind !== 'password' || text.length > 24 || text.split(' ').length > 3) return false;
  return /[A-Za-z][0-9]|[0-9][A-Za-z]/.test(text) && !/[{}()<>]/.test(text);
}
