import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { patient } from '../../test/support/patient.ts';
import { review } from './repository.ts';
import { type AgentTask, partsTold, readProducts } from './tasks.ts';

patient();

const products = readProducts();
const tasks = products.flatMap((product) => product.tasks);

test('there are 24 tasks, and a third of their rules was amended', () => {
  expect(tasks).toHaveLength(24);
  expect(tasks.filter(({ talks }) => talks.length > 1)).toHaveLength(8);
});

test.each(tasks)(
  '$product/$name: the naive fix passes what is visible only, the right one passes all',
  (task) => {
    expect(review(work(task, 'code'), task, ['repro'])).toContain('not ok');
    const naive = work(task, 'naive');
    expect(review(naive, task, ['repro'])).toBeUndefined();
    expect(review(naive, task)).toContain('not ok');
    expect(review(work(task, 'right'), task)).toBeUndefined();
  },
);

test.each(tasks)('$product/$name: its talks tell the rule, its repository and prompt do not', (task) => {
  const said = saidIn(task.talks);
  expect(task.rule.filter((part) => partsTold(said, { rule: [part] }) === 0)).toEqual([]);
  const others = products
    .find(({ name }) => name === task.product)!
    .tasks.filter((other) => other !== task)
    .map(({ talks }) => saidIn(talks));
  expect(others.map((other) => partsTold(other, task)).filter(Boolean)).toEqual([]);
  expect(partsTold([task.prompt, task.code, task.repro].join('\n'), task)).toBe(0);
});

const saidIn = (talks: AgentTask['talks']) =>
  talks.flatMap(({ turns }) => turns.map(({ text }) => text)).join('\n');

/** A folder with the module as it is, or as a fix leaves it. */
function work(task: AgentTask, state: 'code' | 'naive' | 'right'): string {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-task-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, `src/${task.name}.js`), task[state]);
  return folder;
}
