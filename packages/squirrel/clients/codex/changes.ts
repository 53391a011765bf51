import type { RawTouch } from '@sqrl/base/model/reader.ts';
import { changedLines, lineCount } from '../reading/diff.ts';
import { plainPath } from '../reading/paths.ts';
import { record, textOrEmpty, textOrNull } from '../reading/record.ts';

/** The files that a patch changed, with the lines, as Codex tells of it afterwards. */
export function filesOfChanges(changes: unknown): RawTouch[] {
  return Object.entries(record(changes)).flatMap(([name, change]): RawTouch[] => {
    const path = plainPath(name);
    const told = record(change);
    // Before 0.5 the kind of change was the key of an object, not its `type`.
    const kind = textOrNull(told.type) ?? Object.keys(told)[0];
    const body = told.type === undefined ? record(told[kind ?? '']) : told;
    if (kind === 'add') {
      return [{ path, way: 'write', lines: wholeFile(textOrEmpty(body.content)) }];
    }
    if (kind === 'delete') return [{ path, way: 'delete', lines: null }];
    const lines = changedLines(textOrEmpty(body.unified_diff));
    const moved = textOrNull(body.move_path);
    if (moved === null) return [{ path, way: 'edit', lines }];
    return [
      { path, way: 'delete', lines: null },
      { path: plainPath(moved), way: 'edit', lines },
    ];
  });
}

const wholeFile = (content: string): [number, number] | null => {
  const lines = lineCount(content);
  return lines === 0 ? null : [1, lines];
};
