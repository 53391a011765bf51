/** Languages whose structure is read. Others are only cut into chunks. */
const LANGUAGES = [
  'typescript',
  'tsx',
  'javascript',
  'python',
  'go',
  'rust',
  'java',
  'c',
  'cpp',
  'csharp',
  'ruby',
  'php',
  'swift',
  'dart',
  'kotlin',
  'scala',
  'lua',
  'solidity',
] as const;

export type Language = (typeof LANGUAGES)[number];

export const SYMBOL_KINDS = [
  'file',
  'namespace',
  'class',
  'interface',
  'type',
  'enum',
  'function',
  'method',
  'field',
  'variable',
] as const;

export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** What one symbol has to do with another; `contains` and `imports` may begin at a file. */
export const EDGE_KINDS = ['contains', 'imports', 'calls', 'inherits', 'references', 'uses'] as const;

export type EdgeKind = (typeof EDGE_KINDS)[number];

/** How the end of an edge was found, and how sure that is. */
export const HOW = {
  /** It stands there: containment. */
  syntax: 1,
  /** Defined in the same file, in a scope around it. */
  local: 0.98,
  /** Through an import, re-export, namespace or package path. */
  import: 0.97,
  /** A member of the class around it. */
  this: 0.96,
  super: 0.96,
  /** A member of a type that is written there or follows from an assignment or a return type. */
  type: 0.92,
  /** The only one of that name nearby. */
  'unique name': 0.6,
  /** Said by a SCIP index. */
  scip: 1,
} as const satisfies Record<string, number>;

export type LinkMethod = keyof typeof HOW;

/** A named thing in the code. Its id survives edits: it is made of file, kind, name, parent and ordinal, never of lines. */
export interface CodeSymbol {
  id: number;
  file: string;
  kind: SymbolKind;
  name: string;
  /** The symbol it lies in; null for a file. */
  parent: number | null;
  /** From 1. */
  line: number;
  endLine: number;
  signature: string;
  /** Of its own text without space at line ends: what memories anchor to. */
  hash: string;
  exported: boolean;
  test: boolean;
}

export interface CodeEdge {
  from: number;
  to: number;
  kind: EdgeKind;
  how: LinkMethod;
  confidence: number;
  /** Where it stands in the file of `from`, from 1. */
  line: number;
}
