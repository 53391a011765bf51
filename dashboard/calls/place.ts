import { createContext, useContext } from 'react';
import type { Place } from '../../src/protocol/wire.ts';

/** The memory the page is about: a project's, or the user's own. */
export const PlaceContext = createContext<Place>({ global: true });

/** The place that is chosen now. */
export const usePlace = (): Place => useContext(PlaceContext);
