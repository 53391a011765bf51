/** Whether a command, or one that a text names, destroys what cannot be had back: files, history, data, infrastructure. */
export const namesDestructiveCommand = (text: string): boolean => DESTRUCTIVE.test(text);

/** Forms that ask first or keep a way back are left out: `rm -ri`, `git push --force-with-lease`. */
const DESTRUCTIVE = new RegExp(
  [
    String.raw`\brm\s{1,3}(?:-{1,2}[\w-]{1,20}\s{1,3}){0,3}(?:-[a-z]{0,6}(?:r[a-z]{0,6}f|f[a-z]{0,6}r)|--recursive)`,
    String.raw`\bgit\s{1,3}push\b[^\n;|&]{0,80}?\s(?:-f\b|--force(?!-with-lease)\b|--mirror\b|--delete\b)`,
    String.raw`\bgit\s{1,3}(?:reset\s{1,3}--hard|clean\s{1,3}-\w{0,6}f|filter-branch|reflog\s{1,3}expire)`,
    String.raw`\b(?:drop\s{1,3}(?:table|database|schema)|truncate\s{1,3}table|dropdb|flushall|flushdb)\b`,
    String.raw`\b(?:terraform|pulumi|tofu|cdk)\s{1,3}destroy\b`,
    String.raw`\b(?:kubectl\s{1,3}delete|helm\s{1,3}(?:uninstall|delete))\b`,
    String.raw`\bdocker\s{1,3}(?:(?:system|volume|image)\s{1,3}prune|volume\s{1,3}rm)\b|\bdown\s{1,3}(?:-v|--volumes)\b`,
    String.raw`\b(?:prisma\s{1,3}migrate\s{1,3}reset|db:(?:drop|reset)|migrate:(?:fresh|reset))\b`,
    String.raw`\b(?:aws\s{1,3}s3\s{1,3}(?:rm|rb)|gsutil\s{1,3}rm|gh\s{1,3}repo\s{1,3}delete|npm\s{1,3}unpublish)\b`,
    String.raw`\b(?:mkfs(?:\.\w{1,8})?|shred)\s|\bdd\s[^\n]{0,80}?\bof=\/dev\/`,
  ].join('|'),
  'i',
);
