import { isPlaceholder } from './placeholders.ts';
import { looksChosen, looksIssued, looksRandom } from './randomness.ts';
import type { RedactRule } from './rule.ts';

/** Passwords on command lines whose option does not say so by its name. */
export const commandRules: RedactRule[] = [
  command(
    // The name may be missing, options may be glued to -u, and a command may go on below a backslash.
    String.raw`curl\b(?:[^\n|;]|\\\n){0,400}?\s(?:-[a-zA-Z]{0,8}[uU]|--user|--proxy-user)(?:\s{1,4}|=)?["']?[^\s:"'$]{0,100}:(?![/:])`,
  ),
  command(
    String.raw`(?<![\w/-])(?:https?|xhs?) [^\n|;]{0,400}?(?<=\s)(?:-a|--auth)(?:\s{1,4}|=)["']?[^\s:"'$]{0,100}:(?!/)`,
  ),
  command(String.raw`m(?:ysql|ariadb)\w{0,12}\b(?:\s+(?!-p)[^\s|;]+){0,12}\s+-p(?!\s)["']?`),
  command(String.raw`sshpass\s{1,4}-p\s{0,4}["']?`),
  command(String.raw`redis-cli\b[^\n|;]{0,200}?\s(?:-a|--pass)\s{1,4}["']?`),
  command(
    String.raw`(?:(?:docker|podman|az|oc|cf|skopeo|helm registry) login|mongo\w{0,8}|psexec(?:\.exe)?|cqlsh|crackmapexec|evil-winrm|sqlcmd)\b[^\n|;]{0,300}?\s-[pP]\s{1,4}["']?`,
  ),
  command(String.raw`(?:plink|pscp|putty)(?:\.exe)?\b[^\n|;]{0,200}?\s-pw\s{1,4}["']?`),
  command(String.raw`(?<=-pass(?:in|out)?\s{1,4}["']?)pass:`),
  command(
    String.raw`(?<=\b(?:create|alter|grant|modify)\s[^\n]{1,120})identified\s{1,4}(?:with\s{1,4}["']?\w+["']?\s{1,4})?(?:by|as)(?:\s{1,4}(?:password|values))?\s{1,4}\\?["']?`,
  ),
  command(String.raw`convertto-securestring(?:\s{1,4}-(?:string|force|asplaintext)){0,3}\s{1,4}\\?["']?`),
  command(String.raw`ldap\w{3,8}\b[^\n|;]{0,200}?\s-w\s{1,4}["']?`),
  command(String.raw`htpasswd\s+-\w*b\w*\s+(?:\S+\s+){1,2}["']?`),
  command(String.raw`net user?\s+(?!\/)\S+\s+(?![\/\\])["']?`),
  { ...command(String.raw`zip\b[^\n|;]{0,100}?\s-P\s{0,4}["']?`), at: ['unzip', 'zip '] },
  { ...command(String.raw`(?<=machine\s+\S+\s+)login\s+\S+\s+password\s+`), at: ['login '] },
  command(String.raw`(?:smbclient|rpcclient|winexe)\b[^\n|;]{0,200}?\s-U\s{0,4}["']?[^\s%]{1,60}%`),
  command(
    String.raw`(?<=(?:^|\n)[#\s]{0,4}|config set |--)(?:requirepass|masterauth)\s{1,4}["']?(?=[^\n]{1,80}(?:\n|$))`,
  ),
  command(
    String.raw`(?<=echo\s{1,4}["']?[\w$.-]{1,40}:(?<before>[^\s"'|]{3,80})["']?\s{0,4}\|\s{0,4}(?:sudo\s)?)chpasswd`,
    '',
  ),
  // Logins handed to a function as a user and a password side by side.
  call(
    String.raw`(?:NetworkCredential|(?:HTTP)?BasicAuth\w{0,20}|BasicCredentials?|DirectoryEntry|UsernamePassword\w{0,40})(?:\.new)?\s?\(\s?(?:ARG,\s{0,20}){1,2}`,
    false,
  ),
  call(
    String.raw`(?:getConnection|mysqli(?:_connect)?|mysql_connect|oci_connect|new PDO)\s?\(\s?(?:[^,()"'\n]{1,60},\s{0,20}|ARG,\s{0,20}){2}`,
    false,
  ),
  call(String.raw`auth ?[=:]\s?[([]\s?ARG,\s{0,20}`, false),
  call(String.raw`(?:login|authenticate|signin|log_in|\bauth)\(\s?ARG,\s{0,20}`, true),
  {
    what: 'password',
    pattern:
      /(?:CURLOPT_\w{0,12}(?:PASSWORD|USERPWD|PASSWD|BEARER)|USERPWD),\s{0,4}["'](?:[^"':\n]{1,60}:)?(?<secret>[^"'\n]{4,200})["']/i,
    check: (secret) => !isPlaceholder(secret),
  },
  {
    // tokens: ["…", "…"]
    what: 'tokens',
    pattern:
      /(?:tokens|secrets|passwords|api_?keys)\\?["']?\s{0,4}[:=]\s{0,4}(?:\[\]string)?[[{(]\s{0,10}(?<secret>\\?["'][^[\](){}\n]{8,2000})/i,
    check: (list) => list.split(/[\s\\"',]+/).every((each) => each === '' || looksRandom(each)),
  },
];

function command(
  lead: string,
  secret = String.raw`(?<secret>[^\s"'\`|;&<>$(){}]{3,200}|[^"'\n\`]{3,200}(?=["']))`,
): RedactRule {
  return {
    what: 'password',
    pattern: new RegExp(lead + secret, 'i'),
    check: (text) => !isPlaceholder(text) && !isNoArgument(text),
  };
}

/** The next option, a path, or the word for what would stand there. */
function isNoArgument(text: string): boolean {
  return (
    /^(?:password|passwd|pass|pwd|values)$|^[\\/]/i.test(text) || (text.startsWith('-') && !looksIssued(text))
  );
}

function call(lead: string, strict: boolean): RedactRule {
  const argument = String.raw`(?:@?["'][^"'\n]{0,100}["']|[\w.$]{1,60})`;
  return {
    what: 'password',
    pattern: new RegExp(
      String.raw`${lead.replaceAll('ARG', argument)}@?(?<quote>["'])(?<secret>[^"'\n]{3,100})\k<quote>`,
      'i',
    ),
    check: (secret) =>
      !isPlaceholder(secret) &&
      !/^(?:password|passwd|pass|pwd|pw)$|\s/i.test(secret) &&
      (!strict || looksChosen(secret)),
  };
}
