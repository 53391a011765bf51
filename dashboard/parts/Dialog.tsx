import { Modal, type ModalProps } from '@mantine/core';
import { useWords } from '../words/say.ts';
import { partWords } from './words.ts';

/** What opens over the page; its button to close says so to who cannot see it. */
export function Dialog(props: ModalProps) {
  const say = useWords(partWords);
  return <Modal {...props} closeButtonProps={{ 'aria-label': say('dialog.close') }} />;
}
