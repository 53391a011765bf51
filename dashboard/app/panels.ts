import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { IconName } from '../theme/icons.tsx';

/** One panel: where it is, which key goes there after `g`, and what shows it. */
export interface Panel {
  name: 'home' | 'memories' | 'review' | 'map' | 'timeline' | 'ask' | 'teach' | 'settings';
  path: string;
  key: string;
  icon: IconName;
  Page: LazyExoticComponent<ComponentType>;
}

/** Every panel, in the order of the navigation. Adding one is a new folder and a new line here. */
export const panels: readonly Panel[] = [
  { name: 'home', path: '/', key: 'h', icon: 'home', Page: lazy(() => import('../panels/home/Home.tsx')) },
  {
    name: 'memories',
    path: '/memories',
    key: 'm',
    icon: 'memories',
    Page: lazy(() => import('../panels/memories/Memories.tsx')),
  },
  {
    name: 'review',
    path: '/review',
    key: 'r',
    icon: 'review',
    Page: lazy(() => import('../panels/review/Review.tsx')),
  },
  { name: 'map', path: '/map', key: 'a', icon: 'map', Page: lazy(() => import('../panels/map/Map.tsx')) },
  {
    name: 'timeline',
    path: '/timeline',
    key: 't',
    icon: 'timeline',
    Page: lazy(() => import('../panels/timeline/Timeline.tsx')),
  },
  {
    name: 'ask',
    path: '/ask',
    key: 'q',
    icon: 'ask',
    Page: lazy(() => import('../panels/ask/Ask.tsx')),
  },
  {
    name: 'teach',
    path: '/teach',
    key: 'e',
    icon: 'teach',
    Page: lazy(() => import('../panels/teach/Teach.tsx')),
  },
  {
    name: 'settings',
    path: '/settings',
    key: 's',
    icon: 'settings',
    Page: lazy(() => import('../panels/settings/Settings.tsx')),
  },
];
