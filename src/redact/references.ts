import { isWordy, looksRandom } from './randomness.ts';
import type { Value } from './values.ts';

/** Says whether a value points somewhere else: at code that fetches the secret, at a file, at an address. */
export function isReference(text: string, value: Value): boolean {
  return isLocation(text) || isExpression(text) || (isBare(value) && isBareCode(text, value));
}

/** Hashes are kept apart from what they hash; letters of other scripts are a caption, an alphabet is an alphabet. */
export function isNoSecret(text: string): boolean {
  if (CRYPT.test(text) || /abcdefghijklmnop|^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(text)) return true;
  return /[^\x00-\x7f]/.test(text) && /[^\x00-\x7f]/.test(text.replace(/\P{L}/gu, ''));
}

const CRYPT = /^\$(?:2[abxy]|argon2\w*|5|6|1|pbkdf2|scrypt)\$/;

function isLocation(text: string): boolean {
  if (/^[a-z][a-z+.-]*:\/\/|^arn:|^file:/i.test(text)) return true;
  if (/^#[A-Za-z][A-Za-z_-]*$/.test(text)) return isWordy(text.slice(1));
  if (!/^(?:\.{0,2}\/|~\/|[A-Z]:\\)/.test(text)) return false;
  return text.split('/').length > 3 || !looksRandom(text.replaceAll('/', ''));
}

/** user.password, iam:ChangePassword, getToken(), " + password + ": code even between quotes. */
function isExpression(text: string): boolean {
  if (/^[\w-]+:[A-Z][A-Za-z]+$|^[\w.]+\(\)$/.test(text)) return true;
  if (/^[$@&*!:%]?[A-Za-z_$]+(?:(?:\.|->|::|\?\.|!\.)[A-Za-z_$]+)+[!?]?$/.test(text)) return isWordy(text);
  return /["'] ?[.+]|[.+] ?["']|^["']|\(\$\w|\$_(?:GET|POST|SERVER|ENV|SESSION|REQUEST|COOKIE)/.test(text);
}

function isBare(value: Value): boolean {
  return value.form !== 'quoted' && value.form !== 'call' && value.form !== 'element';
}

/** :symbol, $object->field, call(…, x.y, operators, and any name with a bracket behind it. */
function isBareCode(text: string, value: Value): boolean {
  if (/^[@&*:%][A-Za-z_]+$|^\$\w+[:.[/-]|^###|^\w+\??\.[A-Za-z_]\w*$/.test(text) && !looksRandom(text)) return true;
  if (/^[\w.$:>#?!-]+[([{]|^[-=>+|~](?![\w+/]{16})/.test(text)) return true;
  return /^[A-Za-z_]/.test(text) && /^\s*[([{]/.test(value.after);
}
