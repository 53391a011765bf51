import type { AnswerLayer } from '@sqrl/base/model/answer-layers.ts';
import { saidId } from '@sqrl/base/model/citation.ts';
import { CHANGING_WAYS } from '@sqrl/base/model/event.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { noteOf } from '@sqrl/base/model/note-tag.ts';
import { printed, printedName } from '@sqrl/base/model/printed.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { stepsOnFilesLike } from '../../store/events/history.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { standingRules } from '../deliver/deliver-brief.ts';
import { whereWasI } from '../history/where.ts';
import { timeAsked } from '../time-range.ts';
import type { RecallVerbRequest } from '../verbs/recall.ts';
import { tasksAbout, tasksById, type WorkDone } from './from-history.ts';

export type AskedLayers = ReturnType<typeof layersAsked>;

/** Tells from a question's words which layers answer it; `only` names the ones that are wanted instead. */
export function layersAsked(
  question: string,
  { now, timeZone, only }: { now: number; timeZone: string; only?: readonly AnswerLayer[] | undefined },
) {
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
    /** It asks what was done in that time, and nothing more particular. */
    wantsWork,
    wantsTasks: !isGeneral && isWanted('work', TASKS.test(question)),
    /** It asks which commands fail, and nothing more particular. */
    wantsFailures,
    wantsCommits,
    wantsCode,
    /** The particular words among words for code, which have more to do with work and tests. */
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

/** Whether a question asks where the work stands, and of nothing in particular. */
export function asksWhere(question: string): boolean {
  const asked = question.slice(0, MAX_CHARS);
  const rest = asked.replace(WHERE, ' ');
  return rest !== asked && [...contentWords(rest)].every((word) => GENERAL_WORK.has(word));
}

/** What a question about the last time means by "last time I touched …"; undefined where it asks for something else. */
export function touchedLast(question: string): string | undefined {
  const asked = question.slice(0, MAX_CHARS);
  const [, en, de, other] = TOUCHED.exec(asked) ?? [];
  return (en ?? de ?? other)?.replace(/[\s?!."“”'’]+$/u, '').replace(ARTICLE, '') || undefined;
}

/** The last tasks that changed files with such a name, else read them, else are about it; the latest first. */
export async function workTouching(engine: Engine, subject: string): Promise<WorkDone[]> {
  const path = /[\w.@-]*[/.][\w./@-]*\w/.exec(subject)?.[0];
  const words = path ? [path] : [...contentWords(subject)].filter((word) => !PART_WORDS.has(word));
  const touched = words.map((word) => stepsOnFilesLike(engine.own.store, word, { limit: MAX_STEPS }));
  const steps = touched.filter((found) => found.length > 0);
  // A task is about "the desktop menu" where it touched files of both names.
  const tasks = steps.map((found) => new Set(found.map(({ episode }) => episode?.id)));
  const found = steps
    .flat()
    .flatMap(({ at, way, episode }) => (episode ? { at, way, id: episode.id } : []))
    .filter(({ id }) => tasks.every((ids) => ids.has(id)))
    .sort((a, b) => b.at - a.at);
  if (found.length === 0) return tasksAbout(engine, subject);
  const changed = found.filter(({ way }) => CHANGING_WAYS.has(way));
  const ids = new Set((changed.length > 0 ? changed : found).map(({ id }) => id));
  return tasksById(engine, [...ids].slice(0, MAX_TASKS));
}

/** The answer to a question that asks in general for the rules, where the work stands, or what happened the last time. */
export async function generalAnswer(
  engine: Engine,
  { question, types, files = [] }: RecallVerbRequest,
  budget: number,
) {
  if (types || files.length > 0) return undefined;
  const standing = rulesAsked(engine, question, budget - HEADING_TOKENS);
  if (standing) {
    const { text, tokens, rules } = standing;
    const lines = rules.map(({ memory, sure, tokens, why }) => ({ memory, score: sure, tokens, why: [why] }));
    return { text: `## Standing rules\n${text}`, tokens: tokens + HEADING_TOKENS, lines };
  }
  const subject = touchedLast(question);
  const tasks = subject === undefined ? [] : await workTouching(engine, subject);
  const done = tasks.length === 0 ? '' : `## Past work, the latest first\n${tasks.map(taskLine).join('\n')}`;
  const text = asksWhere(question) ? whereWasI(engine).text : done;
  return text === '' ? undefined : { text, tokens: estimateTokens(text), lines: [] };
}

const HEADING_TOKENS = 5;

/** A past task for an agent, with what was said last in it. */
function taskLine({ endedAt, task, status, outcome, tainted, filesChanged, said }: WorkDone): string {
  const files = filesChanged.slice(0, MAX_FILES).map((file) => printedName(file));
  const ended = [
    `- ${new Date(endedAt).toISOString().slice(0, 10)} “${printed(task, 160)}” (${status})`,
    tainted ? '' : printed(outcome, 160),
    files.length > 0 ? `Changed ${files.join(', ')}.` : '',
    said?.tainted === false ? `The agent at the end: “${printed(said.text, 300)}”` : '',
    said ? `[${saidId(said.event)}]` : '',
  ];
  return ended.filter((part) => part !== '').join(' ');
}

const MAX_CHARS = 500;
const MAX_STEPS = 200;
const MAX_TASKS = 3;
const MAX_FILES = 4;

/** "Where did I leave off", "what was I working on", in four languages. */
const WHERE =
  /\bwhere (?:did|do|was|were|are|am) (?:i|we)(?: (?:leave|left) (?:off|it)| stop(?:ped)?| (?:pick|continue|resume)(?: up)?| stand| at)?\b|\bwhat (?:was|were|am|are) (?:i|we) (?:just |last |currently )?(?:doing|working on|up to)\b|\bwhat did (?:i|we) (?:do|work on) last\b|\b(?:pick|continue|resume|carry)(?: \w+)? where (?:i|we) (?:left off|stopped)\b|\bwhat(?:'s|’s| is) (?:still )?(?:unfinished|open|left to do)\b|\bwo (?:war|waren|bin|sind|habe|haben) (?:ich|wir)(?: (?:zuletzt|stehen ?geblieben|aufgehört|dran))*(?!\p{L})|\bworan (?:habe|haben|war|waren) (?:ich|wir)(?: (?:zuletzt|gerade))?(?: gearbeitet| dran)?\b|(?<!\p{L})où (?:en (?:étais|suis|étions|sommes)[- ](?:je|nous)|(?:j['’]en|nous en|on en) (?:étais|étions|était|suis|est|sommes))(?!\p{L})|\bsur quoi (?:je |nous )?(?:travaillais|travaillions)\b|(?<!\p{L})d[oó]nde (?:me qued[eé]|nos quedamos|lo dej[eé]|lo dejamos|estaba|estábamos)(?!\p{L})|\ben qu[eé] (?:estaba|estábamos) trabajando\b/iu;

/** Words that only say that work is asked for. */
const GENERAL_WORK =
  contentWords(`yesterday today last time session sessions project work working task tasks week morning evening night
  tell show know remind again off left stopped leave stop pick resume continue exactly currently state recently
  gestern heute zuletzt letzte letztes letzten Mal Sitzung Projekt Arbeit stehengeblieben aufgehört dran gerade
  hier dernière fois projet session travail ayer hoy última vez proyecto sesión trabajo`);

/** "The last time I touched X", "when did we last change X", in four languages. */
const TOUCHED =
  /\blast time (?:that )?(?:i|we|you|someone|anyone|somebody|anybody) (?:touched|changed|edited|modified|worked on|worked with|looked at|fixed|refactored)\s+(.+)|\bwhen did (?:i|we|you) last (?:touch|change|edit|modify|work on|fix|refactor)\s+(.+)|(?:\bals (?:ich|wir) (?:das letzte mal|zuletzt) (?:an |am |im )?|(?<!\p{L})dernière fois qu(?:e j['’]ai|['’]on a|e nous avons) (?:touché|modifié|changé|travaillé sur)(?: à)? |(?<!\p{L})última vez que (?:toqué|cambié|modifiqué|tocamos|cambiamos|trabajé en|trabajamos en) )(.+?)(?: (?:gearbeitet|geändert|angefasst) (?:habe|haben))?[?!.\s]*$/iu;

const ARTICLE = /^(?:the|our|my|this|that|der|die|das|dem|den|le|la|les|el|los|las)\s+/iu;

/** Words for a part of a program, which are in no path. */
const PART_WORDS = contentWords(
  'app application module component part folder directory package service feature page screen Modul Ordner',
);

/** Whether a question asks for the rules in general: it names no matter that a rule could be found by. */
export function asksForRules(question: string): boolean {
  const words = [...contentWords(question)];
  return (
    words.some((word) => RULES.has(word)) && words.every((word) => RULES.has(word) || GENERAL_RULES.has(word))
  );
}

/** The standing rules, where a question asks for them in general and there are any. */
export function rulesAsked(engine: Engine, question: string, tokens: number) {
  if (!asksForRules(question)) return undefined;
  const found = standingRules(engine, { tokens, isAsked: true });
  return found.rules.length > 0 ? found : undefined;
}

const RULES =
  contentWords(`rule rules convention conventions guideline guidelines standard standards preference preferences
  Regel Regeln Konvention Konventionen Richtlinie Richtlinien Vorgabe Vorgaben règle règles consigne consignes
  regla reglas norma normas convención convenciones directriz directrices`);

/** Words that only say that rules are asked for. */
const GENERAL_RULES =
  contentWords(`apply applies applied hold holds follow followed following exist know known remember remembered
  memory project projects repo repos repository team general coding style standing current currently work working works tell list
  show agent agents user users stated set given keep observe obey respect aware important main house global
  gelten gilt geltende gibt Projekt beachten befolgen einhalten kennen kennst bekannt welche welchen allgemein Team
  appliquent applique suivre respecter projet dépôt quelles quels existent connais valables équipe
  aplican aplica seguir respetar proyecto repositorio cuáles existen conoces equipo`);
