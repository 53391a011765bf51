import type { EpisodeEvent } from './step.ts';

/** Whether a step put work into the repository's history: a commit of its own, or a command that made one. */
export const commitsIn = (step: EpisodeEvent): boolean =>
  step.kind === 'commit' ||
  (step.kind === 'result' &&
    step.tool === 'run' &&
    step.outcome === 'ok' &&
    step.command !== null &&
    // Most commands have none of these words.
    (step.command.includes('commit') || step.command.includes('describe')) &&
    /\bgit\b[^|;&\n]*\scommit\b|\bjj (?:commit|describe)\b|\bsl commit\b|\bhg commit\b/.test(step.command));

/** The first line of a commit's message, as git repeats it or the command gives it. */
export function commitSubject(step: EpisodeEvent): string | undefined {
  if (step.kind === 'commit') return step.text.split('\n')[0]?.trim() || undefined;
  const said = /^\[[^\]\n]+ [0-9a-f]{7,40}\] (.+)$/m.exec(step.text)?.[1];
  const given = /\s-m\s+(?:"\$\(cat <<'?EOF'?\n([^\n]+)|"([^"$`\n]+)|'([^'\n]+))/.exec(step.command ?? '');
  return (said ?? given?.[1] ?? given?.[2] ?? given?.[3])?.trim();
}
