/**
 * A number with a comma between thousands. `toLocaleString` says the same, and loads the tables of all languages first,
 * which takes longer than a short command does.
 */
export function grouped(number: number): string {
  const [whole = '', ...rest] = String(number).split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...rest].join('.');
}
