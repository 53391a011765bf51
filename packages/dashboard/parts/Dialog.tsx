import { Modal, type ModalProps } from '@mantine/core';

/** What opens over the page; its button to close says so to who cannot see it. */
export function Dialog(props: ModalProps) {
  return <Modal {...props} closeButtonProps={{ 'aria-label': 'Close' }} />;
}
