import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { expect, test } from 'vitest';
import { LEFT_OUT, reportsOf, ruleName, SECRETLINT_RULES } from './secretlint.ts';

test('every rule of the recommended set is either asked or left out on purpose', () => {
  const known = [...Object.keys(SECRETLINT_RULES), ...LEFT_OUT];
  expect(rules.map((rule) => ruleName(rule.meta.id)).sort()).toEqual(known.sort());
});

test('every rule answers at once, or its findings would come too late', () => {
  for (const rule of rules) {
    const translate = () => ({ message: '', messageId: '' });
    const context = {
      sharedOptions: {},
      createTranslator: () => translate,
      report: () => {},
      ignore: () => {},
    };
    const { file } = rule.create(context as never, {});
    expect(file?.({ content: 'x', contentType: 'text', ext: '.txt' } as never)).toBeUndefined();
  }
});

test('a report covers the value, also where its own range begins at the name', () => {
  const key = ['wJ4lrXUtnFEMIxK7MDEN', 'GxbPxRfiCYzX4Mp7Ke9q'].join('');
  const text = `AWS_SECRET_ACCESS_KEY=${key}`;
  expect(reportsOf(text)).toEqual([{ id: 'aws', start: text.indexOf(key), end: text.length }]);
});
