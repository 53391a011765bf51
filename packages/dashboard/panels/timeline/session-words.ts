import { useChoice } from '../../app/projects.tsx';

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
