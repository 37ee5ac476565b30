import type { AlertTexts } from '../texts.ts'

export const ru: AlertTexts = {
  'client.expiring': {
    title: 'Срок клиента скоро истечёт',
    message: 'Срок {email} истекает {expiryTime}. Осталось дней: {days}.',
  },
  'client.running-out': {
    title: 'У клиента почти закончился трафик',
    message: 'У {email} осталось {leftBytes} из {totalBytes}.',
  },
  'client.expired': {
    title: 'Срок клиента истёк',
    message: 'Срок {email} истёк {expiryTime}, клиент отключён.',
  },
  'client.depleted': {
    title: 'У клиента закончился трафик',
    message: '{email} израсходовал {totalBytes} и отключён.',
  },
  'client.first-use': {
    title: 'Клиент подключился впервые',
    message: '{email} подключился. Его срок действует до {expiryTime}.',
  },
  'client.ip-limit': {
    title: 'Клиент использует слишком много адресов',
    message: '{email} может использовать одновременно: {limit}. Лишние адреса: {addresses}.',
  },
  'client.device-limit': {
    title: 'Клиент использует слишком много устройств',
    message: '{email} может использовать устройств: {limit}. Ещё одно устройство отклонено.',
  },
  'group.ended': {
    title: 'Группа завершена',
    message: 'Общая квота или срок группы {group} закончились. Клиентов завершено вместе с ней: {clients}.',
  },
  'node.down': { title: 'Узел не работает', message: '{node} не отвечает: {reason}.' },
  'node.up': { title: 'Узел снова работает', message: '{node} снова отвечает.' },
  'core.crashed': { title: 'Ядро аварийно завершилось', message: 'Xray на {host} завершился: {reason}.' },
  'core.hung': { title: 'Ядро не отвечает', message: 'Xray на {host} перезапускается: {reason}.' },
  'core.updated': { title: 'Ядро обновлено', message: 'Версия Xray на {host} теперь {version}.' },
  'core.rolled-back': {
    title: 'Ядро возвращено к прежней версии',
    message: 'Xray {version} на {host} не заработал, поэтому снова работает {previous}: {reason}.',
  },
  'login.success': { title: 'Выполнен вход', message: '{username} вошёл с адреса {address}.' },
  'login.failed': {
    title: 'Неудачная попытка входа',
    message: 'Кто-то пытался войти как {username} с адреса {address}. Попыток: {count}.',
  },
  'token.created': { title: 'Новый токен API', message: '{by} создал токен {name}.' },
  'backup.done': { title: 'Резервная копия создана', message: '{name}, {sizeBytes}.' },
  'backup.failed': { title: 'Не удалось создать резервную копию', message: '{reason}.' },
  'backup.overdue': {
    title: 'Резервная копия просрочена',
    message: 'Последней исправной копии {hours} ч.',
  },
  'certificate.expiring': {
    title: 'Сертификат скоро истечёт',
    message: '{name} истекает {expiryTime}. Осталось дней: {days}.',
  },
  'certificate.failed': { title: 'Ошибка сертификата', message: '{name}: {reason}' },
  'cpu.high': {
    title: 'Процессор загружен',
    message: '{host}: {percent} % за последнюю минуту. Порог: {threshold} %.',
  },
  'memory.high': {
    title: 'Память почти заполнена',
    message: '{host}: занято {percent} %. Порог: {threshold} %.',
  },
  'disk.high': {
    title: 'Диск почти заполнен',
    message: '{host}: занято {percent} %. Порог: {threshold} %.',
  },
  'outbound.down': {
    title: 'Исходящее подключение не работает',
    message: '{tag} не достигает проверочного адреса.',
  },
  'outbound.up': {
    title: 'Исходящее подключение снова работает',
    message: '{tag} снова достигает проверочного адреса.',
  },
  'panel.update-available': {
    title: 'Доступна новая версия',
    message: 'Можно установить Sluice {version}; эта панель — {current}. Откройте «Настройки», «О панели».',
  },
  'panel.updated': { title: 'Панель обновлена', message: 'Версия панели на {host} теперь {version}.' },
  'panel.update-failed': {
    title: 'Обновление панели не удалось',
    message: 'Версия {version} на {host} не используется: {reason}.',
  },
  'notice.test': { title: 'Проверка', message: '{by} отправил эту проверку. Уведомления приходят сюда.' },
}
