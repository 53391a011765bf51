import { readFileSync } from 'node:fs';

/** A scripted conversation between a person and an agent, with what of it holds beyond the task. */
export interface ScriptedConversation {
  turns: ScriptedTurn[];
  /** Words that one memory of it has to have; none where nothing is to be kept. */
  keeps: string[];
  /** Words that this memory must not have. */
  without: string[];
}

type ScriptedTurn = { say: string } | { reply: string };

/** Agreements as agents word them and people confirm them, and talk in which nothing is agreed that lasts. */
export const agreements = (): ScriptedConversation[] => conversationsIn('agreements.txt');
export const smallTalk = (): ScriptedConversation[] => conversationsIn('small-talk.txt');

/** Whether a memory says all that a conversation came to. */
export const isWhole = (text: string, { keeps, without }: ScriptedConversation): boolean =>
  keeps.every((words) => has(text, words)) && !without.some((words) => has(text, words));

const has = (text: string, words: string): boolean => text.toLowerCase().includes(words.toLowerCase());

const conversationsIn = (name: string): ScriptedConversation[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(conversationOf);

/** Lines of the person begin with `>`; what is to be kept, and what not, ends the conversation. */
function conversationOf(block: string): ScriptedConversation {
  const conversation: ScriptedConversation = { turns: [], keeps: [], without: [] };
  for (const line of block.split('\n')) {
    const last = conversation.turns.at(-1);
    if (line.startsWith('> ')) conversation.turns.push({ say: line.slice(2) });
    else if (line.startsWith('keeps: ')) conversation.keeps = listIn(line);
    else if (line.startsWith('not: ')) conversation.without = listIn(line);
    else if (last && 'reply' in last) last.reply += `\n${line}`;
    else conversation.turns.push({ reply: line });
  }
  return conversation;
}

const listIn = (line: string): string[] =>
  line
    .slice(line.indexOf(':') + 1)
    .split('|')
    .map((words) => words.trim());
