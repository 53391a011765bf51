import { isWordy, looksIssued, looksRandom } from './randomness.ts';
import type { SecretValue } from './values.ts';

/** Says whether a value points somewhere else: at code that fetches the secret, at a file, at an address. */
export function isReference(text: string, value: SecretValue): boolean {
  return isLocation(text) || isExpression(text) || (isBare(value) && isBareCode(text, value));
}

/** A hash is not what it hashes, a mail address opens nothing, and letters of other scripts are a caption. */
export function isNoSecret(text: string): boolean {
  if (COLOR.test(text) || CRYPT.test(text) || /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(text)) return true;
  return /[^\x00-\x7f]/.test(text) && /[^\x00-\x7f]/.test(text.replace(/\P{L}/gu, ''));
}

const COLOR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const CRYPT = /^\$(?:2[abxy]|argon2\w*|5|6|1|pbkdf2|scrypt)\$/;

function isLocation(text: string): boolean {
  if (/^[a-z][a-z+.-]*:\/\/|^arn:|^file:/i.test(text)) return true;
  if (/^#[A-Za-z][A-Za-z_-]*$/.test(text)) return isWordy(text.slice(1));
  if (!/^(?:\.{0,2}\/|~\/|[A-Z]:\\)/.test(text)) return false;
  return !/^[A-Za-z0-9+/]{24,}={0,2}$/.test(text) || !looksRandom(text.replaceAll('/', ''));
}

/** user.password, iam:ChangePassword, getToken(), " + password + ": code even between quotes. */
function isExpression(text: string): boolean {
  if (/^[\w-]+:[A-Z][A-Za-z]+$|^[\w.]+\(\)$/.test(text)) return true;
  if (/^[$@&*!:%]?[A-Za-z_$]+(?:(?:\.|->|::|\?\.|!\.)[A-Za-z_$]+)+[!?]?$/.test(text)) return isWordy(text);
  return /["'] ?[.+]|[.+] ?["']|^["']|\(\$\w|\$_(?:GET|POST|SERVER|ENV|SESSION|REQUEST|COOKIE)/.test(text);
}

function isBare(value: SecretValue): boolean {
  return value.form !== 'quoted' && value.form !== 'call' && value.form !== 'element';
}

/** :symbol, $object->field, user2.name, call(…, operators, and any name with a bracket behind it. */
function isBareCode(text: string, value: SecretValue): boolean {
  if (/^[@&*:%][A-Za-z_]+$|^\$\w+[:.[/-]|^###/.test(text)) return true;
  if (/^\w+(?:(?:[?!]?\.|->|::)[A-Za-z_]\w*)+[!?]?$/.test(text)) {
    return text.split(/\W+/).every((part) => isIdentifier(part) && isWordy(part));
  }
  if (/^[\w.$:>#?!-]+[([{]/.test(text) || (/^[-=>+|~]/.test(text) && !looksIssued(text))) return true;
  if (isPassedOn(text, value)) return true;
  return /^[A-Za-z_]/.test(text) && /^\s*[([{]/.test(value.after);
}

/** { privateKey: ed25519Seed, … }: in JSON it would have quotes, in YAML no comma. */
const isPassedOn = (text: string, value: SecretValue): boolean =>
  value.form === 'yaml' &&
  text.length < 24 &&
  /^[A-Za-z_$][\w$]*$/.test(text) &&
  /[a-z0-9][A-Z]|_/.test(text) &&
  /^\s*,\s*$/.test(value.after);

/** snake_case, CONSTANT_CASE, camelCase or PascalCase, and nothing in between. */
function isIdentifier(part: string): boolean {
  return /^(?:[a-z_][a-z0-9_]*|[A-Z][A-Z0-9_]*|_?[A-Za-z][a-z0-9]*(?:[A-Z][a-z]+[0-9]*|ID|URL)*)?$/.test(
    part,
  );
}
