import type { RequestCost, TableSize } from './measure.ts';

/** Requests by what a device wants. */
type RequestKind = 'live' | 'idle' | 'push' | 'pull' | 'search';

export interface Measured {
  people: number;
  orgs: number;
  /** Sum of the squares of people: each change wakes every waiting device of its organization. */
  squares: number;
  /** Memories per person in the sample. */
  memories: number;
  tables: TableSize[];
  costs: Record<RequestKind, RequestCost>;
  /** Bytes of write-ahead log per edit where every page is touched for the first time since a checkpoint. */
  walFirst: number;
}

/** Assumptions about use, machines and prices. Each is an option of the command. */
export const ASSUMED = {
  organizations: 10_000,
  /** Memories of a person. */
  memories: 188,
  devices: 1.6,
  /** Devices of those that run at the same time, and hours a day. */
  online: 0.5,
  hours: 8,
  /** Workdays a month; the busiest hour has this many times the average of the workday. */
  days: 22,
  peak: 2,
  /** A person's changes a day, and the part of them in spaces with others. */
  edits: 6,
  shared: 0.5,
  /** People who read a shared change. */
  readers: 8,
  searches: 1,
  /** Syncs of a device a day in which nothing is new: starts, and one an hour. */
  idleSyncs: 12,
  /** Room that updates and deletions leave in tables and indexes. */
  bloat: 1.4,
  /** Pages that are not in the server's memory, of those it looks at. */
  miss: 0.01,
  /** Milliseconds for which a request keeps a connection, besides CPU. */
  wait: 2,
  /** One machine. */
  vcpus: 16,
  iops: 12_000,
  diskGb: 1000,
  sockets: 20_000,
  /** Connections of one process of the hub. */
  pool: 10,
  /** Gigabytes above which a table is vacuumed and restored better in parts. */
  tableGb: 100,
  /** Dollars a month: a processor with 4 GB, a gigabyte on disk, one of backup; and per million reads, per gigabyte sent. */
  priceVcpu: 30,
  priceGb: 0.12,
  priceBackupGb: 0.03,
  priceMillionIo: 0.2,
  priceSentGb: 0.08,
  /** Days for which the write-ahead log is kept, to restore any moment. */
  walDays: 7,
  /** Part of a processor that is planned to be used. */
  load: 0.5,
};

export type Assumptions = typeof ASSUMED;

const GB = 1e9;
const round = (value: number, digits = 1): number => Number(value.toFixed(digits));

/** What a given number of organizations needs, from what a sample of them took. */
export function extrapolated(measured: Measured, assumed: Assumptions) {
  const scale = assumed.organizations / measured.orgs;
  const people = measured.people * scale;
  const devices = people * assumed.devices;
  const waiting = devices * assumed.online;
  const edits = people * assumed.edits;
  const shared = edits * assumed.shared;
  // A waiting request looks at the database twice; each change of the organization makes it look once more.
  const wakes = measured.squares * scale * assumed.edits * assumed.devices * assumed.online;
  const daily: Record<RequestKind, number> = {
    live: (waiting * assumed.hours * 3600 * 2) / 30 + wakes,
    idle: devices * assumed.idleSyncs,
    push: edits,
    pull: shared * assumed.readers,
    search: people * assumed.searches,
  };
  const kinds = Object.keys(daily) as RequestKind[];
  const perDay = (name: keyof RequestCost) =>
    kinds.reduce((sum, kind) => sum + daily[kind] * measured.costs[kind][name], 0);
  const atPeak = assumed.peak / (assumed.hours * 3600);
  const total = kinds.reduce((sum, kind) => sum + daily[kind], 0);

  const memories = people * assumed.memories;
  const storage = measured.tables
    .filter(({ table }) => table !== 'seen')
    .map(({ table, rows, row, indexes }) => {
      const bytes = row + Object.values(indexes).reduce((sum, each) => sum + each, 0);
      const count =
        table === 'record'
          ? memories
          : // A mark per push, for 90 days.
            table === 'batch'
            ? edits * 90 * (assumed.days / 30)
            : rows * scale;
      return { table, rows: Math.round(count), gb: round((count * bytes * assumed.bloat) / GB, 2) };
    });
  // A row per device and space, as large as that of a member.
  const members = storage.find(({ table }) => table === 'member')!;
  storage.push({
    ...{ table: 'seen', rows: Math.round(members.rows * assumed.devices) },
    gb: round(members.gb * assumed.devices, 2),
  });
  const gb = storage.reduce((sum, table) => sum + table.gb, 0);
  const record = storage.find(({ table }) => table === 'record')!;
  const hubCores = (perDay('hubCpuMs') / 1000) * atPeak;
  const serverCores = (perDay('serverCpuMs') / 1000) * atPeak;
  const requests = total * atPeak;
  const io = perDay('pages') * assumed.miss;
  const walGb = (perDay('walBytes') + edits * (measured.walFirst - measured.costs.push.walBytes)) / GB;
  const sentGb = (perDay('replyBytes') * assumed.days) / GB;
  const connections = requests * ((perDay('serverCpuMs') / total + assumed.wait) / 1000);
  const cost = {
    processors: ((hubCores + serverCores) / assumed.load) * assumed.priceVcpu,
    storage: gb * assumed.priceGb,
    backup: (gb + walGb * assumed.walDays) * assumed.priceBackupGb,
    io: ((io * assumed.days) / 1e6) * assumed.priceMillionIo,
    sent: sentGb * assumed.priceSentGb,
  };
  const month = Object.values(cost).reduce((sum, part) => sum + part, 0);
  // Where one of each is not enough, in order.
  const limits = [
    { what: 'one hub process: its one thread', used: hubCores },
    { what: `connections of one hub process (${assumed.pool})`, used: connections / assumed.pool },
    { what: `waiting devices of one hub process (${assumed.sockets})`, used: waiting / assumed.sockets },
    {
      what: `processors of the database (${assumed.vcpus}, at ${assumed.load * 100} %)`,
      used: serverCores / assumed.vcpus / assumed.load,
    },
    { what: `reads a second (${assumed.iops})`, used: (io * atPeak) / assumed.iops },
    { what: `disk (${assumed.diskGb} GB)`, used: gb / assumed.diskGb },
    { what: `the record table in one part (${assumed.tableGb} GB)`, used: record.gb / assumed.tableGb },
  ].sort((a, b) => b.used - a.used);
  return {
    people: Math.round(people),
    devices: Math.round(devices),
    waiting: Math.round(waiting),
    requestsPerDay: Object.fromEntries(kinds.map((kind) => [kind, Math.round(daily[kind])])),
    wakesPerDay: Math.round(wakes),
    requestsPerSecond: Math.round(requests),
    cores: { hub: round(hubCores), database: round(serverCores) },
    connections: Math.ceil(connections),
    storage,
    storageGb: round(gb),
    partitions: Math.max(1, 2 ** Math.ceil(Math.log2(record.gb / assumed.tableGb))),
    pagesPerSecond: Math.round(perDay('pages') * atPeak),
    readsPerSecond: Math.round(io * atPeak),
    walGbPerDay: round(walGb, 2),
    sentGbPerMonth: round(sentGb),
    dollarsPerMonth: Object.fromEntries(
      Object.entries({ ...cost, all: month }).map(([name, dollars]) => [name, Math.round(dollars)]),
    ),
    centsPerPersonAndMonth: round((month * 100) / people, 2),
    breaks: limits.map(({ what, used }) => ({
      ...{ what, used: round(used, 2), atOrganizations: Math.round(assumed.organizations / used) },
    })),
  };
}
