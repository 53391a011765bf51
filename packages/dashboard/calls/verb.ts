import type { Input, Output, Verb } from '@sqrl/squirrel/protocol/verbs.ts';
import type { CallScope } from '@sqrl/squirrel/protocol/wire.ts';
import {
  keepPreviousData,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { call, type PanelCallOptions } from './call.ts';
import type { CallError } from './trouble.ts';

interface VerbOptions {
  enabled?: boolean;
  /** Shows the last answer until the next one is there: for lists that change as one types. */
  keep?: boolean;
  /** Another place than the chosen project. */
  place?: CallScope;
}

/** Asks a verb of the chosen project and asks again whenever what it tells may have changed. */
export function useVerb<V extends Verb>(
  verb: V,
  input: Input<V>,
  { enabled = true, keep = false, place }: VerbOptions = {},
): UseQueryResult<Output<V>, CallError> {
  const chosen = usePlace();
  const at = place ?? chosen;
  return useQuery<Output<V>, CallError>({
    queryKey: queryKey(verb, at, input),
    queryFn: ({ signal }) => call(verb, input, { place: at, signal }),
    enabled,
    ...(keep && { placeholderData: keepPreviousData }),
  });
}

/** A verb that changes something; everything that is shown is asked for anew afterwards. */
export function useDo<V extends Verb>(
  verb: V,
  options: Pick<PanelCallOptions, 'onProgress' | 'signal'> = {},
) {
  const place = usePlace();
  const queries = useQueryClient();
  return useMutation<Output<V>, CallError, Input<V>>({
    mutationFn: (input) => call(verb, input, { place, ...options }),
    // Not waited for: the action is done, whatever else is asked for anew.
    onSuccess: () => void queries.invalidateQueries(),
  });
}

/** The name of an answer; its verb stands first, so that news can say which to ask for again. */
export const queryKey = (verb: Verb, place: CallScope, input: unknown) => [verb, place, input] as const;

/** The memory the page is about: a project's, or the user's own. */
export const PlaceContext = createContext<CallScope>({ global: true });

/** The place that is chosen now. */
export const usePlace = (): CallScope => useContext(PlaceContext);
