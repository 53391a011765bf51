import { Problem } from '../model/problem.ts';
import type { Form } from './exchange.ts';

/** The lossless form: what goes out comes back the same. */
export const json: Form = {
  knows: (text) => /^\s*\{\s*"squirrel"\s*:/.test(text),

  write: (memories, exportedAt) =>
    `${JSON.stringify({ squirrel: VERSION, exportedAt: new Date(exportedAt).toISOString(), memories }, null, 2)}\n`,

  read(text) {
    const file = parse(text);
    if (typeof file !== 'object' || file === null || !('squirrel' in file) || !('memories' in file))
      throw new Problem(
        'This JSON is not an export of Squirrel.',
        'Make one with `sqrl export --format json`.',
      );
    if (typeof file.squirrel !== 'number' || file.squirrel > VERSION)
      throw new Problem(
        `This export has form ${file.squirrel}; this program reads up to ${VERSION}.`,
        'Update this program and import again. Nothing was changed.',
      );
    if (!Array.isArray(file.memories))
      throw new Problem('This export has no list of memories.', 'Export it again.');
    return file.memories.map((whole, i) => ({ at: `memory ${i + 1}`, whole }));
  },
};

const VERSION = 1;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem(
      `This is not whole JSON: ${(error as Error).message}.`,
      'The file may have been cut off; export it again. Nothing was changed.',
      'invalid',
      error,
    );
  }
}
