import { saidId } from '@sqrl/base/model/citation.ts';
import { CHANGING_WAYS } from '@sqrl/base/model/event.ts';
import { printed, printedName } from '@sqrl/base/model/printed.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { stepsOnFilesLike } from '../../store/events/history.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type StandingRules, standingRules } from '../deliver/standing-rules.ts';
import { whereWasI } from '../history/where.ts';
import type { RecallVerbRequest } from '../verbs/recall.ts';
import { tasksAbout, tasksById, type WorkDone } from './from-history.ts';

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
export function rulesAsked(engine: Engine, question: string, tokens: number): StandingRules | undefined {
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
