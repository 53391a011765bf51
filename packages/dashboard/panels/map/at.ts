import { useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** Where on the map one is. */
export interface MapSpot {
  module?: string | undefined;
  file?: string | undefined;
  /** The symbol whose impact is shown, as `file:name`. */
  impact?: string | undefined;
}

/** Where one is, as the address says it, and the way elsewhere. */
export interface MapLocation extends MapSpot {
  list: boolean;
  go(to: MapSpot): void;
  showList(list: boolean): void;
}

/** Reads from the address where one is; every place can be gone back to. */
export function useAt(): MapLocation {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
    const list = params.get('view') === 'list';
    const set = (spot: MapSpot, asList: boolean) =>
      setParams(
        Object.entries({ ...spot, view: asList ? 'list' : undefined }).filter(
          (pair): pair is [string, string] => pair[1] !== undefined,
        ),
      );
    const spot = {
      module: params.get('module') ?? undefined,
      file: params.get('file') ?? undefined,
      impact: params.get('impact') ?? undefined,
    };
    return { ...spot, list, go: (to) => set(to, list), showList: (asList) => set(spot, asList) };
  }, [params, setParams]);
}

/** One step out: from an impact to its file, from a file to its part, from a part to the whole. */
export function outOf({ module, file, impact }: MapSpot): MapSpot {
  if (impact !== undefined) return { module, file };
  return file === undefined ? {} : { module };
}
