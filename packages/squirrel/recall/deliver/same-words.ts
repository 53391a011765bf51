/** The words of a rule in their order, without what only fills, and how many of them deny. */
export interface RuleWords {
  words: readonly string[];
  negations: number;
}

/**
 * Whether a rule says nothing that another does not: its words all stand there, in their order, and both are for a thing or
 * both against it. Likeness would take "reset the seeds" for "update the seeds", and one folder for another.
 */
export function saysNoMore(said: RuleWords, than: RuleWords): boolean {
  if (said.words.length === 0 || said.negations !== than.negations) return false;
  let from = 0;
  return said.words.every((word) => {
    const found = than.words.indexOf(word, from);
    from = found + 1;
    return found >= 0;
  });
}

export function ruleWords(text: string): RuleWords {
  const found =
    text
      .slice(0, MAX_CHARS)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+(?:['’./:@-]+[\p{L}\p{N}_]+)*/gu) ?? [];
  const words = found.filter((word) => !FILLING.has(word));
  return { words, negations: words.filter((word) => NEGATION.test(word)).length };
}

/** No memory is longer. */
const MAX_CHARS = 4000;

const FILLING: ReadonlySet<string> = new Set(
  'a an the to of is are be in on for with by at we our us it its and that this please always here do must should have has you your also just so will i my'.split(
    ' ',
  ),
);

const NEGATION =
  /^(?:not|never|no|without|avoid|instead|neither|nor|cannot|.+n['’]t|dont|nicht|nie|niemals|kein\w*|ohne|ne|pas|jamais|sans|nunca|jamás|sin|não|nem)$/;
