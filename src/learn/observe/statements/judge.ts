import { isConcrete } from '../../claims/mentions.ts';
import type { Cues, StatementForm } from './cues/cues.ts';
import type { KeyedStatement } from './keyed.ts';
import { significant } from './subject.ts';

/** A sentence that has a form, with what else is known of it. */
export interface SentenceAnalysis {
  form: StatementForm;
  text: string;
  /** Without what is quoted, code, and turns of speech. */
  masked: string;
  /** The same without the reason. */
  without: string;
  keyed: KeyedStatement | undefined;
  contrast: { yes: string; no: string } | undefined;
  why: string | null;
  cues: Cues;
  corrects: boolean;
  /** It was put as a question. */
  isRequest: boolean;
}

/** How surely it is meant beyond the moment. `once` is for now, unless it is said again another day. */
export function isSure({
  form,
  text,
  masked,
  without,
  keyed,
  contrast,
  why,
  cues,
  corrects,
  isRequest,
}: SentenceAnalysis): 'rule' | 'likely' | 'once' | 'no' {
  const isRule = form.kind === 'wish' && form.sure === 'rule';
  if (cues.now.test(masked) || (!isRule && cues.soon.test(masked))) return 'no';
  if ((form.sure !== 'rule' || form.kind === 'fact') && cues.report.test(without)) return 'no';
  if (form.kind === 'requirement' && !keyed && UNSAID.test(masked) && !isConcrete(text)) return 'no';
  if (isRequest && !isRule) return 'no';
  switch (form.sure) {
    case 'rule':
      return form.kind === 'requirement' && !isConcrete(text) && masked.split(' ').length < 5 ? 'no' : 'rule';
    case 'named':
      if (keyed) return 'rule';
      return form.kind !== 'wish'
        ? 'no'
        : corrects && (isConcrete(text) || PARTS.test(masked) || why)
          ? 'likely'
          : 'once';
    case 'reasoned':
      if (keyed && form.kind !== 'requirement') return 'rule';
      if (form.kind === 'requirement')
        return isBinding(text, masked, contrast !== undefined, cues) ? 'likely' : 'no';
      if (form.kind === 'fact') return contrast && (corrects || isConcrete(text)) ? 'likely' : 'no';
      return why && (isConcrete(text) || significant(without, cues).length > 1) ? 'likely' : 'no';
    case 'custom':
      return keyed && !/^(?:tool|deploy|command)\.|\//.test(keyed.key ?? '') ? 'rule' : 'no';
    case 'concrete':
      return keyed || isConcrete(text) ? 'likely' : 'no';
    case 'often':
      return keyed && (contrast || corrects)
        ? 'rule'
        : contrast && (corrects ? isConcrete(text) : isGeneral(masked))
          ? 'likely'
          : 'once';
  }
}

/** "Early returns instead of nested ifs": of no one thing in particular, or of one with its file. */
const isGeneral = (masked: string): boolean =>
  !/\b(?:the|this|that|these|those|a|an|here|new|existing|one|refactor|rename|replace|move|change|show|set|make)\b/i.test(
    masked,
  ) || /\b(?:in|from) [\w.-]+\/[\w./-]+\.\w+.*\b(?:not|instead of|rather than)\b/i.test(masked);

/** Parts that every project has, and that people guard. */
const PARTS =
  /\b(?:lock ?files?|migrations?|env files?|schema|snapshots?|fixtures?|generated|vendor(?:ed)?|ci|workflows?|main|master|prod(?:uction)?|database|public api|config(?:uration)?|submodules?|secrets?|credentials?)\b/i;

/** "Should" asks for something now, unless it says what must not be, when it holds, or what exactly. */
const isBinding = (text: string, masked: string, isContrast: boolean, cues: Cues): boolean =>
  !(/^(?:.{0,40}, )?we\b/i.test(masked) && !cues.negation.test(masked)) &&
  !/\bi\b/i.test(masked) &&
  (isConcrete(text) || masked.split(' ').length > 6 || /^(?:every|each|all)\b/i.test(masked)) &&
  (isContrast ||
    cues.negation.test(masked) ||
    /^(?:in|for|when(?:ever)?|if|on|with(?:out)?)\b|\b(?:when(?:ever)?|only|at least|at most|no more than|in \w+ mode|by default|unless|even if|regardless|every|each|all)\b/i.test(
      masked,
    ));

/** Nobody who was not there knows which one is meant. */
const UNSAID =
  /^(?:the|a|an|each|das|der|die|le|la|el)(?: new| old| whole)? (?=(?:list|column|button|page|modal|field|table|form|value|file|function|component|text|title|label|endpoint|test|image|icon|menu|header|footer|link|row|cell|input|output|name|result|method|class|color|colour|section|tab|panel|dialog|view|screen|item|box|card|message|content|code|script|query|option|dropdown|feature|thing|app|plan|user)s? (?:must|should|has to|have to|needs?|shall|may|can|muss|doit|debe)\b)/i;

/** The text with everything quoted, code and idioms made unreadable, letter by letter. */
export function mask(text: string, { idiom }: Cues): string {
  const hidden = text.replace(
    /`[^`]*`|"[^"]*"|“[^”]*”|«[^»]*»|(?<![\wÀ-ɏ])'[^']{2,80}'(?![\wÀ-ɏ])/g,
    (quoted) => (quoted.length < 3 ? quoted : `${quoted[0]}${'x'.repeat(quoted.length - 2)}${quoted.at(-1)}`),
  );
  return hidden.replace(idiom, (turn) => '#'.repeat(turn.length));
}

/** The reason that a sentence gives, and what it is given for. */
export function sentenceReason(text: string, { reason }: Cues): { why: string | null; without: string } {
  const found = reason.exec(text);
  const why = found?.groups?.why?.trim();
  const without = text.slice(0, found?.index);
  // A reason that is given for nothing is what is said.
  if (!why || why.split(/\s+/).length < 2 || without.trim() === '') return { why: null, without: text };
  return { why: why.slice(0, 300), without };
}

/** What is wanted and what it is set against. */
export function contrastIn(text: string, cues: Cues): { yes: string; no: string } | undefined {
  const masked = mask(text, cues);
  for (const contrast of cues.contrasts) {
    const found = contrast.exec(masked);
    const { yes, no } = found?.groups ?? {};
    if (!found || !yes || !no) continue;
    // What is masked is as long as what it hides.
    const from = (part: string): string => {
      const start = found.index + found[0].lastIndexOf(part);
      return text.slice(start, start + part.length).trim();
    };
    return { yes: from(yes), no: from(no) };
  }
  return undefined;
}
