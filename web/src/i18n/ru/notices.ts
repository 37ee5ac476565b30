import type { NoticeTexts } from '../files.ts'

export const notices: NoticeTexts = {
  'backup.failed.title': 'Не удалось создать резервную копию',
  'backup.failed.message': '{reason}.',
  'backup.overdue.title': 'Резервная копия просрочена',
  'backup.overdue.message':
    'Последняя успешная копия сделана {hours} ч назад. Откройте «Настройки › Резервные копии».',
  'clock.jumped.title': 'Часы перескочили',
  'clock.jumped.message':
    'Часы этого сервера перескочили вперёд на {hours} ч. Никто не будет отключён или продлён по времени, пока вы не примете новое время на главной странице, не исправите часы или не перезапустите панель.',
  'core.ended.title': 'Ядро неожиданно остановилось',
  'core.ended.message': '{reason}.',
  'core.installed.title': 'Ядро установлено',
  'core.installed.message': 'Запускается Xray {version}.',
  'core.installing.title': 'Установка ядра',
  'core.installing.message': '{step}.',
  'core.no-answer.title': 'Ядро не отвечает и перезапускается',
  'core.no-answer.message': '{reason}.',
  'core.not-installed.title': 'Не удалось установить ядро',
  'core.not-installed.message': '{reason}.',
  'core.partly-started.title': 'Ядро работает, но, возможно, не со всеми инбаундами',
  'core.partly-started.message':
    'Ядро не запустилось со всей конфигурацией, поэтому инбаунды добавляются по одному. Отклонённые будут добавлены повторно.',
  'core.restarted.title': 'Ядро перезапущено',
  'core.restarted.message': 'Все клиенты переподключаются.',
  'core.rolled-back.title': 'Ядро возвращено к прежней версии',
  'core.rolled-back.message':
    'Xray {version} не заработал, поэтому снова работает Xray {previous}: {reason}.',
  'core.stopped.title': 'Ядро остановлено',
  'core.stopped.message': 'Никто не сможет подключиться, пока ядро не запустят снова.',
  'directory.held.title': 'Синхронизация с каталогом ждёт вашего подтверждения',
  'directory.held.message': '{reason}. Откройте «Настройки › Каталог».',
  'inbound.not-open.title': 'Инбаунд {inbound} не слушает порт',
  'inbound.not-open.message': '{reason}.',
  'ip-limit.exceeded.title': 'Клиент использует слишком много IP',
  'ip-limit.exceeded.message': '{email}: разрешено одновременно адресов: {limit}. Лишние: {addresses}.',
  'ip-limit.exceeded-more.title': 'Несколько клиентов используют слишком много IP',
  'ip-limit.exceeded-more.message':
    '{email}: разрешено одновременно адресов: {limit}. Сверх лимита: {addresses}; ещё клиентов: {more} (см. журнал).',
  'ip-limit.refused.title': 'IP клиента отклоняются',
  'ip-limit.refused.message': '{email}: разрешено одновременно адресов: {limit}. Отклонены: {addresses}.',
  'ip-limit.refused-more.title': 'IP нескольких клиентов отклоняются',
  'ip-limit.refused-more.message':
    '{email}: разрешено одновременно адресов: {limit}. Отклонены: {addresses}; ещё клиентов: {more} (см. журнал).',
  'limits.no-speeds.title': 'Ограничения скорости клиентов не действуют',
  'limits.no-speeds.message':
    'Эта система не даёт панели доступа к соединениям ядра, поэтому ограничения скорости не применяются. В контейнере разрешите системный вызов pidfd_getfd (Docker: --cap-add SYS_PTRACE).',
  'node.token-left.title': 'API-токен узла {node} всё ещё действует',
  'node.token-left.message': 'Эта панель им больше не пользуется. Удалите его в настройках той панели.',
  'outbound.left-out.title': 'Аутбаунд из подписки нарушил работу ядра',
  'outbound.left-out.message': '{tags}: {reason}. Ядро работает без него.',
  'subscription.not-served.title': 'Сервер подписок не работает',
  'subscription.not-served.message': '{reason}.',
  'telegram.failed.title': 'Бот Telegram не работает',
  'telegram.failed.message': '{reason}.',
}
