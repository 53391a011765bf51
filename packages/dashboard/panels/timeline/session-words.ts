import { useChoice } from '../../app/projects.tsx';
import { number } from '../../words/times.ts';

interface TitledSession {
  title: string | null;
  opening: string | null;
}

/** What a session is called: its title, or the first line of what was asked that says something. */
export function titleOf({ title, opening }: TitledSession): string | undefined {
  const lines = (title ?? opening ?? '')
    .replace(/^Implement the following plan:/i, '')
    .split('\n')
    .map((line) => line.replace(/^[#>*\s]+/, '').trim());
  return lines.find((line) => line !== '');
}

/** Shows paths of the project's files as below its folder. */
export function useShortPaths(): (text: string) => string {
  const { project } = useChoice();
  return (text) => (project ? text.replaceAll(`${project.root}/`, '') : text);
}

const MINUTE_MS = 60_000;

/** Says how long something took. */
export function useSpan(): (ms: number) => string {
  return (ms) => {
    const minutes = Math.round(ms / MINUTE_MS);
    if (minutes < 1) return `${number(Math.round(ms / 1000))} s`;
    if (minutes < 60) return `${number(minutes)} min`;
    return `${number(Math.floor(minutes / 60))} h ${number(minutes % 60)} min`;
  };
}
