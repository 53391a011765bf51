/**
 * Whether a sentence says something to an agent that did not hear what came before it, and says it for more than this
 * task. A sentence that does not may be worth keeping; it is not told unasked as it stands.
 */
export function standsAlone(sentence: string): boolean {
  const text = sentence.slice(0, MAX_CHARS).replace(OBJECTION, '');
  return !LEANING.some((pattern) => pattern.test(text)) && !pointsBack(text);
}

const MAX_CHARS = 500;

/** "That's not right, use the session repo": the rest is what counts. */
const OBJECTION = /^(?:no|nope|wrong|that['’]?s (?:not right|wrong|not it|incorrect))\s*[,.;:!–-]\s*/i;

const LEANING: readonly RegExp[] = [
  // The subject is a word for something said before.
  /^(?:(?:if|when|since|because|as|so|but|and|then|while|once|also|maybe)[,]? )*(?:it(?! was decided\b)|it['’]s|they|they['’]re|he|she|both|neither|which|otherwise|same|thats|(?:that|this)['’]s)\b/i,
  /^(?:this|that|these|those) (?:also |just |still |only )?(?:is|are|was|were|isn['’]t|aren['’]t|should|must|will|would|can|could|may|might|means?|makes?|does|doesn['’]t|don['’]t|needs?|has|have|works?|looks?|goes|happens|allows?|gives?|way|one|ones)\b/i,
  // "Take it out of the importer": what, was said before.
  /^(?:(?:please|just|now|then|also|and|so|let['’]?s) )*[a-z]+ (?:it|them)\b(?! was decided\b)/i,
  // The beginning of the sentence stands in a line before.
  /^(?:[(),;]|(?:are|is|was|were|am|has|does|did)\b)/i,
  // Things are counted or compared that were named before.
  /\b(?:the|these|those) (?:2|two|3|three|others?|other one|former|latter|above|below)(?=[\s,.;:!]|$)/i,
  /\b(?:(?:our|your|my|their|its) own|either)[.!]?$/i,
  /\bdo (?:it|that|this)\b|\b(?:in|from|over|out|up) there\b/i,
  // What the agent did or is at, not what it is to do.
  /^(?:(?:but|and|so|wait|ok)[,.!]? )*you(?:['’]re| are| were) (?!to\b|(?:not )?(?:allowed|expected|supposed|free|responsible|required|encouraged|welcome)\b)/i,
  /^(?:(?:but|and|so|wait|ok|i think|i see|hmm|also|it looks like|looks like|why)[,.!]? )*you(?:['’](?:re|ve|d)| are| have| were)? ?(?:(?:just|still|also|again|not|never|already) )*(?:(?!allowed|expected|supposed|required|encouraged)\w{3,}ed|\w{2,}ing|did(?:n['’]?t)?|made|wrote|put|forgot|broke|got|went|said|told|ran|left|gave|took|lost|kept|chose|built|set)\b/i,
  // One named thing is to have another name or place: it has it soon.
  /^`?[\w./-]+`? should(?: not|n['’]t)? be (?:in |under |at |called |named |renamed |moved )?`?[\w./-]*\w\.[a-z]{1,4}\b/i,
  // What is wanted now.
  /^(?:(?:just|now|then|please|ok|and|so|first|next) )*(?:tell me|show me|give me|let me know|explain|go back|switch (?:back )?(?:in)?to|let['’]?s (?:get|go|switch|move) back|(?:make|create|add|write|update) (?:a|an|the|that|this) rule|make sure the rule)\b/i,
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
  /\b(?:(?:those|these) (?!are\b|were\b|who\b|that\b)|(?:use|using|in|of|for|like|to|with|on|at|from|about|into|by|after|before|run|running|look at) (?:that|this)\b ?(?!is\b|it\b|we\b|you\b|they\b|the\b|a\b|an\b))(?<noun>[\w-]*)/gi;

/** What there is only one of wherever the sentence is read. */
const WHOLES: ReadonlySet<string> = new Set(
  'project repo repository codebase code app application package workspace monorepo library product company team machine way'.split(
    ' ',
  ),
);
