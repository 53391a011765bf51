import type { AnswerLayer } from '@sqrl/base/model/answer-layers.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { noteOf } from '@sqrl/base/model/note-tag.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { type TimeRange, timeAsked } from '../time-range.ts';

export interface AskedLayers {
  time: TimeRange | undefined;
  particular: string[];
  /** The same among words for code, which have more to do with work and tests. */
  codeWords: string[];
  wantsMemories: boolean;
  wantsNotes: boolean;
  wantsConversations: boolean;
  /** It asks what was done in that time, and nothing more particular. */
  wantsWork: boolean;
  wantsTasks: boolean;
  /** It asks which commands fail, and nothing more particular. */
  wantsFailures: boolean;
  wantsCommits: boolean;
  wantsCode: boolean;
}

/** Tells from a question's words which layers answer it; `only` names the ones that are wanted instead. */
export function layersAsked(
  question: string,
  { now, timeZone, only }: { now: number; timeZone: string; only?: readonly AnswerLayer[] | undefined },
): AskedLayers {
  const time = timeAsked(question, now, timeZone);
  const isWanted = (layer: AnswerLayer, byWords: boolean) => only?.includes(layer) ?? byWords;
  const wantsCommits = isWanted('commits', COMMITS.test(question));
  const wantsCode = isWanted('code', CODE.test(question));
  // The words that name the time ask for nothing else.
  const words = [...contentWords(time?.rest ?? question)].filter((word) => !/^\d+$/.test(word));
  const particular = words.filter((word) => !GENERAL.has(word) && !(wantsCommits && COMMIT_WORDS.has(word)));
  const isGeneral = particular.length === 0;
  // "Which commits were made yesterday?" does not ask for the rest of the day.
  const wantsWork = isWanted('work', !wantsCommits) && time !== undefined && isGeneral;
  const wantsFailures = isWanted('work', true) && isGeneral && FAILURES.test(question);
  const isAnswered = wantsWork || wantsFailures || (wantsCommits && isGeneral);
  return {
    time,
    particular,
    // A question about a time and nothing else has no word that a memory could answer to.
    wantsMemories: isWanted('memories', !wantsWork),
    wantsNotes: isWanted('notes', !wantsWork),
    wantsConversations: isWanted('conversations', !isAnswered),
    wantsWork,
    wantsTasks: !isGeneral && isWanted('work', TASKS.test(question)),
    wantsFailures,
    wantsCommits,
    wantsCode,
    codeWords: words.filter((word) => !CODE_WORDS.has(word)),
  };
}

/** Words that ask for work, for a time, for failures, commits or code, and for nothing in particular. */
const GENERAL = new Set([
  ...contentWords(`happened happen worked working work worked busy changed achieved finished accomplish going progress project session sessions today yesterday week
      weeks month months year day days night morning afternoon evening last past previous recent recently ago monday
      tuesday wednesday thursday friday saturday sunday january february march april june july august september october
      november december command commands fail fails failed failing failure failures error errors broken breaks break works
      usually often keep keeps always repo repository summary summarize show tell know running run tests test
      passiert gestern heute woche gearbeitet befehle fehler hier travaill semaine hier aujourd commandes echouent
      passé passée passe travaillé échoue échouent marche marchent place projet jour jours mois dernière dernier quel
      quelle quels quelles quand elle été avons avez ont tests récemment souvent toujours ici lesquels
      lesquelles avoir`),
]);

/** Words that only say that commits are asked for. */
const COMMIT_WORDS = new Set([
  ...contentWords(`commit commits committed made introduced added removed renamed deleted moved merged modified bumped
      upgraded reverted git log history blame latest first modifié modifiée ajouté ajoutée supprimé supprimée renommé
      renommée introduit introduite fusionné changé changée`),
]);

/** Words that only say that code is asked for. */
const CODE_WORDS = new Set([
  ...contentWords(`defined implemented declared located handled computed called coded function functions class classes
      method methods module modules component components symbol symbols source show défini définie implémenté
      implémentée déclaré située situé traité calculé appelé fonction fonctions classe méthode méthodes fichier
      fichiers composant trouve quel quelle quels quelles`),
]);

const FAILURES =
  /\bfail(?:s|ed|ing|ures?)?\b|\berrors?\b|\bbreaks?\b|(?<!\p{L})échou|\bfehlschlag|\bschl[aä]gt\b|\bfall(?:a|an)\b/iu;

/** "Which commit …", "when was … changed", "who removed …", "git log"; in French "quel commit", "quand … modifié". */
const COMMITS =
  /\b(?:which|what|whose|any|the|last|latest|recent|first) commits?\b|\bcommits? (?:that|which|about|on|for|since|touched|changed)\b|\bgit (?:log|history|blame)\b|\b(?:when|who)\b.{0,80}\b(?:changed?|added?|removed?|renamed?|deleted?|introduced?|merged?|committed|bumped|upgraded|reverted)\b|\b(?:quels?|dans quel|derniers?|premier) commits?\b|\bcommits? (?:qui|sur|de)\b|(?<!\p{L})(?:quand|qui)(?!\p{L}).{0,80}(?<!\p{L})(?:modifi|ajout|supprim|renomm|introdui|fusionn|chang)/iu;

/** "Where is … implemented", "which function …", "in the code"; in French "où est … défini", "quelle fonction". */
const CODE =
  /\bwhere\b.{0,80}\b(?:defined|implemented|declared|handled|computed|called|coded|located|parsed|validated|in the code)\b|\b(?:which|what) (?:file|function|class|method|module|component|symbol)s?\b|\bin (?:the|our) (?:source )?code\b|\bsource code\b|\bcode (?:that|which|for|of)\b|(?<!\p{L})où(?!\p{L}).{0,80}(?<!\p{L})(?:défini|implément|déclar|trait|calcul|appel|situ|dans le code)|(?<!\p{L})quel(?:le)?s? (?:fichiers?|fonctions?|classes?|méthodes?|modules?|composants?)\b|\bdans le code\b|\bcode (?:source|qui)\b/iu;

/** "What did we do about …", "have we already …", "is … done"; in French "qu'avons-nous fait", "a-t-on déjà". */
const TASKS =
  /\bwhat (?:did|have) (?:we|you|i|agents?) (?:do|done|try|tried|change|changed|build|built)\b|\b(?:have|did) (?:we|you|i) (?:ever|already|once)\b|\b(?:status|state|progress) of\b|\bhow far\b|\b(?:is|was|are|were) .{1,80} (?:done|finished|completed?|fixed|implemented)\b|(?<!\p{L})(?:avons[- ]nous|a[- ]t[- ]on|as[- ]tu) (?:déjà |fait|essayé)|(?<!\p{L})où en (?:est|sont|sommes)/iu;

/** Whether a memory is of a layer that is asked: what was read from notes, or what was learned and taught. */
export const isOfLayer = (
  memory: Pick<Memory, 'tags'>,
  { wantsMemories, wantsNotes }: Pick<AskedLayers, 'wantsMemories' | 'wantsNotes'>,
): boolean => (noteOf(memory) === null ? wantsMemories : wantsNotes);
