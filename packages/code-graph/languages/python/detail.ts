/**
 * An expression as far as its type can be followed from outside of the function it stands in: local names are already
 * replaced by what was assigned to them.
 */
export type PythonExpr =
  | null
  /** A value that is built in: a number, a text, a dictionary. */
  | ['value']
  /** A name of the module, or a built-in one. */
  | ['name', string]
  /** A function or class that is defined in this file, by its index. */
  | ['symbol', number]
  /** An instance of the class around it, the class itself, or its superclasses. */
  | ['self' | 'class' | 'super', number]
  | ['get', PythonExpr, string]
  /** Arguments are kept where the type of the result depends on them. */
  | ['call', PythonExpr, PythonExpr[]]
  | ['index', PythonExpr, PythonExpr[]]
  /** What `for` takes out of it, what `with` makes of it, its n-th part. */
  | ['each' | 'enter', PythonExpr]
  | ['part', PythonExpr, number]
  /** An instance of the type that an annotation names. */
  | ['of', PythonExpr]
  | ['list', PythonExpr]
  | ['tuple', PythonExpr[]]
  /** One of them, it is not known which. */
  | ['any', PythonExpr[]]
  /** What pytest passes to a parameter of this name: the fixture itself, and what it makes; and the class around it. */
  | ['fixture' | 'passed', string, number];

/** What a name of the module stands for, once for each place that says so. */
export type PythonBinding =
  | { value: PythonExpr; symbol?: number }
  /** `import a.b as c`, and `import a.b`, which binds `a`. */
  | { module: string }
  /** `from ..a import b`: the dots are counted. */
  | { from: string; up: number; name: string };

export interface PythonFunctionDetail {
  /** What a call gives: an annotation, or what its `return`s say. */
  returns: PythonExpr;
  /** What its `yield`s say, where there is no annotation. */
  yields?: PythonExpr;
  /** It is read like an attribute. */
  property?: true;
  /** pytest passes what it returns, or what it yields, to parameters of its name. */
  fixture?: 'returns' | 'yields';
}

interface ClassDetail {
  bases: PythonExpr[];
  /** Members by name: methods, nested classes, attributes that are assigned or annotated. */
  members: Record<string, Member>;
}

export interface Member {
  /** Index of its symbol; -1 where it has none. */
  symbol: number;
  value: PythonExpr;
}

/** What a name leads to, and in which manner. */
export interface PythonMention {
  /** Index of the symbol it stands in; -1 for the file. */
  from: number;
  line: number;
  kind: 'calls' | 'inherits' | 'uses' | 'references';
  expr: PythonExpr;
}

export interface PythonImport {
  module: string;
  up: number;
  /** `*` for all; none for `import a.b`. */
  names: string[];
  line: number;
}

export interface PythonDetail {
  imports: PythonImport[];
  names: Record<string, PythonBinding[]>;
  /** By the index of the symbol. */
  functions: Record<number, PythonFunctionDetail>;
  classes: Record<number, ClassDetail>;
  /** Names in `__all__`, where it is written out. */
  all: string[] | null;
  mentions: PythonMention[];
}
