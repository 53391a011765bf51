import type { SVGProps } from 'react';

const PATHS = {
  home: 'M4 11.5 12 4l8 7.500M6 10v10h4.500v-6h3v6H18V10',
  memories: 'M5 6h14M5 12h14M5 18h9',
  review: 'M5 12.500 9.500 17 19 7',
  map: 'M6 7.500a2.500 2.500 0 1 0 0-.01M18 6.500a2 2 0 1 0 0-.01M17 18a2.500 2.500 0 1 0 0-.01M8.300 8.500l7 7.700M8.500 7.200 16 6.700',
  timeline: 'M12 4v16M12 7h6M12 12H5M12 17h7',
  ask: 'M5 5h14v11h-7l-4 4v-4H5z',
  simulator: 'M8 5l11 7-11 7z',
  teach: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  search: 'M10.500 4.500a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15 15l5 5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600 7 7M17 17l1.400 1.400M5.600 18.400 7 17M17 7l1.400-1.400',
  moon: 'M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10z',
  auto: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 4v16M12 8h5.500M12 12h8M12 16h5.500',
  help: 'M9 9.500a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18v.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  chevron: 'M9 6l6 6-6 6',
  updown: 'M8 9.500 12 5.500l4 4M8 14.500l4 4 4-4',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
  undo: 'M9 7 5 11l4 4M5 11h9a5 5 0 0 1 0 10h-2',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4.500l3 2',
  file: 'M7 3.500h7l4 4v13H7zM14 3.500v4h4',
  spark: 'M12 4l1.800 5.200L19 11l-5.200 1.800L12 18l-1.800-5.200L5 11l5.200-1.800z',
  flag: 'M6 21V4M6 5h11l-2.500 4 2.500 4H6',
  warning: 'M12 4.500 21 19.500H3zM12 10v4.500M12 17v.01',
  check: 'M5 12.500 9.500 17 19 7',
  filter: 'M4 6h16M7 12h10M10 18h4',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.700-5.700l-1.500 1.500M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.700 5.700l1.500-1.500',
  log: 'M6 4h12v16H6zM9 8h6M9 12h6M9 16h4',
  folder: 'M4 6.500h6l2 2h8v10H4z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 4v11M7.500 11 12 15.500 16.500 11M4 20h16',
  person: 'M12 4.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7M5 20c.6-4 3.400-6 7-6s6.400 2 7 6',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({
  name,
  size = 16,
  ...rest
}: { name: IconName; size?: number } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
