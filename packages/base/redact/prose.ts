import { isPlaceholder, isPlainWord } from './placeholders.ts';
import { looksChosen, looksRandom } from './randomness.ts';
import type { RedactRule } from './rule.ts';

/** How a password is called in the languages people write to their agents in. */
const FOREIGN = '(?:mot de passe|mdp|passwort|kennwort|contraseña|clave de acceso|senha|wachtwoord)';
const PASSWORD = `(?:pass(?:word|code|phrase|wd)|pwd|${FOREIGN})`;
/** What stands between it and its value: "is", "for the staging box is", "lautet". */
const IS = String.raw`(?:is now|is|was|are|will be|(?:re)?set to|changed to|to(?=\s["'\`])|est maintenant|est|c['’]est|sera|était|lautet|ist|war|es ahora|es|era|è|é)`;
const OF = String.raw`(?:\s(?:for|of|to|on|in|de|du|des|pour|sur|für|von|vom|zum|zur|auf|para|del|di|do|da|voor)\s[^\n,:;.!?]{1,40}?|\s(?:à|a|zu|to)\s(?:utiliser|usar|use|verwenden))?`;
/** The value itself, in quotes or not, without the signs that end a sentence. */
const VALUE = String.raw`(?<quote>[\`"'*«„“]{0,3})(?<secret>[^\s\`"'*»“”]{2,80}[^\s\`"'*»“”.,;:?)])(?:\k<quote>|[»“”])`;

export const proseRule: RedactRule[] = [
  {
    // The password for the staging box is hunter2; le mot de passe du serveur est hunter2; das Passwort lautet hunter2
    what: 'password',
    pattern: new RegExp(String.raw`(?<![\w-])${PASSWORD}s?${OF}\s{1,2}${IS}\s{0,2}:?\s{0,2}${VALUE}`, 'i'),
    check: (secret, match) => isTold(secret, match.groups!.quote !== ''),
  },
  {
    // mot de passe : hunter2; mdp = hunter2; Kennwort: hunter2
    what: 'password',
    pattern: new RegExp(String.raw`(?<![\w-])${FOREIGN}${OF}\s{0,2}[:=]\s{0,2}${VALUE}`, 'i'),
    check: (secret, match) => isTold(secret, match.groups!.quote !== ''),
  },
  {
    // log in with hunter2 as password; avec hunter2 comme mot de passe; mit hunter2 als Passwort
    what: 'password',
    at: [
      ...['as', 'as the', 'as its', 'as my', 'as your', 'as a'].flatMap((as) => [
        `${as} pass`,
        `${as} root pass`,
      ]),
      ...['for', 'for the', 'as the admin', 'as admin', 'as the root', 'as root', 'as the user'].map(
        (as) => `${as} pass`,
      ),
      ...[
        'comme mot de passe',
        'comme mdp',
        'pour mot de passe',
        'als passwort',
        'als kennwort',
        'como contraseña',
        'como senha',
        'als wachtwoord',
      ],
    ],
    pattern: new RegExp(
      String.raw`(?<=(?<![\w-])(?:with|uses?|using|enter(?:ing)?|type|typing|try|set|put|avec|utilis(?:e|er|ez|ant)|mets|entre[rz]?|mit|verwende|nutze|con|usa|usar|com|met|and|et|und|y)\s(?<mark>["'\`*]{0,3})(?<only>[^\s"'\`*]{4,80})["'\`*]{0,3}\s)(?:as|for|comme|pour|als|como)\s(?:the\s|its\s|my\s|your\s|a\s|le\s|das\s|la\s)?(?:admin\s|root\s|user\s)?${PASSWORD}(?=\s{0,2}(?:[.,;:!?)\n"'\`]|$)|\s(?:for|to|on|in|when|and|if|here|at|an|ein|pour|sur|et|für|und|para|y)\b)`,
      'i',
    ),
    check: (secret) => isUsedAsPassword(secret),
  },
  {
    // hunter2 is the password (for staging)
    what: 'password',
    at: [
      'is the pass',
      'is my pass',
      'is our pass',
      'est le mot de passe',
      'ist das passwort',
      'es la contraseña',
    ],
    pattern: new RegExp(
      String.raw`(?<=(?:^|[\s"'\`(])(?<only>[^\s"'\`*()]{4,80})["'\`]?\s)(?:is|est|ist|es)\s(?:the|my|our|le|das|la)\s(?:\w{2,12}\s)?${PASSWORD}`,
      'i',
    ),
    check: (secret) => isTold(secret, false),
  },
  {
    // user ada, password hunter2; login ada and password hunter2
    what: 'password',
    pattern: new RegExp(
      String.raw`(?<![\w-])(?:user(?:name)?|login|email|account|utilisateur|identifiant|benutzer(?:name)?|usuario)(?:\s{0,2}[:=]\s{0,2}|\s{1,2})["'\`]?[\w.@+-]{2,60}["'\`]?(?:\s{0,2}[,/;|]\s{0,2}|\s{1,2})(?:(?:and|et|und|y|-)\s)?(?:the\s|le\s|das\s|la\s|with\s|mit\s|avec\s)?(?<![\w.])(?:${PASSWORD}|pass|pw)(?:\s{0,2}[:=]\s{0,2}|\s{1,2})${VALUE}`,
      'i',
    ),
    check: (secret, match) => isTold(secret, match.groups!.quote !== ''),
  },
  {
    // The API key for staging is 8f3…
    what: 'secret',
    pattern:
      /(?<![\w-])(?:secret(?: key| token)?|token|api[ -]?key|access (?:key|token)|license key|clé(?: d['’]api| api| secrète)?|clave(?: de api| secreta)?|(?:api-)?schlüssel|jeton)(?:\s(?:for|of|to|on|in|de|du|pour|für|para)\s[^\n,:;.!?]{1,30}?)?\s{1,2}(?:is|was|is now|(?:re)?set to|changed to|est|ist|lautet|es)\s{0,2}:?\s{0,2}(?<quote>[`"'*]{0,3})(?<secret>[^\s`"'*]{6,200}[^\s`"'*.,;:?)])\k<quote>/i,
    check: (secret) => !isPlaceholder(secret) && looksRandom(secret) && /[0-9]/.test(secret),
  },
  {
    // user/pass: admin/hunter2; creds are admin:hunter2; login: admin / hunter2
    what: 'password',
    at: [
      '/pass',
      '/ pass',
      '/pw',
      '/ pw',
      '/mdp',
      '/ mdp',
      'creds',
      'credentials',
      'login',
      'identifiants',
      'zugangsdaten',
    ],
    pattern:
      /(?:\/\s?(?:p(?:ass(?:word|wd)?|wd?)|mdp)|cred(?:ential)?s|login|identifiants|zugangsdaten)\s{0,2}(?::|=|->|\sis|\sare|\ssont|\ssind)\s{0,2}[`"']?[\w.@-]{2,40}\s?[/:]\s?(?<secret>[^\s`"',)]{3,60}[^\s`"',.;:?)])/i,
    check: (secret) => isTold(secret, false) && !/^[\w.-]+\.[a-z]{1,5}$|\//.test(secret),
  },
  {
    // log in with admin / hunter2
    what: 'password',
    pattern:
      /(?:log ?in|sign in|ssh|connect)\s(?:in\s)?(?:with|as|using)\s[`"']?(?:admin|root|user|test|demo|guest|dev|postgres|[\w.-]+@[\w.-]+)\s?[/:]\s?(?<secret>[^\s`"',)]{3,60}[^\s`"',.;:?)])/i,
    check: (secret) => isTold(secret, false),
  },
  {
    what: 'password',
    pattern:
      /(?:пароль|hasło|heslo|jelszó|parola|şifre|lösenord|adgangskode|비밀번호|비번|패스워드|암호|密码|密碼|口令|パスワード)(?:[는은が是]\s?|\s(?:is|est|es|ist|to|jest|je)\s|\s?[:=：(]{1,2}\s?|\s)[`"']?(?<secret>[!-~]{4,80}[!-&*-+\--9<-~])/i,
    check: (secret) => isTold(secret, false),
  },
  {
    // twelve to twenty-four small words are a wallet
    what: 'seed phrase',
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

/** What is used as a password may be a plain word, but none that stands for something else. */
function isUsedAsPassword(secret: string): boolean {
  if (isPlaceholder(secret) || isPlainWord(secret) || /[(){}<>[\]=]|^[$%-]/.test(secret)) return false;
  return !/^(?:them|these|those|same|empty|null|bytes|text|tokens?|keys?|value|values|strings?|variables?|anything|something|nothing|secret|phone|date|birthday|numbers?|words?|it|its|one|both|either|whatever|address|random|flag|argument|parameter|option)$/i.test(
    secret,
  );
}
