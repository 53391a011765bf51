import { contentWords, share } from '@sqrl/base/text/content-words.ts';
import { ownWords, typedWords } from '@sqrl/base/text/own-words.ts';
import type { EpisodeStep } from './episode-text.ts';

/** Whose word something is: the person's, what was really done or came of it, or only what an agent or a text says. */
export type ProofGrounds = 'person' | 'action' | 'agent';

/**
 * Whose word a text is, by its quote and the steps that are named as its proof; undefined where none of them says it.
 * What a command printed may have been written by anybody: it is believed only of something that was done, by its name,
 * and only with what was done about it.
 */
export function groundsOf(
  { quote, text }: { quote: string; text: string },
  cited: readonly EpisodeStep[],
): ProofGrounds | undefined {
  const wanted = plain(quote);
  const holds = (said: string | null) => said !== null && plain(said).includes(wanted);
  const found = cited.filter((step) => holds(step.text) || holds(step.command));
  if (found.some((step) => isPerson(step) && holds(typedWords(step.text)))) return 'person';
  const isMended = (step: EpisodeStep) =>
    holds(step.command) ||
    cited.some(
      (other) => other.at >= step.at && other !== step && isActionStep(other) && other.outcome !== 'failed',
    );
  if (
    found.some((step) => isActionStep(step) && isMended(step)) &&
    namedIn(text).some((name) => isDone(name, cited))
  )
    return 'action';
  return found.length > 0 ? 'agent' : undefined;
}

function isDone(name: string, steps: readonly EpisodeStep[]): boolean {
  const wanted = plain(name);
  return steps
    .filter(isActionStep)
    .some(
      ({ command, files }) =>
        (command !== null && plain(command).includes(wanted)) ||
        files.some(({ path }) => plain(path).endsWith(wanted)),
    );
}

/** Whether what a text tells its reader to do was said by the person, in their own words, in these steps. */
export function isWished(text: string, cited: readonly EpisodeStep[]): boolean {
  const said = contentWords(
    cited
      .filter(isPerson)
      .map((step) => ownWords(step.text))
      .join('\n'),
  );
  return said.size > 0 && share(contentWords(text), said) >= MIN_SHARED_WORDS_RATIO;
}

/** A paraphrase shares most words that carry meaning; an order slipped in beside a wish does not. */
const MIN_SHARED_WORDS_RATIO = 0.5;

/** What stands in a text that only the record can vouch for: addresses, paths, commands, names in quotation marks. */
export function namedIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  const paths =
    text.match(
      /(?<![\w/.@-])[\w.@-]*\/[\w./@-]+|(?<![\w-])[\w-]+\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|php|cs|sh|sql|json|ya?ml|toml|md|lock|env)\b/g,
    ) ?? [];
  return [
    ...new Set(
      [...quoted, ...paths, ...addressesIn(text)].map((name) => name.replace(/(?<![.,;:)])[.,;:)]+$/, '')),
    ),
  ];
}

/** Places outside that a text leads to. Bounded before their sign, so that letters without one are not gone through anew. */
export const addressesIn = (text: string): string[] =>
  text.match(
    /[a-z0-9+.-]{0,20}:\/\/[^\s`'"<>)]+|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]+|\b(?:[a-z0-9-]{1,63}\.){1,8}(?:com|net|org|io|dev|app|sh|xyz|ru|cn|co|me|info|biz|site|online|top|tk)\b(?:\/\S*)?/gi,
  ) ?? [];

export function standsIn(name: string, steps: readonly EpisodeStep[]): boolean {
  const wanted = plain(name);
  return steps.some(
    ({ text, command, files }) =>
      plain(text).includes(wanted) ||
      (command !== null && plain(command).includes(wanted)) ||
      files.some(({ path }) => plain(path).includes(wanted)),
  );
}

export const isPerson = ({ kind, agent, tainted }: EpisodeStep): boolean =>
  kind === 'prompt' && agent === null && !tainted;

/** What was run, changed, refused or committed, and what came of it. */
const isActionStep = ({ kind, tool }: EpisodeStep): boolean =>
  kind === 'commit' ||
  kind === 'check' ||
  (kind === 'result' && (tool === 'run' || tool === 'edit' || tool === 'write'));

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
