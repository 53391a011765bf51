import type { Store } from '../store.ts';

/** What a part of the code is called by people, and who called it so. */
export interface ModuleTitle {
  text: string;
  namedBy: string;
}

/** The titles that were given to parts of the code, by the names that the rules gave them. */
export const moduleTitles = (store: Store): Map<string, ModuleTitle> =>
  new Map(
    store
      .sql('select module, title, named_by from module_title')
      .all()
      .map(({ module, title, named_by }) => [
        module as string,
        { text: title as string, namedBy: named_by as string },
      ]),
  );

/** Gives a part of the code a title. */
export function putModuleTitle(store: Store, module: string, { text, namedBy }: ModuleTitle): void {
  store
    .sql('insert or replace into module_title (module, title, named_by) values (?, ?, ?)')
    .run(module, text, namedBy);
}
