import type { CallScope } from '@sqrl/squirrel/protocol/wire.ts';
import { createContext, useContext } from 'react';

/** The memory the page is about: a project's, or the user's own. */
export const PlaceContext = createContext<CallScope>({ global: true });

/** The place that is chosen now. */
export const usePlace = (): CallScope => useContext(PlaceContext);
