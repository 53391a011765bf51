import { isPlaceholder, isPlainWord } from './placeholders.ts';
import { looksChosen, looksRandom } from './randomness.ts';
import type { Rule } from './rule.ts';

/** Secrets told in a sentence. */
export const prose: Rule[] = [
  {
    // The password for the staging box is hunter2
    what: 'password',
    at: ['password', 'passwd', 'passcode', 'passphrase', 'pwd'],
    pattern:
      /(?<![\w-])(?:pass(?:word|code|phrase|wd)|pwd)s?(?:\s(?:for|of|to|on|in)\s[^\n,:;.!?]{1,30}?)?\s{1,2}(?:is|was|are|will be|is now|(?:re)?set to|changed to|to(?=\s["'`]))\s{0,2}:?\s{0,2}(?<quote>[`"'*]{0,3})(?<secret>[^\s`"'*]{2,80}[^\s`"'*.,;:?)])\k<quote>/i,
    check: (secret, match) => isTold(secret, match.groups!.quote !== ''),
  },
  {
    // The API key for staging is 8f3…
    what: 'secret',
    at: ['secret', 'token', 'api key', 'api-key', 'apikey', 'access key', 'license key'],
    pattern:
      /(?<![\w-])(?:secret(?: key| token)?|token|api[ -]?key|access (?:key|token)|license key)(?:\s(?:for|of|to|on|in)\s[^\n,:;.!?]{1,30}?)?\s{1,2}(?:is|was|is now|(?:re)?set to|changed to)\s{0,2}:?\s{0,2}(?<quote>[`"'*]{0,3})(?<secret>[^\s`"'*]{6,200}[^\s`"'*.,;:?)])\k<quote>/i,
    check: (secret) => !isPlaceholder(secret) && looksRandom(secret) && /[0-9]/.test(secret),
  },
  {
    // user/pass: admin/hunter2; creds are admin:hunter2; login: admin / hunter2
    what: 'password',
    at: ['/pass', '/ pass', '/pw', '/ pw', 'creds', 'credentials', 'login'],
    pattern:
      /(?:\/\s?p(?:ass(?:word|wd)?|wd?)|cred(?:ential)?s|login)\s{0,2}(?::|=|->|\sis|\sare)\s{0,2}[`"']?[\w.@-]{2,40}\s?[/:]\s?(?<secret>[^\s`"',)]{3,60}[^\s`"',.;:?)])/i,
    check: (secret) => isTold(secret, false),
  },
  {
    // log in with admin / hunter2
    what: 'password',
    at: ['log in', 'login', 'sign in', 'ssh', 'connect'],
    pattern:
      /(?:log ?in|sign in|ssh|connect)\s(?:in\s)?(?:with|as|using)\s[`"']?(?:admin|root|user|test|demo|guest|dev|postgres|[\w.-]+@[\w.-]+)\s?[/:]\s?(?<secret>[^\s`"',)]{3,60}[^\s`"',.;:?)])/i,
    check: (secret) => isTold(secret, false),
  },
  {
    what: 'password',
    at: 'пароль hasło heslo jelszó parola şifre contraseña lösenord adgangskode 비밀번호 비번 패스워드 암호 密码 密碼 口令 パスワード'
      .split(' ')
      .concat('mot de passe'),
    pattern:
      /(?:пароль|hasło|heslo|jelszó|parola|şifre|contraseña|lösenord|adgangskode|비밀번호|비번|패스워드|암호|密码|密碼|口令|パスワード|mot de passe)(?:[는은が是]\s?|\s(?:is|est|es|ist|to|jest|je)\s|\s?[:=：(]{1,2}\s?|\s)[`"']?(?<secret>[!-~]{4,80}[!-&*-+\--9<-~])/i,
    check: (secret) => isTold(secret, false),
  },
  {
    // twelve to twenty-four small words are a wallet
    what: 'seed phrase',
    at: ['mnemonic', 'seed phrase', 'recovery phrase', 'seed words'],
    pattern:
      /(?:mnemonic|(?:seed|recovery) (?:phrase|words))\W{1,10}(?:is:?\s)?["'`]?(?<secret>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})/i,
  },
];

/** In a sentence a password must stand out from the words around it. */
function isTold(secret: string, inQuotes: boolean): boolean {
  if (isPlaceholder(secret) || isPlainWord(secret)) return false;
  if (/[^\x00-\x7f]|^https?:|^[\w.-]+@[\w.-]+\.\w+$|^\d+$|^\/|[()]$/.test(secret)) return false;
  return (
    inQuotes ||
    looksRandom(secret) ||
    (looksChosen(secret) && !/^\d+(?:st|nd|rd|th|ms|px|kb|mb|gb|s|x)$/i.test(secret))
  );
}
