import type { RedactRule } from './rule.ts';

/** Hashed passwords, in the forms of crypt(3), web frameworks, LDAP, MySQL and Windows: weak ones are guessed offline. */
export const passwordHashes: RedactRule[] = [
  hash(/\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}/),
  hash(
    /\$(?:[156789y]|apr1|sha1)\$(?:rounds=\d{1,9}\$|\d{1,9}\$|j\w{1,4}\$)?[./A-Za-z0-9]{1,64}\$[./A-Za-z0-9]{13,128}/,
  ),
  hash(/\$argon2(?:id?|d)\$(?:v=\d{1,4}\$)?m=[\d,=a-z]{1,60}\$[A-Za-z0-9+/]{8,100}\$[A-Za-z0-9+/]{16,200}/),
  hash(/\$[PH]\$[./A-Za-z0-9]{31}/),
  hash(
    /(?<![\w$])\$?(?:pbkdf2[-_:]sha\d{1,3}|scrypt|bcrypt(?:_sha256)?|sha(?:1|256|512)|md5)(?::[\d:]{1,40})?\${1,2}(?:[\w=,.]{1,40}\$){0,2}[\w./+-]{4,100}\$[A-Za-z0-9+/=.]{27,200}/,
  ),
  hash(/\{(?:S?SHA(?:256|512)?|SMD5|CRYPT|BCRYPT)\}[$./A-Za-z0-9+]{13,140}={0,2}/i),
  // MySQL's: the letters of two hashes one in the other, behind a star.
  hash(/["']\*[0-9A-F]{40}(?=["'])/i),
  hash(/\$krb5(?:asrep|tgs|pa)\$[^\s"']{20,4000}/),
  // Two of Windows', as its tools dump them.
  hash(/(?<=:\d{3,5}:(?<before>[0-9a-f]{32}:[0-9a-f]{32})):::/i),
];

function hash(pattern: RegExp): RedactRule {
  return { what: 'password hash', pattern };
}
