import { aiSdkFormat, anthropicFormat, langchainFormat, mastraFormat, openaiFormat } from '../formats.ts';
import type { MessageFormat } from '../message-window.ts';
import type { MadePart } from './histories.ts';

// biome-ignore lint/suspicious/noExplicitAny: messages of six libraries, looked into freely.
type Raw = Record<string, any>;

/** A message format with the histories in it, and what its provider refuses. */
export interface Dialect {
  format: MessageFormat<Raw>;
  /** A history as the framework has it. */
  write(steps: readonly MadePart[][]): Raw[];
  /** What is wrong with a list of messages, by the format's rules. */
  faults(messages: readonly Raw[]): string[];
}

const said = (step: readonly MadePart[], type: MadePart['type']) => step.filter((part) => part.type === type);
const isUser = (step: readonly MadePart[]) => step[0]!.type === 'user' || step[0]!.type === 'system';
const same = (a: readonly string[], b: readonly string[]) => a.join() === b.join();

const aiSdk: Dialect = {
  format: aiSdkFormat(),
  write: (steps) =>
    steps.flatMap((step): Raw[] => {
      if (isUser(step)) return [{ role: step[0]!.type, content: step[0]!.text }];
      const own = step.filter(({ type }) => type !== 'result');
      const results = said(step, 'result').map(({ id, text }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: 'read',
        output: { type: 'text', value: text },
      }));
      const content = own.map(({ type, text, id }) =>
        type === 'call'
          ? { type: 'tool-call', toolCallId: id, toolName: 'read', input: { path: text } }
          : { type: type === 'reasoning' ? 'reasoning' : 'text', text },
      );
      const [only] = own;
      const isPlain = own.length === 1 && only!.type === 'assistant';
      const model = { role: 'assistant', content: isPlain ? only!.text : content };
      return results.length === 0 ? [model] : [model, { role: 'tool', content: results }];
    }),
  faults: (messages) =>
    messages.flatMap((message, i) => {
      const before = messages[i - 1];
      const ids = (of: Raw | undefined, type: string): string[] =>
        Array.isArray(of?.content)
          ? of.content.filter((part: Raw) => part.type === type).map((part: Raw) => part.toolCallId)
          : [];
      const wrong: string[] = [];
      if (message.content.length === 0) wrong.push('empty');
      if (message.role === 'assistant' && before?.role === 'assistant') wrong.push('two of the model');
      if (message.role === 'tool' && !same(ids(message, 'tool-result'), ids(before, 'tool-call')))
        wrong.push('results without their calls');
      const calls = ids(message, 'tool-call');
      if (calls.length > 0 && messages[i + 1]?.role !== 'tool') wrong.push('calls without results');
      return wrong;
    }),
};

const anthropic: Dialect = {
  format: anthropicFormat(),
  write: (steps) => {
    const messages: Raw[] = [];
    const push = (role: string, blocks: Raw[]) => {
      const last = messages.at(-1);
      if (last?.role === role) last.content.push(...blocks);
      else messages.push({ role, content: blocks });
    };
    for (const step of steps) {
      const [first] = step;
      // The API takes the system's words apart from the messages.
      if (first!.type === 'system') continue;
      if (first!.type === 'user') push('user', [{ type: 'text', text: first!.text }]);
      const own = step.filter(({ type }) => type === 'reasoning' || type === 'assistant' || type === 'call');
      if (own.length > 0)
        push(
          'assistant',
          own.map(({ type, text, id }) => {
            if (type === 'call') return { type: 'tool_use', id, name: 'read', input: { path: text } };
            return type === 'reasoning' ? { type: 'thinking', thinking: text } : { type: 'text', text };
          }),
        );
      const results = said(step, 'result').map(({ id, text }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: text,
      }));
      if (results.length > 0) push('user', results);
    }
    return messages;
  },
  faults: (messages) =>
    messages.flatMap((message, i) => {
      const ids = (of: Raw | undefined, type: string, key: string): string[] =>
        (of?.content ?? []).filter((block: Raw) => block.type === type).map((block: Raw) => block[key]);
      const wrong: string[] = [];
      if (message.content.length === 0) wrong.push('empty');
      if (message.role !== (i % 2 === 0 ? 'user' : 'assistant')) wrong.push('roles do not alternate');
      const results = ids(message, 'tool_result', 'tool_use_id');
      const calls = ids(message, 'tool_use', 'id');
      if (!same(results, ids(messages[i - 1], 'tool_use', 'id'))) wrong.push('results without their calls');
      if (calls.length > 0 && messages[i + 1] === undefined) wrong.push('calls without results');
      if (message.content.slice(0, results.length).some((block: Raw) => block.type !== 'tool_result'))
        wrong.push('results are not first');
      return wrong;
    }),
};

/** The Responses API, and every second step in the spelling of the Agents SDK. */
const openai: Dialect = {
  format: openaiFormat(),
  write: (steps) =>
    steps.flat().map(({ type, text, id, step }): Raw => {
      const isAgents = step % 2 === 1;
      const call = isAgents ? { callId: id } : { call_id: id };
      if (type === 'call')
        return { type: 'function_call', ...call, name: 'read', arguments: JSON.stringify({ text }) };
      if (type === 'result')
        return { type: isAgents ? 'function_call_result' : 'function_call_output', ...call, output: text };
      if (type === 'reasoning')
        return { type: 'reasoning', id: text, summary: [{ type: 'summary_text', text }] };
      return { ...(isAgents && { type: 'message' }), role: type, content: text };
    }),
  faults: (items) => {
    const open: string[] = [];
    const wrong = items.flatMap((item, i) => {
      const id = item.call_id ?? item.callId;
      if (item.type === 'function_call') open.push(id);
      else if (id !== undefined) {
        const at = open.indexOf(id);
        if (at < 0) return ['result without its call'];
        open.splice(at, 1);
      }
      const next = items[i + 1];
      const isFollowed = next?.type === 'function_call' || next?.role === 'assistant';
      return item.type === 'reasoning' && !isFollowed ? ['reasoning without what follows'] : [];
    });
    return open.length > 0 ? [...wrong, 'call without its result'] : wrong;
  },
};

class LangchainMessage {
  readonly content: string;
  readonly tool_calls: Raw[] | undefined;
  readonly tool_call_id: string | undefined;
  readonly #type: string;
  constructor(type: string, { content, tool_calls, tool_call_id }: Raw) {
    this.#type = type;
    this.content = content;
    this.tool_calls = tool_calls;
    this.tool_call_id = tool_call_id;
  }
  getType(): string {
    return this.#type;
  }
}

const langchain: Dialect = {
  format: langchainFormat(),
  write: (steps) =>
    steps.flatMap((step): Raw[] => {
      if (isUser(step))
        return [
          new LangchainMessage(step[0]!.type === 'user' ? 'human' : 'system', { content: step[0]!.text }),
        ];
      const content = [...said(step, 'reasoning'), ...said(step, 'assistant')]
        .map(({ text }) => text)
        .join('\n');
      const calls = said(step, 'call').map(({ id, text }) => ({ id, name: 'read', args: { path: text } }));
      return [
        new LangchainMessage('ai', { content, tool_calls: calls }),
        ...said(step, 'result').map(
          ({ id, text }) => new LangchainMessage('tool', { content: text, tool_call_id: id }),
        ),
      ];
    }),
  faults: (messages) =>
    messages.flatMap((message, i) => {
      const type = message.getType();
      if (type === 'tool')
        return ['ai', 'tool'].includes(messages[i - 1]?.getType()) ? [] : ['result without its call'];
      const wanted: string[] = (message.tool_calls ?? []).map(({ id }: Raw) => id);
      const after = messages.slice(i + 1);
      const end = after.findIndex((each) => each.getType() !== 'tool');
      const found = after.slice(0, end < 0 ? after.length : end).map(({ tool_call_id }) => tool_call_id);
      return same(wanted, found) ? [] : ['calls and results differ'];
    }),
};

const mastra: Dialect = {
  format: mastraFormat(),
  write: (steps) => {
    const messages: Raw[] = [];
    for (const step of steps) {
      const [first] = step;
      const parts = (of: Raw[]) => ({ format: 2, parts: of });
      if (isUser(step)) {
        messages.push({ role: first!.type, content: parts([{ type: 'text', text: first!.text }]) });
        continue;
      }
      const results = new Map(said(step, 'result').map(({ id, text }) => [id, text]));
      const own = step.flatMap(({ type, text, id }): Raw[] => {
        if (type === 'result') return [];
        if (type === 'reasoning') return [{ type: 'reasoning', reasoning: text }];
        if (type === 'assistant') return [{ type: 'text', text }];
        const call = { toolCallId: id, toolName: 'read', args: { path: text } };
        return [
          { type: 'tool-invocation', toolInvocation: { state: 'result', ...call, result: results.get(id) } },
        ];
      });
      const last = messages.at(-1);
      // All steps of a turn are one message.
      if (last?.role === 'assistant') last.content.parts.push({ type: 'step-start' }, ...own);
      else messages.push({ role: 'assistant', content: parts([{ type: 'step-start' }, ...own]) });
    }
    return messages;
  },
  faults: (messages) =>
    messages.flatMap(({ content: { parts } }) => {
      const wrong: string[] = [];
      if (parts.every(({ type }: Raw) => type === 'step-start')) wrong.push('empty');
      parts.forEach(({ type }: Raw, i: number) => {
        const next = parts[i + 1]?.type;
        if (type === 'step-start' && (next === undefined || next === 'step-start')) wrong.push('empty step');
        if (type === 'reasoning' && next !== 'text' && next !== 'tool-invocation')
          wrong.push('reasoning without what follows');
      });
      return wrong;
    }),
};

export const DIALECTS: Readonly<Record<string, Dialect>> = {
  'AI SDK': aiSdk,
  Anthropic: anthropic,
  OpenAI: openai,
  LangChain: langchain,
  Mastra: mastra,
};
