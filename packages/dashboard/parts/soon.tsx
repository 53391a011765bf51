import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react';
import { proven } from '../calls/pass.ts';
import { CallError, gone } from '../calls/trouble.ts';
import { useConnection } from '../live/LiveProvider.tsx';
import { TroubleNote } from './states.tsx';

/** A part of the page that is loaded when it is needed, or before. */
export interface LazyComponent<Props extends object> {
  /** Begins to load it, and says when it is there. */
  load(): Promise<unknown>;
  /** The part itself, once it is there. */
  loaded(): ComponentType<Props> | undefined;
}

/** Makes a part of what brings it. */
export function soon<Props extends object>(
  bring: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let loading: Promise<unknown> | undefined;
  let loaded: ComponentType<Props> | undefined;
  const load = () => {
    loading ??= fromDaemon(bring).then(
      (found) => {
        loaded = found.default;
      },
      (trouble) => {
        // The next attempt may succeed.
        loading = undefined;
        throw trouble;
      },
    );
    return loading;
  };
  return { load, loaded: () => loaded };
}

/** Loads code once the daemon has proved itself: from another program at its port it would read everything on the page. */
const fromDaemon = async <T,>(bring: () => Promise<T>): Promise<T> => {
  await proven();
  return bring();
};

interface ShowSoonProps<Props extends object> {
  part: LazyComponent<Props>;
  props: Props;
  /** Shown while it is on its way. */
  waiting?: ReactNode;
}

/** Shows such a part as soon as it is there. Loading that failed is tried again when the daemon is back, and on request. */
export function ShowSoon<Props extends object>({ part, props, waiting = null }: ShowSoonProps<Props>) {
  const { state } = useConnection();
  const [Part, setPart] = useState(() => part.loaded());
  const [trouble, setTrouble] = useState<CallError>();
  const [attempts, tryAgain] = useReducer((n: number) => n + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the connection is a reason to try again
  useEffect(() => {
    let isShown = true;
    const show = () => isShown && setPart(() => part.loaded());
    const fail = (error: unknown) => isShown && setTrouble(error instanceof CallError ? error : gone());
    part.load().then(show, fail);
    return () => {
      isShown = false;
    };
  }, [part, state, attempts]);
  if (Part) return <Part {...props} />;
  return trouble ? <TroubleNote trouble={trouble} onAgain={tryAgain} page /> : waiting;
}
