import { contentWords } from '@sqrl/base/text/content-words.ts';
import type { Loop, SdkShared } from './loop.ts';
import { toolUse } from './tool-use.ts';
import type { EpisodicMemory, WindowSnapshot } from './window/context-window.ts';

/** Lines of summaries that are kept at hand, and those that answer a question. */
const MAX_LINES = 5000;
const MAX_RECALLED = 10;
/** What leaves the window is kept as another agent's compaction: no episode ends with it, and nothing is told again. */
const WINDOW = 'window';

/** Where the working memory of an agent puts what it removes, over the agent's session. */
export function episodicOver(
  { world, asker, tools }: SdkShared,
  loop: Loop,
  agent: string | null,
): EpisodicMemory {
  let lines: { text: string; words: ReadonlySet<string> }[] = [];

  /** Lines of this session that share the rarest words with a question, best first. */
  function linesAbout(question: string): string[] {
    const asked = [...contentWords(question)];
    const weights = new Map(
      asked.map((word) => [word, 1 / (1 + lines.filter(({ words }) => words.has(word)).length)]),
    );
    return lines
      .map(({ text, words }, place) => ({
        ...{ text, place },
        score: asked.reduce((sum, word) => sum + (words.has(word) ? weights.get(word)! : 0), 0),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || b.place - a.place)
      .slice(0, MAX_RECALLED)
      .map(({ text }) => text);
  }

  return {
    remember(summary) {
      if (world.isPaused()) return;
      loop.observe({ agent: agent ?? WINDOW, kind: 'compaction', text: summary });
      const fresh = itemsIn(summary).map((text) => ({ text, words: contentWords(text) }));
      lines = [...lines, ...fresh].slice(-MAX_LINES);
    },
    keep(snapshot) {
      const text = snapshotText(snapshot);
      if (!world.isPaused()) loop.observe({ agent: agent ?? WINDOW, kind: 'compaction', text });
    },
    async recall(query) {
      const question = query.slice(0, MAX_QUESTION_CHARS);
      if (world.isPaused() || question.trim() === '') return [];
      const found = await asker.ask('recall', { question });
      return [...new Set([...linesAbout(question), ...itemsIn(found?.text ?? '')])];
    },
    toolUse: (call) => toolUse(call, tools),
  };
}

/** What the window held and what went, each item as its type, tokens and relevance. A long list keeps its ends. */
function snapshotText({ reason, tokens, maxTokens, task, items, relevance, pruned }: WindowSnapshot): string {
  const listed = (some: readonly { type: string; tokens: number; relevance: number }[]) =>
    some.map((each) => `${each.type} ${each.tokens} ${each.relevance.toPrecision(2)}`).join(', ') ||
    'nothing';
  const kept = items.map(({ id, type, tokens }) => ({ type, tokens, relevance: relevance[id]! }));
  const head = `Working memory at ${reason}: ${tokens} of ${maxTokens} tokens in ${items.length} items`;
  return `${head}${task === null ? '' : `, task ${task}`}\nremoved: ${listed(pruned)}\nkept: ${listed(kept)}`;
}

/** What a long text is about stands at its beginning; each of its words is looked up in every line. */
const MAX_QUESTION_CHARS = 4000;

/** The items of a list, without its headings. */
const itemsIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
