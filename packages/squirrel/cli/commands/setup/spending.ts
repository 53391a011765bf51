import { oneLine, visible } from '@sqrl/base/plain.ts';
import type { flag } from '@sqrl/base/terminal/arguments.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import type { Output } from '../../../protocol/verbs.ts';
import type { Form } from '../../command.ts';
import { type CommandRun, tell } from '../../task.ts';
import { showFacts } from '../../view.ts';

/** `sqrl status spending`: what language models were asked, and what that cost. */
export const spending: Form<{ prompts: typeof flag }> = {
  run: (task, values) =>
    tell(task, values, ['spending', {}], (found) =>
      values.prompts ? showPrompts(task, found) : show(task, found),
    ),
};

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
