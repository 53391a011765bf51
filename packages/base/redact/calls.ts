import { isPlaceholder } from './placeholders.ts';
import { looksChosen, looksRandom } from './randomness.ts';
import type { RedactRule } from './rule.ts';

/** Logins handed to a function as a user and a password side by side. */
export const calls: RedactRule[] = [
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
