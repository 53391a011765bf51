/** A text longer than this says more than what comes next. */
const MAX_CHARS = 300;

const LEAD = String.raw`(?:(?:ok(?:ay)?|great|good|perfect|excellent|now|first|next|finally|also|then|so|right|alright|sure|yes)\b[,.!:]* |(?:you|that)['’](?:re|s) (?:absolutely )?right[,.!]* )*`;
const WILL = `(?:now )?(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|i need to|i want to|i should)(?: (?:now|also|first|quickly|just|try to|start by|begin by|continue|help(?: you)?|do))*`;
const LOOK =
  '(?:check|look|take a|search|read|examin|find|see|run|re-?run|explor|inspect|verif|open|view|list|fetch|analy[sz]|review|understand|investigat|gather|get|confirm|locat|scan|grep|try|pull up|dig|trac|test|build)';

const LOOKING = new RegExp(`^${LEAD}${WILL} ${LOOK}`, 'i');
const DOING = new RegExp(`^${LEAD}${WILL}\\b.*:$`, 'is');
/** "Checking how the points are counted:" */
const DOES = /^(?:now )?(?!(?:no|some|any|every)thing\b)[a-z]{2,}ing\b.*:$/is;
const FILLER = /^(?:great|good|perfect|excellent|ok|okay|sure|yes)[.!,:]*$/i;

/** Whether an agent only says what it looks at or does next: "Now let me check the tests:". It tells nothing later. */
export function isAnnouncedStep(text: string): boolean {
  const said = text.trim();
  if (said === '' || said.length > MAX_CHARS) return false;
  return said
    .split(/(?<=[.!?:])\s+/)
    .every((sentence) => [LOOKING, DOING, DOES, FILLER].some((pattern) => pattern.test(sentence)));
}
