import { ALNUM, BASE32, BASE64, DIGITS, type Dice, HEX, LOWER, UPPER, URLSAFE, uuid } from './dice.ts';

/** Something with the shape of a real token, made up on the spot. */
export type Maker = (dice: Dice) => string;

/**
 * Tokens by issuer. Prefixes are written in pieces, so that neither this file nor what is in version control ever
 * holds anything that looks like a key.
 */
export const TOKENS: Record<string, Maker> = {
  'github classic': (d) => `gh${d.pick(['p', 'o', 'u', 's', 'r'])}_${d.letters(ALNUM, 36)}`,
  'github fine-grained': (d) => `github${'_pat_'}${d.letters(ALNUM, 22)}_${d.letters(ALNUM, 59)}`,
  gitlab: (d) => `gl${d.pick(['pat', 'dt', 'rt', 'ptt'])}-${d.letters(URLSAFE, 20)}`,
  'aws id': (d) => `${d.pick(['AK', 'AS'])}IA${d.letters(BASE32, 16)}`,
  'slack bot': (d) => `xo${'xb'}-${d.letters(DIGITS, 12)}-${d.letters(DIGITS, 13)}-${d.letters(ALNUM, 24)}`,
  'slack user': (d) =>
    `xo${'xp'}-${d.letters(DIGITS, 12)}-${d.letters(DIGITS, 12)}-${d.letters(DIGITS, 12)}-${d.letters(HEX, 32)}`,
  'slack webhook': (d) =>
    `https://hooks.slack.${'com'}/services/T${d.letters(UPPER + DIGITS, 8)}/B${d.letters(UPPER + DIGITS, 8)}/${d.letters(ALNUM, 24)}`,
  stripe: (d) => `${d.pick(['sk', 'rk'])}_${d.pick(['live', 'test'])}_${d.letters(ALNUM, 24)}`,
  'stripe webhook': (d) => `wh${'sec'}_${d.letters(ALNUM, 32)}`,
  openai: (d) => `sk-${d.pick(['', 'proj-'])}${d.letters(ALNUM, 20)}${'T3Blbk'}FJ${d.letters(ALNUM, 20)}`,
  'openai project': (d) => `sk-${'proj'}-${d.letters(URLSAFE, 74)}`,
  anthropic: (d) => `sk-${'ant'}-api03-${d.letters(URLSAFE, 93)}AA`,
  google: (d) => `AI${'za'}${d.letters(URLSAFE, 35)}`,
  'google oauth': (d) => `GOC${'SPX'}-${d.letters(URLSAFE, 28)}`,
  'google access': (d) => `ya${'29'}.a0${d.letters(URLSAFE, 60)}`,
  npm: (d) => `np${'m'}_${d.letters(ALNUM, 36)}`,
  pypi: (d) => `py${'pi'}-AgEIcHlwaS5vcmc${d.letters(URLSAFE, 100)}`,
  jwt: (d) =>
    `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: d.letters(DIGITS, 8), name: 'Ada' })}.${d.letters(URLSAFE, 43)}`,
  'hugging face': (d) => `h${'f'}_${d.letters(UPPER + LOWER, 34)}`,
  digitalocean: (d) => `do${'p'}_v1_${d.letters(HEX, 64)}`,
  twilio: (d) => `S${'K'}${d.letters(HEX, 32)}`,
  sendgrid: (d) => `S${'G'}.${d.letters(URLSAFE, 22)}.${d.letters(URLSAFE, 43)}`,
  mailgun: (d) => `ke${'y'}-${d.letters(HEX, 32)}`,
  mailchimp: (d) => `${d.letters(HEX, 32)}-us${1 + d.below(20)}`,
  discord: (d) =>
    `MT${d.pick([...'AEIMQUYcgk'])}${d.letters(ALNUM, 21)}.G${d.letters(URLSAFE, 5)}.${d.letters(URLSAFE, 38)}`,
  'discord webhook': (d) =>
    `https://discord.com/api/web${'hooks'}/${d.letters(DIGITS, 18)}/${d.letters(URLSAFE, 68)}`,
  telegram: (d) => `${d.letters(DIGITS, 10)}:A${'A'}${d.letters(URLSAFE, 33)}`,
  'azure storage': (d) =>
    `DefaultEndpointsProtocol=https;AccountName=shop;Account${'Key'}=${d.letters(BASE64, 86)}==;EndpointSuffix=core.windows.net`,
  'azure client': (d) => `${d.letters(ALNUM, 3)}8Q${'~'}${d.letters(ALNUM, 34)}`,
  vault: (d) => `hv${'s'}.${d.letters(URLSAFE, 95)}`,
  'docker hub': (d) => `dckr${'_pat_'}${d.letters(URLSAFE, 27)}`,
  heroku: (d) => `HR${'KU'}-AA${d.letters(URLSAFE, 58)}`,
  linear: (d) => `lin${'_api_'}${d.letters(ALNUM, 40)}`,
  notion: (d) => `nt${'n'}_${d.letters(DIGITS, 11)}${d.letters(ALNUM, 35)}`,
  shopify: (d) => `shp${'at'}_${d.letters(HEX, 32)}`,
  supabase: (d) => `sb${'p'}_${d.letters(HEX, 40)}`,
  databricks: (d) => `da${'pi'}${d.letters(HEX, 32)}`,
  vercel: (d) => `vc${'p'}_${d.letters(ALNUM, 56)}`,
  cloudflare: (d) => `v1.${'0'}-${d.letters(HEX, 24)}-${d.letters(HEX, 146)}`,
  '1password': (d) => `op${'s'}_ey${d.letters(ALNUM, 250)}`,
  grafana: (d) => `gl${'sa'}_${d.letters(ALNUM, 32)}_${d.letters(HEX, 8)}`,
  figma: (d) => `fig${'d'}_${d.letters(URLSAFE, 43)}`,
  groq: (d) => `gs${'k'}_${d.letters(ALNUM, 52)}`,
  atlassian: (d) => `ATA${'TT3'}xFfGF0${d.letters(URLSAFE, 160)}=${d.letters(HEX.toUpperCase(), 8)}`,
  'new relic': (d) => `NR${'AK'}-${d.letters(UPPER + DIGITS, 27)}`,
  sentry: (d) => `sntry${'u'}_${d.letters(HEX, 64)}`,
  postman: (d) => `PM${'AK'}-${d.letters(HEX, 24)}-${d.letters(HEX, 34)}`,
  pulumi: (d) => `pu${'l'}-${d.letters(HEX, 40)}`,
  terraform: (d) => `${d.letters(ALNUM, 14)}.atlas${'v1'}.${d.letters(URLSAFE, 67)}`,
  tailscale: (d) => `ts${'key'}-auth-${d.letters(ALNUM, 16)}-${d.letters(ALNUM, 32)}`,
  airtable: (d) => `pa${'t'}${d.letters(ALNUM, 14)}.${d.letters(HEX, 64)}`,
  age: (d) => `AGE-SECRET-${'KEY'}-1${d.letters('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`,
};

/** Values that only their name gives away. */
export const NAMELESS: Record<string, Maker> = {
  'random letters': (d) => d.letters(ALNUM, 20 + d.below(25)),
  'random hex': (d) => d.letters(HEX, d.pick([32, 40, 64])),
  'random base64': (d) => `${d.letters(BASE64, 43)}=`,
  uuid: (d) => uuid(d),
};

/** Passwords the way people choose them. */
export const PASSWORDS: Maker[] = [
  (d) =>
    `${d.pick(['Summer', 'Winter', 'Welcome', 'Dragon', 'Falcon'])}${2015 + d.below(12)}${d.pick(['!', '#', '$', ''])}`,
  (d) => `${d.pick(['hunter', 'monkey', 'admin', 'letmein', 'qwerty'])}${d.below(9000) + 10}`,
  (d) => d.letters(`${ALNUM}!#%+-_.`, 12) + d.below(10),
  (d) => `${d.letters(LOWER, 4)}-${d.letters(LOWER, 5)}-${d.letters(DIGITS, 4)}`,
  (d) => d.pick(['P@ssw0rd', 'S3cr3t!', 'p4ssw0rd', 'Pa$$w0rd1', 'c0rrectHorse', 'toor1234', 'l3tm31n']),
  (d) => d.letters(ALNUM, 16),
];

const part = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url');
