/** Says whether a value only stands where a secret would: an example, a template, a mask, a word for nothing. */
export function isPlaceholder(value: string): boolean {
  return (
    isFiller(value) ||
    TEMPLATE.test(value) ||
    HINT.test(value) ||
    VERSION.test(value) ||
    NUMBER.test(value) ||
    isVariable(value) ||
    NOTHING.has(value.toLowerCase().replace(/[!?;:].*$|[()]/g, ''))
  );
}

/** Says whether it is what a form, a catalogue, a type or a message says where a password would stand. */
export const isPlainWord = (value: string): boolean => PLAIN_WORDS.has(value.toLowerCase());

/** DB_PASSWORD where a password would stand is the name of a variable. */
function isVariable(value: string): boolean {
  return /^[A-Z][A-Z0-9]*_[A-Z0-9_]*$/.test(value) && /PASS|PWD|TOKEN|KEY|SECRET|AUTH|CRED/.test(value);
}

/** Says whether hardly anything varies in it: xxxx, ****, 0000-0000, sk_test_xxxxxxxx. */
export function isFiller(value: string): boolean {
  // A prefix such as `sk_test_` is left out; dashes at the end of a long key are no mask.
  const start = value.length > 14 ? value.search(/[-_.]/) + 1 : 0;
  const body = value.slice(start <= value.length / 2 ? start : 0);
  return MASK.test(value) || SAME.test(body) || /^[xX*.•_#?0…-]+$/.test(body);
}

const MASK = /\*{3}|\.{3}|…|•{3}|x{8}|X{8}/;
const SAME = /^([^-_.:])(?:[-_.:]|\1){3,}$/;

/** Filled in by something else: ${X}, {{x}}, <x>, %(x)s, %X%, #{x}, $(x), [x], $x, {}. */
const TEMPLATE =
  /^(?:\$\{|\{\{|#\{|\$\(|<%)|\$\{[^{}]{0,200}\}|\{\{[^{}]{0,200}\}\}|#\{[^{}]{1,200}\}|\$\([^()]{1,200}\)|<%[^%]{1,200}%>|\}\}$|^<[^<>]*>$|<[\w -]*(?:your|token|password|passwd|key|secret|user|name|value)[\w -]*>|&lt;|%\([\w.]+\)|%[sdvq](?![\w%])|%[A-Z_]{2,}%|^%[\w.]+%$|^\[.*\]$|^\{[\w .:%-]*\}$|^\$[A-Za-z_]\w*$|^@@.*@@$|^__\w+__$|\{[A-Za-z_][\w.]*\}|\{\}|\[[A-Za-z]-[A-Za-z]|^[A-Za-z]{0,6}\*+$/;

/** Tells the reader what to put there. */
const HINT =
  /\b(?:your|insert|enter|replace|fill|put|paste)[ _-]?(?:\w+[ _-]){0,3}(?:here|key|token|secret|password|passwd|passphrase|credentials?|api|value|id)\b|^(?:my|the|some|a|an)[ _-](?:\w+[ _-]){0,2}(?:key|token|secret|password|passwd|credentials?)$|^your[ _-]?|[_-]here$|placeholder|^user(?:name)?:pass(?:word)?$|^(?:required|nullable|sometimes|string)\||^(?:example|sample|dummy|redacted|removed|hidden|masked|filtered|omitted|snip|todo|tbd|fixme|foo|bar|baz|qux)$|[_-](?:removed|redacted|omitted|placeholder|goes[_-]here)$/i;

const NUMBER = /^-?0x[0-9a-f]{1,8}$/i;

/** Packages are called password and jsonwebtoken, too. */
const VERSION = /^(?:[\^~>=<v ]{0,4}\d+\.(?:\d+|x)(?:\.[\dx*]+)?(?:-[\w.]+)?|workspace:.*|latest|\*)$/;

const NOTHING = new Set(
  'null none nil undefined true false yes no on off empty blank n/a na unset default auto disabled enabled required optional string str text varchar char number int integer bool boolean object array any unknown void never bytes buffer uuid float date datetime json utf-8 utf8 ascii base64 sha256 sha-256 sha1 md5 function symbol bigint hs256 rs256 es256 bcrypt argon2'.split(
    ' ',
  ),
);

const PLAIN_WORDS = new Set(
  (
    'pass test return password passwort passwords incorrect invalid wrong missing required optional expired changed reset hidden visible show hide hash hashed encrypted plain plaintext weak strong forgot protected ' +
    'stored saved sent given used entered provided supplied needed ignored correct valid input field label prompt policy hint file env stdin keychain vault basic bearer digest oauth oauth2 kerberos new old current ' +
    'user username email name login type this self that with from the and for not is are was your their its has must should can cannot will may'
  ).split(' '),
);
