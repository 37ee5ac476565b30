import type { clientToasts as english } from '../en/client-toasts.ts'
import type { Words } from '../files.ts'

export const clientToasts: Words<typeof english> = {
  'action.enabled': 'Клиент {email} включён.',
  'action.enabledMany':
    '{count, plural, one {Включён # клиент.} few {Включено # клиента.} many {Включено # клиентов.} other {Включено # клиента.}}',
  'action.disabled': 'Клиент {email} отключён.',
  'action.disabledMany':
    '{count, plural, one {Отключён # клиент.} few {Отключено # клиента.} many {Отключено # клиентов.} other {Отключено # клиента.}}',
  'action.extended': 'Срок {email} продлён: {days}.',
  'action.extendedMany':
    '{count, plural, one {Срок продлён у # клиента: {days}.} few {Срок продлён у # клиентов: {days}.} many {Срок продлён у # клиентов: {days}.} other {Срок продлён у # клиентов: {days}.}}',
  'action.shortened': 'Срок {email} сокращён: {days}.',
  'action.shortenedMany':
    '{count, plural, one {Срок сокращён у # клиента: {days}.} few {Срок сокращён у # клиентов: {days}.} many {Срок сокращён у # клиентов: {days}.} other {Срок сокращён у # клиентов: {days}.}}',
  'action.limited': '{email}: лимиты заданы.',
  'action.limitedMany':
    '{count, plural, one {Лимиты заданы для # клиента.} few {Лимиты заданы для # клиентов.} many {Лимиты заданы для # клиентов.} other {Лимиты заданы для # клиентов.}}',
  'action.reset': 'Трафик {email} сброшен.',
  'action.resetMany':
    '{count, plural, one {Трафик # клиента сброшен.} few {Трафик # клиентов сброшен.} many {Трафик # клиентов сброшен.} other {Трафик # клиентов сброшен.}}',
  'action.attached': 'Клиент {email} добавлен: {inbounds}.',
  'action.attachedMany':
    '{count, plural, one {# клиент добавлен: {inbounds}.} few {# клиента добавлены: {inbounds}.} many {# клиентов добавлены: {inbounds}.} other {# клиента добавлены: {inbounds}.}}',
  'action.detached': 'Клиент {email} убран: {inbounds}.',
  'action.detachedMany':
    '{count, plural, one {# клиент убран: {inbounds}.} few {# клиента убраны: {inbounds}.} many {# клиентов убраны: {inbounds}.} other {# клиента убраны: {inbounds}.}}',
  'action.grouped': 'Клиент {email} перемещён в группу {group}.',
  'action.groupedMany':
    '{count, plural, one {# клиент перемещён в группу {group}.} few {# клиента перемещены в группу {group}.} many {# клиентов перемещены в группу {group}.} other {# клиента перемещены в группу {group}.}}',
  'action.ungrouped': 'Клиент {email} убран из группы.',
  'action.ungroupedMany':
    '{count, plural, one {# клиент убран из группы.} few {# клиента убраны из групп.} many {# клиентов убраны из групп.} other {# клиента убраны из групп.}}',
  'action.deleted': 'Клиент {email} удалён.',
  'action.deletedMany':
    '{count, plural, one {Удалён # клиент.} few {Удалено # клиента.} many {Удалено # клиентов.} other {Удалено # клиента.}}',
  'action.renewed': '{email} продлён: {plan}.',
  'action.renewedMany':
    '{count, plural, one {Продлён # клиент} few {Продлены # клиента} many {Продлено # клиентов} other {Продлены # клиента}}: {plan}.',
  'action.revoked': 'У {email} новые ссылки. Старые больше не работают.',
  'action.skipped':
    '{done} {count, plural, one {Пропущен #} few {Пропущено #} many {Пропущено #} other {Пропущено #}}: {reasons}',
}
