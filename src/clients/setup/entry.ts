/** One thing of ours in a file of a client's. */
export interface SettingsEntry {
  /** Where it stands; of an item the list's place. */
  at: readonly string[];
  value: unknown;
  /** It is one item of a list, beside those of others. */
  item?: boolean;
  /** Whether what stands there is ours, perhaps of an older version. */
  ours(value: unknown): boolean;
}

/** What was put into a text, so that it can be taken out again to the byte. */
export interface InsertedText {
  /** The object, list or table it was put into. */
  at: readonly string[];
  text: string;
  /** How far behind the beginning of the text its first property or item begins. */
  lead: number;
  /** The name of that first property; an item has none. */
  first?: string;
  /** A comma was put behind what stands before it. */
  comma?: boolean;
  /** Objects and lists that were not there before. */
  made: (readonly string[])[];
}

/** A text with our entries in it, and what was put in. */
export interface EditedText {
  text: string;
  pieces: InsertedText[];
}
