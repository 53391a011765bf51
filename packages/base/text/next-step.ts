/** What the speaker says comes next, in their own words; undefined if they do not say. */
export function nextStepIn(text: string): string | undefined {
  const lines = text.replace(/(```|~~~)[\s\S]*?(\1|$)/g, '\n').split('\n');
  for (const [i, line] of lines.entries()) {
    const announced = ANNOUNCED.exec(line);
    if (!announced) continue;
    const said = plain(announced[1]!);
    if (said !== '') return clip(said);
    const below = lines.slice(i + 1, i + 1 + MAX_LINES_BELOW).find((each) => plain(each) !== '');
    if (below !== undefined && !/^\s*#/.test(below)) return clip(plain(below));
  }
  const told = TOLD.exec(lines.join(' '))?.[1];
  return told === undefined ? undefined : clip(plain(told));
}

const MAX_LINES_BELOW = 3;
const MAX_STEP_CHARS = 200;

const ANNOUNCED =
  /^[\s>*_#\d.)-]*(?:next(?: steps?| up)?|remaining(?: work| steps?)?|still (?:to do|open|missing)|left to do|to-?do|what(?:'s| is) (?:next|left)|prochaines? étapes?|reste à faire|nächste(?:r|n)? schritte?|noch offen|siguientes? pasos?|pendientes?)[*_\s]*[:：][*_\s]*(.*)$/i;
const TOLD =
  /\b(?:the next step (?:is|would be)|next,? (?:I|we) (?:will|need to|should|have to)|what (?:remains|is left) is|still need(?:s)? to|la prochaine étape est|der nächste Schritt ist|el siguiente paso es)\s+([^.!?\n]{8,300})/i;

const plain = (line: string): string =>
  line
    .replace(/^[\s>*_#-]*(?:\d+[.)]\s+)?(?:\[[ x]?\]\s*)?/, '')
    .replace(/\*\*|__/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function clip(text: string): string {
  if (text.length <= MAX_STEP_CHARS) return text;
  const blank = text.lastIndexOf(' ', MAX_STEP_CHARS - 1);
  return `${text.slice(0, blank > 0 ? blank : MAX_STEP_CHARS - 1)}…`;
}
