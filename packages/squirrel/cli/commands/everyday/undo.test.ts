import { expect, test } from 'vitest';
import { NOON, typed } from '../../testing/world.ts';

const id = '7k3f9x2m4p5q';

test('undo says what it took back, and what it left and why', async () => {
  const { exit, out, err, calls } = await typed(['undo'], {
    answers: {
      undo: () => ({
        action: 'd1',
        did: 'rejected',
        undone: [{ id, text: 'Money is kept in cents' }],
        left: [{ id: 'aaaabbbbcccc', because: 'it has been changed again since' }],
      }),
    },
  });
  expect({ exit, calls }).toEqual({ exit: 0, calls: [{ verb: 'undo', input: {} }] });
  expect(out).toBe(`Undone: rejected ${id}: Money is kept in cents\n`);
  expect(err).toContain('Skipped aaaabbbbcccc: it has been changed again since.');
});

test('undo of one memory is about that one, and nothing to take back ends with 3', async () => {
  const nothing = { action: null, did: null, undone: [], left: [] };
  const { exit, err, calls } = await typed(['undo', id], { answers: { undo: () => nothing } });
  expect({ exit, calls }).toEqual({ exit: 3, calls: [{ verb: 'undo', input: { id } }] });
  expect(err).toContain('Nothing to undo');
});

test('an action on many memories is undone only after a yes, and is not listed whole', async () => {
  const undone = Array.from({ length: 131 }, (_, i) => ({ id: `memory${i}`, text: `Rule ${i}` }));
  const answers = {
    actions: () => ({ actions: [{ id: 'd1', at: NOON, did: 'imported', count: 131, memories: [] }] }),
    undo: () => ({ action: 'd1', did: 'imported', undone, left: [] }),
  };
  const no = await typed(['undo'], { answers, terminal: true, stdin: 'n\n' });
  expect(no).toMatchObject({ exit: 1, calls: [{ verb: 'actions' }] });
  expect(no.err).toContain('Undo “imported” for 131 memories?');
  const yes = await typed(['undo'], { answers, terminal: true, stdin: 'y\n' });
  expect(yes.exit).toBe(0);
  expect(yes.out.split('\n')).toHaveLength(7);
  expect(yes.out).toContain('… and 126 more');
});

test('undo --list shows what can be taken back', async () => {
  const action = {
    id: 'd1',
    at: NOON - 60_000,
    did: 'pinned',
    count: 3,
    memories: [{ id, text: 'Cents' }],
  };
  const { out } = await typed(['undo', '--list'], { answers: { actions: () => ({ actions: [action] }) } });
  expect(out).toBe('pinned Cents and 2 more · 1 minute ago\n');
  expect((await typed(['undo', '--list', id])).exit).toBe(2);
});
