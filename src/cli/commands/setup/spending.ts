import { oneLine, visible } from '../../../base/plain.ts';
import { grouped } from '../../../base/text/digits.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { showFacts } from '../../card.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

export const help = `
Usage: sqrl status spending [--prompts]

  --prompts  Show the full prompts sent to a model, with their versions

No LLM is called unless the settings allow one (llm.provider in config.toml). This shows today's and the last 30 days'
cost by purpose and model, the daily limits in tokens and dollars, and the results. Failed calls count too.

Examples:
  $ sqrl status spending
  $ sqrl status spending --json | jq .today.cost
`;
export const options = { prompts: { type: 'boolean' } } as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('status spending', task.argv, options);
  positionalsOf('status spending', words, { what: 'options', from: 0, to: 0 });
  await using client = await openMemory(task, values);
  const output = await client.call('spending', {});
  answer(task, output, () => (values.prompts ? showPrompts(task, output) : show(task, output)));
  return EXIT.done;
}

type Spending = Output<'spending'>;

function show({ out }: CommandRun, { provider, model, allowed, cap, today, month, asked }: Spending): void {
  const who = model === null ? provider : `${provider} ${out.paint('dim', oneLine(model))}`;
  showFacts(out, [
    ['model', allowed ? who : 'off: no LLM is called'],
    [
      'today',
      `${tokens(today)} of ${grouped(cap.tokens)} tokens, ${dollars(today.cost)} of ${dollars(cap.cost)} ${out.paint('dim', calls(today))}`,
    ],
    ['30 days', `${tokens(month)} tokens, ${dollars(month.cost)} ${out.paint('dim', calls(month))}`],
  ]);
  if (month.by.length > 0) out.line(`\n${out.paint('bold', 'Last 30 days')}`);
  for (const each of month.by)
    out.line(
      `  ${oneLine(each.purpose)} ${out.paint('dim', `· ${oneLine(each.model)} · ${tokens(each)} tokens · ${dollars(each.cost)} ${calls(each)}`)}`,
    );
  if (asked.length > 0) out.line(`\n${out.paint('bold', 'This project')}`);
  for (const each of asked) {
    const facts = [
      `${each.asked} calls`,
      `${each.kept} proposed`,
      `${each.refused} rejected`,
      `${each.failed} failed`,
      `${each.passedOver} skipped`,
    ];
    out.line(`  ${oneLine(each.prompt)} ${out.paint('dim', facts.map((fact) => `· ${fact}`).join(' '))}`);
  }
}

function showPrompts({ out }: CommandRun, { prompts }: Spending): void {
  for (const [i, { name, version, system }] of prompts.entries()) {
    if (i > 0) out.line();
    out.line(out.paint('bold', `${oneLine(name)}, version ${version}`));
    out.line(visible(system));
  }
}

const tokens = ({ input, output }: { input: number; output: number }): string => grouped(input + output);

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

const calls = ({ calls, failed }: { calls: number; failed: number }): string =>
  `· ${countNoun(calls, 'call')}${failed > 0 ? `, ${failed} failed` : ''}`;
