import type { Store } from '@sqrl/base/sqlite/query.ts';

/** Puts what was looked at in the place of what was looked at before; `looker` is a file's id, or less than nought. */
export function replaceLooks(store: Store, looker: number, looks: Iterable<number>): void {
  removeLooks(store, looker);
  // There are hundreds of thousands: in one statement they take half the time.
  store.run`insert or ignore into code_look (look, looker) select value, ${looker} from json_each(${[...looks]})`;
}

export function removeLooks(store: Store, looker: number): void {
  store.run`delete from code_look where looker = ${looker}`;
}

/** Has those files be linked again that looked at any of these, or at what was found on the way by looking there. */
export function relinkLookers(store: Store, looks: Iterable<number>): void {
  store.run`with recursive told (look) as (
      select value from json_each(${[...looks]})
      union select -l.looker from told t join code_look l on l.look = t.look where l.looker < 0
    ) update code_file set state = 'read' where state = 'linked'
        and id in (select l.looker from told t join code_look l on l.look = t.look)`;
}
