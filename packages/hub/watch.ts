import { existsSync, readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A request that was answered, as one line of a log has it. */
export interface AnsweredRequest {
  method: string;
  /** The pattern of its path, without what stands in it; `other` where there is none. */
  route: string;
  status: number;
  ms: number;
  address: string;
  org?: string | undefined;
  device?: string | undefined;
}

/** Only Linux has it. */
const DESCRIPTORS = '/proc/self/fd';
const BUCKETS_S = [0.01, 0.05, 0.1, 0.5, 1, 5, 30];

export function watchOf() {
  const requests = new Map<string, number>();
  const times = new Map<string, { buckets: number[]; sum: number; count: number }>();
  const delay = monitorEventLoopDelay({ resolution: 50 });
  delay.enable();
  return {
    count({ method, route, status, ms }: AnsweredRequest): void {
      const labels = `{method="${route === 'other' ? 'other' : method}",route="${route}",status="${status}"}`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      // A device that waits for news is meant to wait.
      if (route === '/v1/live') return;
      const time = times.get(route) ?? { buckets: BUCKETS_S.map(() => 0), sum: 0, count: 0 };
      times.set(route, time);
      for (const [i, le] of BUCKETS_S.entries()) if (ms <= le * 1000) time.buckets[i]!++;
      time.sum += ms / 1000;
      time.count++;
    },
    metrics(gauges: Readonly<Record<string, number>>): string {
      const { user, system } = process.cpuUsage();
      const values: Record<string, number> = {
        ...gauges,
        process_resident_memory_bytes: process.memoryUsage.rss(),
        ...(existsSync(DESCRIPTORS) && { process_open_fds: readdirSync(DESCRIPTORS).length }),
        hub_event_loop_delay_seconds: delay.percentile(99) / 1e9,
      };
      const cpu = `# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total ${(user + system) / 1e6}`;
      return [
        '# TYPE hub_requests_total counter',
        ...[...requests].map(([labels, n]) => `hub_requests_total${labels} ${n}`),
        '# TYPE hub_request_duration_seconds histogram',
        ...[...times].flatMap(([route, time]) => histogram(route, time)),
        cpu,
        ...Object.entries(values).map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value}`),
        '',
      ].join('\n');
    },
  };
}

function histogram(
  route: string,
  { buckets, sum, count }: { buckets: number[]; sum: number; count: number },
): string[] {
  const name = 'hub_request_duration_seconds';
  const bucket = (le: string, n: number) => `${name}_bucket{route="${route}",le="${le}"} ${n}`;
  return [
    ...BUCKETS_S.map((le, i) => bucket(String(le), buckets[i]!)),
    bucket('+Inf', count),
    `${name}_sum{route="${route}"} ${sum}`,
    `${name}_count{route="${route}"} ${count}`,
  ];
}
