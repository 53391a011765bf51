import type { ComponentType } from 'react';
import { type LazyPanel, soon } from '../parts/soon.tsx';
import type { IconName } from '../theme/icons.tsx';

export interface Panel {
  name: 'home' | 'memories' | 'review' | 'map' | 'timeline' | 'ask' | 'simulator' | 'teach' | 'settings';
  title: string;
  path: string;
  key: string;
  icon: IconName;
  page: LazyPanel;
}

const panel = (
  name: Panel['name'],
  title: string,
  key: string,
  bring: () => Promise<{ default: ComponentType }>,
): Panel => ({ name, title, path: name === 'home' ? '/' : `/${name}`, key, icon: name, page: soon(bring) });

/** Every panel, in the order of the navigation. Adding one is a new folder and a new line here. */
export const panels: readonly Panel[] = [
  panel('home', 'Home', 'h', () => import('../panels/home/Home.tsx')),
  panel('memories', 'Memories', 'm', () => import('../panels/memories/Memories.tsx')),
  panel('review', 'Review', 'r', () => import('../panels/review/Review.tsx')),
  panel('map', 'Map', 'a', () => import('../panels/map/Map.tsx')),
  panel('timeline', 'Timeline', 't', () => import('../panels/timeline/Timeline.tsx')),
  panel('ask', 'Ask', 'q', () => import('../panels/ask/Ask.tsx')),
  panel('simulator', 'Simulator', 'i', () => import('../panels/simulator/Simulator.tsx')),
  panel('teach', 'Add rule', 'e', () => import('../panels/teach/Teach.tsx')),
  panel('settings', 'Settings', 's', () => import('../panels/settings/Settings.tsx')),
];

export const panelAt = (path: string): Panel | undefined =>
  panels.find(({ path: at }) => (at === '/' ? path === '/' : path.startsWith(at)));

/** Loads the panel that an address leads to; done when it is there, or cannot be had. */
export const expectPanel = async (address: string): Promise<void> => {
  await panelAt(address.replace(/^\/p\/[^/]+/, '') || '/')
    ?.page.load()
    .catch(() => {});
};
