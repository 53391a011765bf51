/** One thing of ours in a file of a client's. */
export interface SettingsEntry {
  /** Where it stands; of an item the list's place. */
  at: readonly string[];
  value: unknown;
  /** It is one item of a list, beside those of others. */
  item?: boolean;
  /** Whether what stands there is ours, of whatever version. */
  ours(value: unknown): boolean;
}
