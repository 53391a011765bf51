import type { MessageCode } from '../../src/base/messages.ts';
import { COMMON_MESSAGES_FR } from './messages-fr/common.ts';
import { DELIVERY_MESSAGES_FR } from './messages-fr/delivery.ts';
import { GATE_MESSAGES_FR } from './messages-fr/gate.ts';
import { MEMORY_MESSAGES_FR } from './messages-fr/memory.ts';
import { NOTICE_MESSAGES_FR } from './messages-fr/notices.ts';
import { PANEL_MESSAGES_FR } from './messages-fr/panel.ts';
import { SEARCH_MESSAGES_FR } from './messages-fr/search.ts';
import { SETTING_MESSAGES_FR } from './messages-fr/settings.ts';
import { SOURCE_MESSAGES_FR } from './messages-fr/sources.ts';
import { USE_MESSAGES_FR } from './messages-fr/use.ts';
import { WORK_MESSAGES_FR } from './messages-fr/work.ts';
import type { Text } from './say.ts';

/** The daemon’s sentences in French, by their codes; the compiler holds it complete. */
export const MESSAGES_FR: Record<MessageCode, Text> = {
  ...COMMON_MESSAGES_FR,
  ...MEMORY_MESSAGES_FR,
  ...GATE_MESSAGES_FR,
  ...USE_MESSAGES_FR,
  ...SEARCH_MESSAGES_FR,
  ...DELIVERY_MESSAGES_FR,
  ...PANEL_MESSAGES_FR,
  ...SETTING_MESSAGES_FR,
  ...NOTICE_MESSAGES_FR,
  ...SOURCE_MESSAGES_FR,
  ...WORK_MESSAGES_FR,
};
