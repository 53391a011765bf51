import { isPlaceholder } from './placeholders.ts';
import { isWordy, looksChosen, looksRandom } from './randomness.ts';
import type { Rule } from './rule.ts';

/** Secrets told in a sentence. */
export const prose: Rule[] = [
  {
    // The password for the staging box is hunter2
    what: 'password',
    at: ['password', 'passwd', 'passcode', 'passphrase', 'pwd'],
    pattern:
      /(?<![\w-])(?:pass(?:word|code|phrase|wd)|pwd)s?(?:\s(?:for|of|to|on|in)\s[^\n,:;.!?]{1,30}?)?\s{1,2}(?:is|was|are|will be|is now|(?:re)?set to|changed to)\s{0,2}:?\s{0,2}(?<quote>[`"'*]{0,3})(?<secret>[^\s`"'*]{3,80})\k<quote>/i,
    check: (secret, match) => isTold(secret, match.groups!.quote !== ''),
  },
  {
    // the API key is 8f3…; my token: 8f3…; (token 8f3…)
    what: 'secret',
    at: ['secret', 'token', 'api key', 'api-key', 'apikey', 'access key', 'license key'],
    pattern:
      /(?<![\w-])(?:secret(?: key| token)?|token|api[ -]?key|access (?:key|token)|license key)(?:\s(?:for|of|to|on|in)\s[^\n,:;.!?]{1,30}?)?\s{1,2}(?:is|was|is now|(?:re)?set to|changed to)\s{0,2}:?\s{0,2}(?<quote>[`"'*]{0,3})(?<secret>[^\s`"'*]{6,200})\k<quote>/i,
    check: (secret) => !isPlaceholder(tidy(secret)) && looksRandom(tidy(secret)) && /[0-9]/.test(secret),
  },
  {
    // login: admin / hunter2; user/pass: admin/hunter2; creds are admin:hunter2
    what: 'password',
    at: ['/pass', '/ pass', '/pw', '/ pw', 'creds', 'credentials', 'login', 'log in', 'sign in'],
    pattern:
      /(?:\/\s?p(?:ass(?:word|wd)?|wd?)|cred(?:ential)?s|log ?in|sign in)(?:\s{0,2}(?:[:=-]|->|\(|is|are|with|as|using))?\s{1,2}?\s?[`"']?[\w.@-]{2,40}\s?[/:]\s?(?<secret>[^\s`"',)]{4,60})/i,
    check: (secret) => isTold(secret, false),
  },
  {
    what: 'password',
    at: [
      '비밀번호',
      '비번',
      '패스워드',
      '암호',
      '密码',
      '密碼',
      '口令',
      'パスワード',
      'пароль',
      'hasło',
      'heslo',
      'jelszó',
      'parola',
      'şifre',
      'mot de passe',
      'contraseña',
      'lösenord',
      'adgangskode',
    ],
    pattern:
      /(?:비밀번호|비번|패스워드|암호|密码|密碼|口令|パスワード|пароль|hasło|heslo|jelszó|parola|şifre|mot de passe|contraseña|lösenord|adgangskode)(?:[는은が是]|\s(?:is|est|es|ist|to|jest|je))?\s?[:=：(]{0,2}\s?[`"']?(?<secret>[!-~]{5,80})/i,
    check: (secret) => isTold(secret, false),
  },
];

/** In a sentence a password must stand out from the words around it. */
function isTold(secret: string, inQuotes: boolean): boolean {
  const text = tidy(secret);
  if (
    text.length < 4 ||
    isPlaceholder(text) ||
    /[^\x00-\x7f]|^https?:|^[\w.-]+@[\w.-]+\.\w+$|^\d+$|^\/|[()]$/.test(text)
  )
    return false;
  return inQuotes
    ? !isWordy(text) || !/^(?:password|required|optional|none|null|true|false|string)$/i.test(text)
    : looksChosen(text) && !/^\d+(?:st|nd|rd|th|ms|px|kb|mb|gb|s|x)$/i.test(text);
}

const tidy = (text: string): string => text.replace(/[.,;:!?)]+$/, '');
