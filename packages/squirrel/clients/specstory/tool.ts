import type { Outcome, Tool } from '@sqrl/base/model/event.ts';
import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import type { RawEvent, RawTouch } from '@sqrl/base/model/reader.ts';
import { looksFailed } from '../hooks/looks-failed.ts';
import { commandText } from '../reading/pending.ts';
import { completeStep } from '../reading/step.ts';
import { toolOf } from '../reading/tools.ts';
import { withoutWrapperNoise } from '../reading/wrapper-noise.ts';
import { fencesIn, type ToolBlock } from './blocks.ts';

export function specstoryToolSteps(
  block: ToolBlock,
  client: HookClient | null,
  common: Pick<RawEvent, 'key' | 'session' | 'agent' | 'at' | 'cwd' | 'model'>,
): RawEvent[] {
  const tool = kindOf(block, client);
  const { argument, output, failed } = contentOf(block, tool);
  const exitCode = exitIn(output);
  const same = {
    ...common,
    tool,
    toolName: block.name,
    call: common.key,
    command: argument !== null && COMMANDS.has(tool) ? commandText(argument) : null,
    files: filesOf(tool, argument),
  };
  const call = completeStep({
    ...same,
    key: `${common.key}/call`,
    kind: 'call',
    text: argument === null ? block.name : `${block.name} ${argument}`,
  });
  if (!block.closed) return [call];
  // Early histories name no client, and do not tell how a command ended.
  const seemsFailed = client === null && tool === 'run' && exitCode === null && looksFailed(output);
  const outcome = outcomeOf(output, failed || seemsFailed, exitCode);
  return [
    call,
    completeStep({ ...same, key: `${common.key}/result`, kind: 'result', text: output, outcome, exitCode }),
  ];
}

const COMMANDS = new Set<Tool>(['run', 'search', 'fetch', 'web search']);

const KINDS: Record<string, Tool> = {
  shell: 'run',
  read: 'read',
  write: 'edit',
  search: 'search',
  list: 'list',
  web: 'web search',
  task: 'task',
};

/** By the name that its own client gives it; what SpecStory sorts it under is coarser. */
function kindOf(block: ToolBlock, client: HookClient | null): Tool {
  const byName = client === null ? 'other' : toolOf(client, block.name);
  return byName === 'other' ? (KINDS[block.type] ?? 'other') : byName;
}

/** What the tool was asked stands in backticks, or in the summary; the last block that is not that is its answer. */
function contentOf(block: ToolBlock, tool: Tool): ToolBlockContent {
  const { fences, prose } = fencesIn(block.body);
  const shell = tool === 'run' ? fences.find(({ language }) => /^(ba)?sh$/.test(language))?.text : undefined;
  const answers = fences.filter(({ text }) => text !== shell);
  const output = withoutWrapperNoise(answers.at(-1)?.text ?? prose.replace(/`[^`\n]+`/, '').trim());
  const [, pattern] = /(?:^|\s)pattern `([^`\n]+)`/.exec(prose) ?? [];
  const [, inline] = /`([^`\n]+)`/.exec(prose) ?? /`([^`\n]+)`/.exec(block.summary) ?? [];
  const [, told] = / • (?:[^:]+: )?(.+)$/.exec(block.summary) ?? [];
  const [, changed] = CHANGED.exec(output) ?? [];
  return {
    argument: shell ?? pattern ?? inline ?? told ?? changed ?? null,
    output,
    failed: /^\*\*Error:\*\*/m.test(prose),
  };
}

interface ToolBlockContent {
  argument: string | null;
  output: string;
  failed: boolean;
}

/** Of an edit some histories tell only what the client answered. */
const CHANGED = /^(?:The file |File created successfully at: ?)(.+?)(?: has been .*)?$/m;

function filesOf(tool: Tool, argument: string | null): RawTouch[] {
  if (argument === null || !/[./\\]/.test(argument) || /\n/.test(argument)) return [];
  return tool === 'read' || tool === 'edit' || tool === 'write' || tool === 'list'
    ? [{ path: argument.replace(/^\.\//, ''), way: tool, lines: null }]
    : [];
}

const exitIn = (output: string): number | null => {
  const [, code] =
    /^(?:Exit code:? |Process exited with code |exit code: )(\d+)/im.exec(output.slice(0, 400)) ?? [];
  return code === undefined ? null : Number(code);
};

function outcomeOf(output: string, failed: boolean, exitCode: number | null): Outcome {
  if (/^The user doesn't want to (proceed|take this action)/.test(output)) return 'rejected';
  if (/^\[Request interrupted by user/.test(output)) return 'interrupted';
  if (failed || /^<tool_use_error>/.test(output)) return 'failed';
  return exitCode === null || exitCode === 0 ? 'ok' : 'failed';
}
