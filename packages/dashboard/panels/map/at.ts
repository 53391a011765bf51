import { useMemo } from 'react';
import { useAddress } from '../../app/address.ts';

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
  const [params, set] = useAddress();
  return useMemo(() => {
    const read = (name: string) => params.get(name) ?? undefined;
    return {
      module: read('module'),
      file: read('file'),
      impact: read('impact'),
      list: read('view') === 'list',
      go: ({ module, file, impact }) => set({ module, file, impact }),
      showList: (list) => set({ view: list ? 'list' : undefined }),
    };
  }, [params, set]);
}

/** One step out: from an impact to its file, from a file to its part, from a part to the whole. */
export function outOf({ module, file, impact }: MapSpot): MapSpot {
  if (impact !== undefined) return { module, file };
  return file === undefined ? {} : { module };
}
