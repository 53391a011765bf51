import { Menu } from '@mantine/core';
import { useLocation } from 'wouter';
import { Icon } from '../theme/icons.tsx';
import { counted } from '../words/say.ts';
import { type KnownProject, USER, useChoice } from './projects.tsx';
import styles from './shell.module.css';

/** Shows the project the page is about, and offers the others. */
export function ProjectSwitcher() {
  const { project, chosen, all } = useChoice();
  const choose = useProjectChoice();
  return (
    <Menu width="target" position="bottom-start" shadow="md">
      <Menu.Target>
        <button type="button" className={`bare ${styles.item} ${styles.project}`} title="Choose a project">
          <Icon name={project ? 'folder' : 'person'} />
          <span className="cut">{project?.name ?? 'All projects'}</span>
          <Icon name="updown" size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.projects}>
        {all.projects.map((one) => (
          <Menu.Item key={one.id} onClick={() => choose(one.id)} data-chosen={one.id === chosen || undefined}>
            <b>{one.name}</b>
            <small title={one.root}>{detail(one)}</small>
          </Menu.Item>
        ))}
        {all.projects.length > 0 && <Menu.Divider />}
        <Menu.Item onClick={() => choose(USER)} data-chosen={chosen === USER || undefined}>
          <b>All projects</b>
          <small>Global memories</small>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function detail({ here, because, counts }: KnownProject): string {
  if (!here) return 'Folder not found';
  return counts ? counted(counts.memories, 'memory', 'memories') : (because ?? '');
}

/** Goes to another project, and stays on the panel at hand. */
export function useProjectChoice(): (id: string) => void {
  const [path, go] = useLocation();
  const panel = /^\/[^/?]*/.exec(path)?.[0] ?? '/';
  return (id) => go(`~/p/${encodeURIComponent(id)}${panel}`);
}
