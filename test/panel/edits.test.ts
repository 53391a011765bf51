import { editLines } from '@sqrl/dashboard/panels/timeline/edits.ts';
import { expect, test } from 'vitest';

const shown = (text: string) => editLines(text).map(({ sign, text: line }) => sign + line);

test('an edit is shown line by line, whichever way its client writes it', () => {
  const input = { file_path: '/p/a.ts', old_string: 'a\nfound\nz', new_string: 'a\nseen\nz' };
  const expected = [' a', '-found', '+seen', ' z'];
  expect(shown(JSON.stringify(input))).toEqual(expected);
  expect(shown(JSON.stringify({ message: { content: [{ type: 'tool_use', input }] } }))).toEqual(expected);
  expect(shown(JSON.stringify({ oldString: 'found', newString: 'seen' }))).toEqual(['-found', '+seen']);
  expect(shown(JSON.stringify({ file_path: 'a.ts', content: 'new\nfile' }))).toEqual(['+new', '+file']);
  expect(shown('*** Begin Patch\n*** Update File: a.ts\n@@\n-found\n+seen\n*** End Patch')).toEqual([
    ' *** Begin Patch',
    ' *** Update File: a.ts',
    ' @@',
    '-found',
    '+seen',
    ' *** End Patch',
  ]);
});

test('what is no edit has no lines', () => {
  for (const text of ['', 'Edit /p/a.ts', '{"old_string":"cut', '[1, null]', '- a list\n+ another'])
    expect(editLines(text)).toEqual([]);
});
