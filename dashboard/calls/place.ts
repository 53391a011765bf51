import { createContext, useContext } from 'react';
import type { CallScope } from '../../src/protocol/wire.ts';

/** The memory the page is about: a project's, or the user's own. */
export const PlaceContext = createContext<CallScope>({ global: true });

/** The place that is chosen now. */
export const usePlace = (): CallScope => useContext(PlaceContext);
