/** One text, or one for each number that a language tells apart by the fact `n`. */
export type MessageText = string | { readonly one: string; readonly other: string };
