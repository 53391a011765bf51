import { useChoice } from '../../app/projects.tsx';

/** Shows paths of the project's files as below its folder. */
export function useShortPaths(): (text: string) => string {
  const { project } = useChoice();
  return (text) => (project ? text.replaceAll(`${project.root}/`, '') : text);
}
