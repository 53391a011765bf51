import type { PromptLine } from '@sqrl/base/text/announcements.ts';

export interface LineLayout {
  said: string;
  paragraph: number;
  /** It names a speaker, a time or a field. */
  isLabelled: boolean;
  /** With a time or several fields, so that one such line is enough. */
  isTimed: boolean;
  isBelowLabel: boolean;
  isListed: boolean;
  /** Of all lists of the prompt. */
  points: number;
  isBelowTitle: boolean;
  isComment: boolean;
  isIndented: boolean;
  isSalutation: boolean;
  /** Next to a line of a log or of code; after one, with a blank line between. */
  isNearLog: boolean;
  isAfterLog: boolean;
  below: PromptLine['below'];
  /** Paragraphs since the first one below the heading or announcement. */
  apart: number;
  /** Of a page whose lines are cut to one width. */
  isOfPage: boolean;
}

export function layoutOf(lines: readonly PromptLine[]): LineLayout[] {
  let paragraph = 0;
  let isBlankBefore = false;
  /** The paragraphs with the last label and the last title. */
  let [label, title] = [-2, -2];
  /** The paragraphs with the last line of a log, and with what stands first below a heading or announcement. */
  let [log, shown] = [-1, -1];
  const points = lines.filter(({ said }) => LISTED.test(said)).length;
  const isOfPage = lines.filter(({ said }, i) => isWrapped(said, lines[i + 1]?.said)).length > 2;
  return lines.map((line, i) => {
    const { raw, said, below } = line;
    const isBlank = raw.trim() === '';
    if (!isBlank && isBlankBefore) paragraph++;
    isBlankBefore = isBlank;
    if (/^\s{0,3}#/.test(raw)) shown = -1;
    else if (below !== null && shown < 0 && !isBlank) shown = paragraph;
    const isTimed = isStamped(raw) || hasFields(raw);
    const isLabelled = isTimed || LABELLED.test(raw);
    const layout: LineLayout = {
      said,
      paragraph,
      isLabelled,
      isTimed,
      isBelowLabel: label >= paragraph,
      isListed: LISTED.test(said),
      points,
      isBelowTitle: title >= paragraph - 1,
      isComment: COMMENT.test(raw),
      isIndented: /^(?: {4}|\t)/.test(raw),
      isSalutation: isSalutation(raw),
      isNearLog: isLog(lines[i - 1]) || isLog(lines[i + 1]),
      isAfterLog: log >= 0 && log < paragraph,
      below,
      apart: shown < 0 ? 0 : paragraph - shown,
      isOfPage,
    };
    if (isLog(line)) log = paragraph;
    // A shown text that announces another goes on with it.
    if (below === 'announcement' && layout.apart === 0 && /:\s*$/.test(raw)) shown = -1;
    if (isLabelled) label = paragraph;
    if (isTitle(raw, lines[i + 1]?.raw ?? '')) title = paragraph;
    return layout;
  });
}

/** A log, code or a rule, of which nothing was typed. */
const isLog = (line: PromptLine | undefined): boolean =>
  line !== undefined && line.said === '' && line.raw.trim() !== '';

/** A line that breaks off near the right edge of a page, and the next goes on in small letters. */
const isWrapped = (line: string, next: string | undefined): boolean =>
  line.length >= 55 && line.length <= 110 && !/[.!?:;]$/.test(line) && /^\p{Ll}/u.test(next ?? '');

const LISTED = /^(?:[-*•]|\(?(?:\d{1,2}|[a-z])[.)])\s/;
const COMMENT = /^(?:\s*(?:\/\/|\/\*|#\s)|\s+\*\s)/;

/** A speaker, a time, a field or a numbered section at the start of a line: "Ann: …", "[10:42] ann …", "<ann> …", "Priority: …", "4.2.1 …". */
const LABELLED =
  /^\s*(?:\d{1,2}(?:\.\d{1,2}){1,3}\s\p{Lu}|\[[^\][]{1,30}\]\s*\S|\p{Lu}{4,}\s{2}|<[\p{L}\p{N}_. -]{1,30}>\s|(?:[-*•]\s)?@?[\p{L}\p{N}_.#-]{1,30}(?:\([^()]{1,30}\))?(?: [\p{L}\p{N}_.()#-]{1,20}){0,2}\s{0,3}(?:\[[^\][]{1,30}\])?(?:!?:\s{1,9}\S|\s{1,9}\d{1,2}:\d\d\b))/u;

/** A line with a speaker and a time, or a level of a log: "Ann  10:42 AM", "error: …". */
const isStamped = (raw: string): boolean =>
  /^\W{0,3}(?:(?:\S{1,30}\s{1,3}){0,4}(?:\d{1,2}:\d\d\b|\S{1,20} ago\s*$)|(?:error|warning|warn|fatal|info)\b\]?:)/i.test(
    raw,
  );

/** Several fields or speakers in one line: "Q: … A: …", "SHOP-1 - Checkout - … - reporter: ann". */
const hasFields = (raw: string): boolean =>
  (raw.match(/(?<=^|[.?!]\s)\p{L}[\p{L}\p{N}-]{0,20}:\s/gu)?.length ?? 0) > 1 ||
  (raw.match(/\s-\s/g)?.length ?? 0) > 2;

/** A short line that ends with a comma, and nothing else on it: "Hi all,", "Kind regards,". */
const isSalutation = (raw: string): boolean => /^\s*\p{Lu}[\p{L}'’]*(?: [\p{L}.'’]+){0,3},\s*$/u.test(raw);

/** A few words without an end, above a line that is a sentence. */
const isTitle = (raw: string, next: string): boolean =>
  /^\s*\p{Lu}[\p{L}\p{N}\s'’&/.-]{2,40}$/u.test(raw) &&
  /\p{L}{4}/u.test(raw) &&
  raw.trim().split(/\s+/).length <= 5 &&
  !/[.!?:,]\s*$/.test(raw) &&
  next.trim() !== '';
