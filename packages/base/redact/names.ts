import { remembered } from '../memo.ts';
import { signTest } from './signs.ts';

/** A name as it stands in the text, with the dashes of a flag left out. */
export interface SecretName {
  text: string;
  start: number;
  end: number;
}

/** What the name next to a value promises about it, from the surest to the vaguest. */
export type SecretKind = 'password' | 'secret' | 'api key' | 'token' | 'credential' | 'key';

export function nameAround(text: string, index: number): SecretName {
  let start = index;
  while (start > 0 && index - start < MAX_NAME_CHARS && isNameLetter(text.charCodeAt(start - 1))) start--;
  let end = index;
  while (end < text.length && end - index < MAX_NAME_CHARS && isNameLetter(text.charCodeAt(end))) end++;
  while (start < index && isJoint(text.charCodeAt(start))) start++;
  while (end > index && isJoint(text.charCodeAt(end - 1))) end--;
  // java -Dapi.key=…
  if (
    text[start - 1] === '-' &&
    text[start] === 'D' &&
    start < index &&
    /^[a-z]/i.test(text[start + 1] ?? '')
  )
    start++;
  // "API key", "Secret Key": the word in front says which key it is.
  if (text[start - 1] === ' ' && end - start <= 4 && /^keys?$/i.test(text.slice(start, end))) {
    const front = SPOKEN_KEY.exec(text.slice(Math.max(0, start - 12), start));
    if (front !== null) start -= front[0].length;
  }
  return { text: text.slice(start, end), start, end };
}

/** What kind of secret a name promises, if any. The same few names come again, and reading one is most of what looking at it costs. */
export const secretKindOf = remembered((name: string): SecretKind | undefined => readKind(name), 5000);

/** The same without remembering the name, for what may turn out to be a secret itself. */
export function readKind(name: string): SecretKind | undefined {
  const words = wordsOf(name);
  for (let i = words.length - 1; i >= 0; i--) {
    const kind = kindAt(words, i);
    if (kind === undefined) continue;
    if (words.slice(i + 1).some((word) => ABOUT.has(word))) return undefined;
    if (words.slice(0, i).includes('public')) return undefined;
    return (kind === 'password' ? NO_PASSWORD : NO_SECRET).has(words[i - 1] ?? '') ? undefined : kind;
  }
  return undefined;
}

/** Names longer than this are not names. */
const MAX_NAME_CHARS = 64;

const SPOKEN_KEY =
  /(?<![A-Za-z])(?:api|app|auth|access|secret|private|client|license|activation|encryption|signing|master|account|unseal|session|shared) $/i;

/** Letters, digits, _ $ . and -: what names are made of in one language or another. */
const isNameLetter = signTest(/[\w$.-]/);
const isJoint = signTest(/[.-]/);

/** "dbPassword2", "DB_PASSWORD" and "db-password" are the words db and password. */
function wordsOf(name: string): string[] {
  const small = name.toLowerCase();
  const apart =
    small === name
      ? small
      : name
          .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
          .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
          .toLowerCase();
  return apart.split(/[^a-z]+/).filter((word) => word !== '');
}

function kindAt(words: readonly string[], i: number): SecretKind | undefined {
  const word = words[i]!;
  const before = words[i - 1] ?? '';
  if (mayBePassword(word)) {
    if (PASSWORD.test(word) && !word.startsWith('no')) return 'password';
    // Short enough to be anything in the middle of a name: compass.lock, pw.Tb.
    if (SHORT_PASSWORD.test(word)) return i === words.length - 1 ? 'password' : undefined;
  }
  if (word === 'phrase' && (before === 'pass' || before === 'seed')) return 'password';
  if (endsWith('secret', word, 16)) return 'secret';
  if (word === 'key' || word === 'keys') {
    const kind = kindOfKey(words[i - 2] === 'secret' ? 'secret' : before);
    return kind === 'key' && words.slice(0, i).some((each) => SERVICES.has(each)) ? 'api key' : kind;
  }
  if (word.endsWith('key')) {
    if (SECRET_KEY.test(word)) return 'secret';
    if (API_KEYS.some((key) => endsWith(key, word, 12))) return 'api key';
  }
  if (endsWith('token', word, 16)) return 'token';
  if (CREDENTIALS.has(word)) return 'credential';
  return word === 'salt' ? 'key' : undefined;
}

/** What the two patterns for passwords cannot do without: they are many words, and few names are any of them. */
const mayBePassword = (word: string): boolean =>
  word.includes('pa') ||
  word.includes('pw') ||
  word.includes('ps') ||
  FOREIGN.some((each) => word.includes(each));

const FOREIGN = ['contrasena', 'kennwort', 'senha', 'wachtwoord', 'mdp'];

/** Whether a word ends so, with at most that many letters before. */
const endsWith = (end: string, word: string, most: number): boolean =>
  word.endsWith(end) && word.length <= end.length + most;

const API_KEYS = ['apikey', 'accesskey', 'authkey', 'appkey'];

const CREDENTIALS = new Set(['credential', 'credentials', 'cred', 'creds', 'auth', 'pat', 'mnemonic']);

function kindOfKey(before: string): SecretKind {
  if (OF_SECRETS.has(before)) return 'secret';
  return OF_SERVICES.has(before) ? 'api key' : 'key';
}

const OF_SECRETS = new Set(
  'secret private priv signing sign encryption encrypt decryption validation master shared account hmac jwt session crypto cipher aes ssh preshared psk unseal'.split(
    ' ',
  ),
);

/** Services whose keys are called by their name alone: facebook.key, TWITTER_KEY. */
const SERVICES = new Set(
  'adafruit airbrake algolia amplitude artifactory asana aws azure bitbucket bluemix bugsnag cloudant cloudflare codecov cohere coinbase contentful datadog discord dropbox facebook fastly firebase flickr foursquare github gitlab google heroku honeybadger hubspot iam ibm instagram intercom jira linkedin mailchimp mailgun mapbox mandrill mashape mixpanel newrelic okta openai opsgenie pagerduty paypal plaid postmark pusher rapidapi rollbar segment sendgrid sentry shopify slack snyk softlayer soundcloud spotify square stripe sumologic telegram trello tumblr twilio twitch twitter typeform vonage watson yahoo yandex youtube zendesk'.split(
    ' ',
  ),
);

const OF_SERVICES = new Set(
  'api access auth oauth subscription consumer app application service client license activation developer integration write ingest admin function functions'.split(
    ' ',
  ),
);

const PASSWORD =
  /^\w{0,16}(?:passw(?:or)?[dt]|passphrase|passcode|passwrd|psw(?:or|r)?d|psswr?d|psswor?d|paa?sswor?d|paa?swor?d|passowrd|contrasena|kennwort|senha|wachtwoord|motdepasse)s?$/;

const SHORT_PASSWORD =
  /^(?:pass|pw|psw|mdp|paswd|paswrd|[a-z]{0,14}pwd|(?:user|db|database|my|pg|sql|mysql|postgres|root|admin|smtp|mail|email|imap|ftp|sftp|ssh|key|store|keystore|redis|mongo|rabbit|rabbitmq|ldap|login|require|master|old|new|sudo|http|proxy|auth|git|svn|vpn|wifi|cert|bind|trust|truststore|jdbc|default|sonar|nexus|usr|sys)(?:pass|pw))$/;

const SECRET_KEY =
  /^(?:\w{0,12}secretkey|secretaccesskey|priv(?:ate)?key|signingkey|encryptionkey|masterkey|accountkey|sharedkey|sharedaccesskey)$/;

/** A name that goes on with one of these is about a secret, and holds none: password_hash, tokenUrl, secretName. */
const ABOUT = new Set(
  (
    'hash hashed hasher hashes sha md digest encrypted field fields input label labels hint help helper helpers placeholder length len min max size type types kind name names id ids ' +
    'url uri urls endpoint host port path paths file files filename filepath dir location folder policy policies reset resets strength score rule rules regex pattern format error errors err ' +
    'message messages msg msgs title desc description header headers prompt ref refs reference expiry expires expired expiration expire exp ttl lifetime timeout age count counts counter limit limits ratelimit usage used budget ' +
    'manager managers service services provider providers storage factory generator encoder decoder validator validation validate checker verifier verify verification handler controller view page form screen component dialog modal button btn icon link ' +
    'visible visibility show hide toggle enable enabled disable disabled require required optional allow allowed valid invalid change changed changeset update updated created exists missing present empty equals match matches mismatch ' +
    'algorithm alg algo method mode scheme schema style class index idx position pos offset row column col table param params parameter parameters arg args option options opts config configuration settings setting version source target scope scopes audience issuer claim claims ' +
    'payload request response req res resp callback cb event events state status context var variable vars variables attempt attempts try retry retries history rotation rotate rotated ' +
    'vault selector stores ring board code codes down up press pressed frame frames word words pair pairs chain map maps list set sets space usages ops info meta metadata alias arn tag tags group groups role roles users owner clients ' +
    'bytes bits char chars character characters checks check checking feature features flow grant management exception interceptor filter filters middleware guard plugin module package lib library fixture fixtures mock mocks stub ' +
    'to from by for with of in is as and or not saver authority authentication authenticated authenticator authorization estimate attribute attributes property properties binding tooltip advice here stdin lookup encode decode trim ' +
    'control controls model entity dto record response salted sale sales cost price usd per startswith endswith contains icontains iexact exact isnull attrs encryption sid sids backend user anonymous'
  ).split(' '),
);

/** Nor do names whose key or token is of another sort: publicKey, csrf_token, nextPageToken. */
const NO_SECRET = new Set(
  (
    'public pub no not non is has next page continuation pagination cursor previous prev start csrf xsrf primary foreign sort partition cache row column shortcut hot unique composite natural surrogate index idempotency dedupe dedup ' +
    'routing translation react object map dict dictionary hash lookup shard range group cancel cancellation cancelled syntax lexer separator eof keyword missing invalid max min num total count bucket schema sequence event order site config cfg json label title ' +
    'get find fetch load read list delete remove create generate generated validate verify check parse decode encode hashed encrypted change update rotate restore put describe set by without'
  ).split(' '),
);

const NO_PASSWORD = new Set(
  'no is has have should can get find fetch load read forgot forget forgotten reset missing invalid without hash hashed encrypted digest label title mandatory show hide change update check validate generate encode decode force'.split(
    ' ',
  ),
);
