import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { CallScope } from '@sqrl/squirrel/protocol/wire.ts';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { PlaceContext, useVerb } from '../calls/verb.ts';
import { Loading, TroubleNote } from '../parts/page.tsx';

export type KnownProject = Output<'projects'>['projects'][number];

/** What an address says instead of a project's id when the user's own memory is meant. */
export const USER = '~';

interface ProjectChoice {
  /** The id in the address: a project's, or `~`. */
  chosen: string;
  project: KnownProject | undefined;
  all: Output<'projects'>;
}

const ChoiceContext = createContext<ProjectChoice | undefined>(undefined);
const KEPT = 'sqrl-project';

export function useChoice(): ProjectChoice {
  const choice = useContext(ChoiceContext);
  if (!choice) throw new Error('No project has been chosen yet.');
  return choice;
}

interface GateProps {
  expected: Promise<void>;
  children: (base: string) => ReactNode;
}

/** Finds the project that the address names, or leads to one; what is inside may ask about it. */
export function ProjectGate({ expected, children }: GateProps) {
  const [isHere, setIsHere] = useState(false);
  useEffect(() => void expected.then(() => setIsHere(true)), [expected]);
  const [path, go] = useLocation();
  const asked = /^\/p\/([^/]+)/.exec(path)?.[1];
  const chosen = asked === undefined ? undefined : decodeURIComponent(asked);
  const answer = useVerb('projects', {}, { place: { global: true } });
  const all = answer.data;
  const known = chosen === USER || all?.projects.some(({ id }) => id === chosen);

  useEffect(() => {
    if (!all) return;
    if (known && chosen !== undefined) return localStorage.setItem(KEPT, chosen);
    // The project that `sqrl ui` was started in, else the one that was shown last.
    const started = new URLSearchParams(location.search).get('at');
    const isKnown = all.projects.some(({ id }) => id === started);
    const last = isKnown ? started : localStorage.getItem(KEPT);
    const next = all.projects.find(({ id }) => id === last) ?? all.projects[0];
    go(`/p/${last === USER || !next ? USER : encodeURIComponent(next.id)}/`, { replace: true });
  }, [all, known, chosen, go]);

  const choice = useMemo(
    () =>
      all && chosen !== undefined
        ? { chosen, all, project: all.projects.find(({ id }) => id === chosen) }
        : undefined,
    [all, chosen],
  );
  const place = useMemo(() => placeOf(choice?.project), [choice?.project]);

  if (answer.isError && !all)
    return <TroubleNote trouble={answer.error} onAgain={() => answer.refetch()} page />;
  if (!choice || !known || !isHere) return <Loading page />;
  return (
    <ChoiceContext value={choice}>
      <PlaceContext value={place}>{children(`/p/${encodeURIComponent(choice.chosen)}`)}</PlaceContext>
    </ChoiceContext>
  );
}

/** A project whose folder has gone is known by its path all the same. */
export function placeOf(project: KnownProject | undefined): CallScope {
  if (!project) return { global: true };
  return project.here ? { project: project.root } : { project: project.root, called: project.root };
}

export function useShortPaths(): (text: string) => string {
  const { project } = useChoice();
  return (text) => (project ? text.replaceAll(`${project.root}/`, '') : text);
}
