import { Menu } from '@mantine/core';
import { useLocation } from 'wouter';
import { Icon } from '../theme/icons.tsx';
import { useMessage } from '../words/message.ts';
import { useWords } from '../words/say.ts';
import { shellWords } from '../words/shell.ts';
import { type KnownProject, USER, useChoice } from './projects.tsx';
import styles from './shell.module.css';

/** Shows the project the page is about, and offers the others. */
export function ProjectSwitcher() {
  const say = useWords(shellWords);
  const told = useMessage();
  const { project, chosen, all } = useChoice();
  const choose = useProjectChoice();
  return (
    <Menu width="target" position="bottom-start" shadow="md">
      <Menu.Target>
        <button type="button" className={styles.project} title={say('project.choose')}>
          <Icon name={project ? 'folder' : 'person'} />
          <span>{project?.name ?? say('project.user')}</span>
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
          <b>{say('project.user')}</b>
          <small>{say('project.userHint')}</small>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );

  function detail({ here, because, counts }: KnownProject): string {
    if (!here) return say('project.missing');
    return counts ? say('project.memories', { n: counts.memories }) : because ? told(because) : '';
  }
}

/** Goes to another project, and stays on the panel at hand. */
export function useProjectChoice(): (id: string) => void {
  const [path, go] = useLocation();
  const panel = /^\/[^/?]*/.exec(path)?.[0] ?? '/';
  return (id) => go(`~/p/${encodeURIComponent(id)}${panel}`);
}
