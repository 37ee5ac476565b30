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
    message: '{email} подключился. Срок истекает {expiryTime}.',
  },
  'client.ip-limit': {
    title: 'Клиент использует слишком много IP',
    message: '{email}: одновременно разрешено {limit}. Сверх лимита: {addresses}.',
  },
  'client.device-limit': {
    title: 'Клиент использует слишком много устройств',
    message: '{email} может использовать устройств: {limit}. Ещё одно устройство отклонено.',
  },
  'group.ended': {
    title: 'Срок или квота группы исчерпаны',
    message: 'Срок или общая квота группы {group} исчерпаны. Затронуто клиентов: {clients}.',
  },
  'node.down': { title: 'Узел не в сети', message: '{node} не отвечает: {reason}.' },
  'node.up': { title: 'Узел снова в сети', message: '{node} снова отвечает.' },
  'core.crashed': { title: 'Ядро аварийно завершилось', message: 'Xray на {host} остановился: {reason}.' },
  'core.hung': { title: 'Ядро не отвечает', message: 'Xray на {host} перезапускается: {reason}.' },
  'core.updated': { title: 'Ядро обновлено', message: 'Версия Xray на {host} теперь {version}.' },
  'core.rolled-back': {
    title: 'Ядро возвращено к прежней версии',
    message: 'Xray {version} на {host} не заработал, поэтому снова работает {previous}: {reason}.',
  },
  'login.success': { title: 'Новый вход', message: '{username} вошёл с адреса {address}.' },
  'login.failed': {
    title: 'Неудачный вход',
    message: 'Кто-то пытался войти как {username} с адреса {address}. Попыток: {count}.',
  },
  'token.created': { title: 'Новый токен API', message: '{by} создал токен {name}.' },
  'backup.done': { title: 'Резервная копия создана', message: '{name}, {sizeBytes}.' },
  'backup.failed': { title: 'Не удалось создать резервную копию', message: '{reason}.' },
  'backup.overdue': {
    title: 'Резервная копия просрочена',
    message: 'Последняя успешная копия сделана {hours} ч назад.',
  },
  'certificate.expiring': {
    title: 'Сертификат скоро истечёт',
    message: '{name} истекает {expiryTime}. Осталось дней: {days}.',
  },
  'certificate.failed': { title: 'Не удалось получить сертификат', message: '{name}: {reason}' },
  'cpu.high': {
    title: 'Высокая загрузка процессора',
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
    title: 'Аутбаунд не работает',
    message: 'Аутбаунд {tag} не может достичь проверочного адреса.',
  },
  'outbound.up': {
    title: 'Аутбаунд снова работает',
    message: 'Аутбаунд {tag} снова достигает проверочного адреса.',
  },
  'panel.update-available': {
    title: 'Доступна новая версия',
    message: 'Доступна версия Sluice {version} (установлена {current}). Откройте «Настройки › О панели».',
  },
  'panel.updated': { title: 'Панель обновлена', message: 'Версия панели на {host} теперь {version}.' },
  'panel.update-failed': {
    title: 'Не удалось обновить панель',
    message: 'Версия {version} не установлена на {host}: {reason}.',
  },
  'notice.test': {
    title: 'Тестовое уведомление',
    message: 'Тест отправлен пользователем {by}. Уведомления приходят сюда.',
  },
}
