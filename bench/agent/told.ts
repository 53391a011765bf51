import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { AgentMemory } from './memory.ts';
import { callTool } from './memory.ts';
import { type AgentTask, partsTold } from './tasks.ts';

/** A moment of a task, and the texts that memory tells until then. */
const MOMENTS = ['start', 'prompt', 'edit', 'context'] as const;
type Moment = (typeof MOMENTS)[number];

/** What memory tells of a task's rule, and where. */
export interface ToldTask {
  task: AgentTask;
  texts: Record<Moment, string>;
  /** Parts of the rule that the hook tells at the prompt, until the edit, and one call of `get_task_context`. */
  prompt: number;
  edit: number;
  context: number;
}

/** Asks the hooks and the tools what they tell an agent with this task. */
export async function toldOf(
  task: AgentTask,
  folder: string,
  calls: string,
  memory: AgentMemory,
): Promise<ToldTask> {
  const session = { session_id: `told-${task.product}-${task.name}`, cwd: folder };
  const file_path = `${folder}/src/${task.name}.js`;
  const start = await memory.hook('SessionStart', { ...session, source: 'startup' });
  const prompt = await memory.hook('UserPromptSubmit', { ...session, prompt: task.prompt });
  const edit = await memory.hook('PreToolUse', {
    ...{ ...session, tool_name: 'Edit' },
    tool_input: { file_path, old_string: task.code, new_string: task.naive },
  });
  const context = await callTool(memory.server(folder, calls), 'get_task_context', { task: task.prompt });
  const atPrompt = `${start}\n${prompt}`;
  return {
    ...{ task, texts: { start, prompt, edit, context } },
    prompt: partsTold(atPrompt, task),
    edit: partsTold(`${atPrompt}\n${edit}`, task),
    context: partsTold(context, task),
  };
}

/** The scoreboard: in how many tasks the whole rule is told, and in how many part of it. */
export function toldFigures(told: readonly ToldTask[], print: (line: string) => void) {
  const figures: Record<string, unknown> = { tasks: told.length };
  for (const [what, moments] of Object.entries(WAYS)) {
    const at = moments.at(-1) as 'prompt' | 'edit' | 'context';
    const whole = told.filter((each) => each[at] === each.task.rule.length).length;
    const part = told.filter((each) => each[at] > 0).length - whole;
    const tokens = Math.round(
      told.reduce(
        (sum, { texts }) => sum + moments.reduce((all, moment) => all + tokensOf(texts[moment]), 0),
        0,
      ) / told.length,
    );
    figures[what] = { whole, part, tokens };
    print(`${what} tells the rule: ${whole} of ${told.length}, in part ${part}; ${tokens} tokens a task`);
  }
  return figures;
}

const WAYS: Record<string, Moment[]> = {
  hook: ['start', 'prompt'],
  'hook until the edit': ['start', 'prompt', 'edit'],
  get_task_context: ['context'],
};

const tokensOf = (text: string): number => (text === '' ? 0 : estimateTokens(text));

/** A task's line, and with `show` what was told. */
export function toldLines({ task, texts, prompt, edit, context }: ToldTask, show: boolean): string[] {
  const parts = task.rule.length;
  return [
    `${`${task.product}/${task.name}`.padEnd(24)} prompt ${prompt}/${parts}  edit ${edit}/${parts}  get_task_context ${context}/${parts}`,
    ...(show ? MOMENTS.map((moment) => `--- ${moment}\n${texts[moment] || '(nothing)'}`) : []),
  ];
}
