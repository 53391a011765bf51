import { contentWords } from '../../base/text/content-words.ts';
import { type TimeRange, timeAsked } from '../time-range.ts';

/** Where the answer to a question lies. */
export interface AskedLayers {
  /** The time it asks about, where it names one. */
  time: TimeRange | undefined;
  /** It asks what was done in that time, and nothing more particular. */
  wantsWork: boolean;
  /** It asks which commands fail, and nothing more particular. */
  wantsFailures: boolean;
}

/** Tells from a question's words which layers answer it besides memories and conversations. */
export function layersAsked(
  question: string,
  { now, timeZone }: { now: number; timeZone: string },
): AskedLayers {
  const time = timeAsked(question, now, timeZone);
  const particular = [...contentWords(question)].filter((word) => !GENERAL.has(word) && !/^\d+$/.test(word));
  return {
    time,
    wantsWork: time !== undefined && particular.length === 0,
    wantsFailures: FAILURES.test(question) && particular.length === 0,
  };
}

/** Words that ask for work, for a time or for failures, and for nothing in particular. */
const GENERAL = new Set([
  ...contentWords(`happened happen worked working work worked busy changed achieved finished accomplish going progress project session sessions today yesterday week
      weeks month months year day days night morning afternoon evening last past previous recent recently ago monday
      tuesday wednesday thursday friday saturday sunday january february march april june july august september october
      november december command commands fail fails failed failing failure failures error errors broken breaks break works
      usually often keep keeps always repo repository summary summarize show tell know running run tests test
      passiert gestern heute woche gearbeitet befehle fehler hier travaill semaine hier aujourd commandes echouent`),
]);

const FAILURES =
  /\bfail(?:s|ed|ing|ures?)?\b|\berrors?\b|\bbreaks?\b|\béchou|\bfehlschlag|\bschl[aä]gt\b|\bfall(?:a|an)\b/i;
