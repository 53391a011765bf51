import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Moment } from '@sqrl/base/model/moment.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { saidLines } from '@sqrl/base/text/announcements.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { phaseAsked } from '../../ingest/episodes/phase.ts';
import { filesNamed } from '../../store/memory/places.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { measuredCosine } from '../context/context-hits.ts';
import { laterWordsAmong, latestFirst } from '../earlier.ts';
import { search } from '../verbs/find.ts';
import type { DeliveryContext, DeliveryProposal } from './deliver-moments.ts';
import { talksAtPrompt } from './deliver-said.ts';
import { type DeliveryText, isWithin, SILENCE, tellable, withLeft } from './delivery-text.ts';
import { roomFor } from './loaded-rules.ts';
import { firstPrompt, isTask, laterPrompt, type RecalledMemory, strengthOf } from './strength.ts';

type PromptMoment = Extract<Moment, { point: 'prompt' }>;

const FOR_TASK = 40;
const FOR_LATER = 10;

/** What a prompt brings up: for the first that says what to do the context of the task, for later ones little. */
export async function promptAt(
  engine: Engine,
  moment: PromptMoment,
  hearing: DeliveryContext,
): Promise<Pick<DeliveryProposal, 'point' | 'saying'>> {
  const point = hearing.hasTask ? 'later prompt' : 'first prompt';
  // Redacted first: what was typed is told from what was pasted by leaving out lines, and a key needs all of its own.
  const said = typedWords(redactSync(moment.text).text).trim();
  const question = said.slice(0, MAX_PROMPT_CHARS);
  const words = contentWords(said);
  const files = [...new Set([...moment.files, ...filesIn(engine, said)])];
  const places = [...files, ...(question.match(FOLDER) ?? []).slice(0, MAX_FILES)];
  if (!isTask(words) && files.length === 0) return { point, saying: SILENCE };
  const phase = phaseAsked(moment.text);
  const { hits } = await search(engine, {
    question,
    files,
    phase,
    limit: (hearing.hasTask ? FOR_LATER : FOR_TASK) + roomFor(hearing.loaded),
    filter: {},
    // A second look takes as long as a hook may, and what is strong is strong in any order.
    rerank: false,
    explicit: false,
  });
  const { may, left } = tellable(
    engine,
    hits.filter(({ memory }) => isWithin(memory, places)),
    hearing,
  );
  const atHand = new Set([...places, ...(question.match(IDENTIFIER) ?? [])]);
  const matched: RecalledMemory[] = may.map((hit) => ({
    memory: hit.memory,
    why: hit.why,
    strength: strengthOf(words, hit.memory, measuredCosine(engine, hit), atHand),
  }));
  const later = laterWordsAmong(engine, may);
  const found = latestFirst(matched, later);
  const recalled =
    found.length === 0
      ? SILENCE
      : hearing.hasTask
        ? laterPrompt(found, hearing.room)
        : firstPrompt(found, phase, hearing.room);
  // A plan that is handed back, a document or what a command expands to was not typed, and holds what is needed itself.
  const isTyped = saidLines(moment.text).length > 0 || COMMAND_WITH_WORDS.test(moment.text);
  const talks =
    isTyped && hearing.inferred
      ? await talksAtPrompt(engine, question, { ...hearing, room: hearing.room - recalled.tokens })
      : SILENCE;
  return { point, saying: withLeft(both(recalled, talks), left) };
}

/** Memories go first. */
function both(recalled: DeliveryText, talks: DeliveryText): DeliveryText {
  if (talks.lines.length === 0) return recalled;
  const text = [recalled.text, talks.text].filter((part) => part !== '').join('\n\n');
  return {
    text,
    tokens: estimateTokens(text),
    lines: [...recalled.lines, ...talks.lines],
    left: recalled.left,
  };
}

/** One line: what a command expands to has more. */
const COMMAND_WITH_WORDS = /^\s*\/[^\n]{1,500}\s*$/;
/** What is wanted is said in the first words. */
const MAX_PROMPT_CHARS = 1500;

/** Files that a text names: those that are there, and those that something is remembered about. */
function filesIn(engine: Engine, said: string): string[] {
  const named = [...new Set(said.match(FILE) ?? [])].slice(0, MAX_FILES);
  const root = engine.project?.root;
  return [
    ...named.filter((name) => root !== undefined && existsSync(join(root, name))),
    ...engine.indexedStores.flatMap(({ store }) => filesNamed(store, named)),
  ];
}

/** `src/api`, as a person names a part of the code. */
const FOLDER = /(?<![\w/.@-])[\w@-][\w@.-]*(?:\/[\w@-][\w@.-]*)+/g;
/** A name that is more than a word: `loadCart`, `cart_total`. */
const IDENTIFIER = /\b[a-zA-Z]\w*(?:_[a-zA-Z\d]|[a-z\d][A-Z])\w*\b/g;
const MAX_FILES = 20;
const FILE = /(?<![\w/.@-])(?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[a-z][a-z\d]{0,4}\b(?![\w/])/gi;
