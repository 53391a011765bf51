/** Why the structure of a file is not known: the last two were found out the hard way. */
export type UnparsedReason = 'too large' | 'too tangled' | 'broke the parser' | 'took too long';
