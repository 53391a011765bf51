/** What is run most comes first. */
const ORDER = [
  'command.run',
  'command.test',
  'command.single_test',
  'command.test_e2e',
  'command.build',
  'command.typecheck',
  'command.lint',
  'command.format',
  'command.install',
];

/** Orders the keys under which it is kept how things are run. */
export const byCommand = (a: { key: string | null }, b: { key: string | null }): number =>
  placeOf(a.key) - placeOf(b.key) || ((a.key ?? '') < (b.key ?? '') ? -1 : 1);

function placeOf(key: string | null): number {
  const at = ORDER.indexOf((key ?? '').split('/')[0]!);
  return at < 0 ? ORDER.length : at;
}
