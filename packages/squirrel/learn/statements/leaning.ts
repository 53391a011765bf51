/**
 * Whether a sentence points at something that it does not name: "Always ask me before adding one", "in that format". It is
 * told together with the sentence before it, and is less probably worth keeping where there is none.
 */
export function leansBack(sentence: string): boolean {
  const text = sentence.slice(0, MAX_CHARS).replace(/[’‘]/g, "'");
  return LEANING.some((pattern) => pattern.test(text)) || pointsBack(text);
}

const MAX_CHARS = 500;

/** What stands after "never" where the verb is missing, or after a verb that has no object. */
const PARTICLES =
  'in|on|at|by|for|from|with|without|inside|outside|between|before|after|until|earlier|later|more|less|than|it|them|one';

/** Whether an order without an end says what is done and to what: "never mock the database", "ids must never change". */
export const isWholeOrder = (sentence: string): boolean =>
  WHOLE_ORDER.test(sentence.replace(/[’‘]/g, "'")) && !leansBack(sentence);

const WHOLE_ORDER = new RegExp(
  `^(?:\\w+[,.:]? ){0,2}(?:(?:we|you|i)\\b|(?:always|never) (?!(?:${PARTICLES})\\b)[\\w-]+ (?!(?:${PARTICLES})\\b)\\S)|\\b(?:must|should|shall|needs?|ha(?:s|ve) to)\\b`,
  'i',
);

const LEANING: readonly RegExp[] = [
  // The subject is a word for something said before.
  /^(?:(?:if|when|since|because|as|so|but|and|then|while|once|also|maybe|perhaps|no|yes|only|for me|to me|i think),? )*(?:it|it's|they|they're|he|she|both|neither|which|otherwise|same|thats|(?:that|this)'s)(?![\w-])/i,
  /^(?:for (?:example|instance)|e\.g\.|i\.e\.|in other words)[\s,]/i,
  /^(?:this|that|these|those) (?:also |just |still |only )?(?:is|are|was|were|isn't|aren't|should|must|will|would|can|could|may|might|means?|makes?|does|doesn't|don't|needs?|has|have|works?|looks?|way|one|ones)(?!\w)/i,
  // "Take it out of the importer", "ask me before adding one".
  /^(?:(?:please|just|now|then|also|and|so|always|never|let's|don't|do not|we should(?: always| never)?) )*[a-z]+ (?:it|them|this|that)(?![\w-])(?! (?:project|repo|repository|codebase|the|an?|we|you|i|our|all|every|each|no)\b)/i,
  /\b(?:adding|using|creating|changing|removing|making|doing|writing|touching) (?:one|it|them|that|this)[.!]?$/i,
  /\b(?:our|your|my|their|its) own[.!]?$/i,
  // "I don't want 4": a number of a list that an agent made.
  /\b(?:want|need|do|like|keep|prefer|skip|take) (?:#|option |number )?\d{1,2}(?=[.,!]?$|,? (?:if|and|or|but|because|for|first|only)\b)/i,
  // "We don't want that", "not what I meant".
  /\b(?:want|like|need|do|use|have|see|mean|is|put|keep|move) (?:that|it|this|them|those|these)(?=[.!]*$| (?:in|into|to|on|for|under)\b)/i,
  /^not what\b|\bfor the same reason\b|\bsame (?:here|as (?:above|before)|resolution)\b/i,
  // The beginning of the sentence stands in a line before.
  /^(?:[(),;]|(?:are|is|was|were|am|has|does|did|because)\b)/i,
  /\b(?:the|these|those) (?:2|two|3|three|others?|other one|former|latter|above|below)(?=[\s,.;:!]|$)/i,
  /\b(?:this|that|the (?:first|second|third|last|next|previous|left|right|same)) one(?=[\s,.;:!]|$)/i,
  // "If none is given": of what was said before.
  /^(?:if|when|unless) (?:none|any|one|both|neither) (?:is|are|was|were|has|have)\b/i,
  // "Never in place", "always the newest": what is done, or to what, was said before.
  new RegExp(`^(?:always|never) (?:\\w+[.!]*$|(?:${PARTICLES}|the|an?)\\b)`, 'i'),
  /\bdo (?:it|that|this)(?!\w)|\b(?:in|from|over|out|up) there\b/i,
];

/** "Those files", "in that format" where no files and no format were named before in the sentence. */
function pointsBack(text: string): boolean {
  for (const found of text.matchAll(POINTER)) {
    const noun = (found.groups!.noun ?? '').toLowerCase();
    if (noun !== '' && (WHOLES.has(noun) || text.slice(0, found.index).toLowerCase().includes(noun)))
      continue;
    return true;
  }
  return false;
}

const POINTER =
  /\b(?:(?:those|these) (?!(?:are|were|who|that|do|don't|need|should|can|will|must|have|would|could)\b)|(?:use|using|in|of|for|like|to|with|on|at|from|about|into|by|after|before|run|running) (?:that|this)\b ?(?!is\b|it\b|we\b|you\b|they\b|the\b|a\b|an\b))(?<noun>[\w-]*)/gi;

/** What there is only one of wherever the sentence is read. */
const WHOLES: ReadonlySet<string> = new Set(
  'project repo repository codebase code app application package workspace monorepo library product company team machine way'.split(
    ' ',
  ),
);
