import { Button, Group, Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogProps extends Omit<ModalProps, 'opened'> {
  opened?: boolean;
  /** What leaves all as it is; with `actions`. */
  cancel?: string;
  /** What can be done, beside leaving it. */
  actions?: ReactNode;
}

/** What opens over the page; its button to close says so to who cannot see it. */
export function Dialog({ opened = true, cancel = 'Cancel', actions, children, ...rest }: DialogProps) {
  return (
    <Modal opened={opened} {...rest} closeButtonProps={{ 'aria-label': 'Close' }}>
      {children}
      {actions !== undefined && (
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={rest.onClose} data-autofocus>
            {cancel}
          </Button>
          {actions}
        </Group>
      )}
    </Modal>
  );
}
