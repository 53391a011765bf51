/** Where the timeline opens at something that was said; it finds the session itself where none is known. */
export const placeOf = (id: string, session?: string): string =>
  `/timeline?${new URLSearchParams({ ...(session !== undefined && { s: session }), event: id })}`;
