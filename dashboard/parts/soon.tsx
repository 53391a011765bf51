import { type ComponentType, lazy, useState } from 'react';
import { proven } from '../calls/pass.ts';

/** A part of the page that is loaded when it is needed, or before. */
export interface LazyComponent<Props extends object> {
  /** Begins to load it, and says when it is there. */
  load(): Promise<unknown>;
  /** What is shown: the part itself where it is there, else one that waits for it. */
  best(): ComponentType<Props>;
}

/** Makes a part of what brings it. */
export function soon<Props extends object>(
  bring: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let loading: ReturnType<typeof bring> | undefined;
  let loaded: ComponentType<Props> | undefined;
  const load = () => {
    loading ??= fromDaemon(bring).then(
      (found) => {
        loaded = found.default;
        return found;
      },
      (trouble) => {
        // Who tries again may get it.
        loading = undefined;
        throw trouble;
      },
    );
    return loading;
  };
  const later = lazy(load) as unknown as ComponentType<Props>;
  return { load, best: () => loaded ?? later };
}

/** Loads code once the daemon has proved itself: from another program at its port it would read everything on the page. */
export const fromDaemon = async <T,>(bring: () => Promise<T>): Promise<T> => {
  await proven();
  return bring();
};

/**
 * Shows such a part: at once where it is there. React by itself would first show the gap and then, so that nothing
 * flickers, leave it for a third of a second.
 */
export function ShowSoon<Props extends object>({
  part,
  props,
}: {
  part: LazyComponent<Props>;
  props: Props;
}) {
  const [Part] = useState(() => part.best());
  return <Part {...props} />;
}
