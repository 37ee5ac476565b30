import type { panel as english } from '#domain/refusals/panel.ts'
import type { Refused } from '../../files.ts'

export const panel: Refused<typeof english> = {
  'other.said': '{reason}',
  'panel.failed': 'В панели произошла ошибка. Подробности в её журнале.',
  'panel.stopped': 'Панель остановлена.',
  'panel.busy-with-strangers': 'Панель занята запросами без входа. Повторите через минуту.',
  'storage.disk-full': 'Диск заполнен. Освободите место и повторите: ничего не сохранено.',
  'storage.read-only':
    'База данных доступна только для чтения. Проверьте права на папку данных: ничего не сохранено.',
  'storage.too-slow': 'База данных отвечала слишком долго. Повторите через минуту: ничего не сохранено.',
  'storage.unreachable': 'База данных не отвечает. Повторите через минуту: ничего не сохранено.',
  'not-built.provider': '{name} не встроен в эту панель. Добавьте его аутбаунд WireGuard вручную.',
  'certificate.pair-unusable':
    'Сертификат {cert} и ключ {key} нельзя использовать ({reason}). Укажите подходящую пару PEM или очистите оба: sluice cert -reset.',
  'certificate.file-unreadable':
    'Сертификат {file} не удалось прочитать: {reason}. Исправьте путь или очистите его: sluice cert -reset.',
  'certificate.key-unreadable':
    'Закрытый ключ {file} не удалось прочитать: {reason}. Исправьте путь или очистите его: sluice cert -reset.',
  'certificate.no-such-file': 'такого файла нет.',
  'certificate.not-a-file': 'это не файл сертификата.',
  'certificate.missing': 'По этому пути на сервере нет сертификата.',
  'certificate.not-readable': 'У панели нет прав на чтение этого файла.',
  'certificate.not-given': 'Укажите сертификат или путь к нему в certFile.',
  'certificate.invalid': 'Это не сертификат в формате PEM или DER.',
  'target.missing': 'Введите host или host:port.',
  'target.invalid': '«{target}» — не host и не host:port.',
  'target.too-many': 'За раз можно указать не больше {max} целей.',
  'target.is-range': 'Укажите имена, а не диапазон: {target} нельзя проверить.',
  'target.lacks': 'Не хватает: {missing}.',
  'target.lacks-certificate': 'Нет доверенного сертификата на это имя.',
  'target.lacks-certificate-too': 'Не хватает: {missing} и доверенного сертификата на это имя.',
  'target.no-certificate': '{host} не показывает сертификата.',
  'listener.address-invalid':
    '«{address}» — не IP-адрес для прослушивания. Используйте 127.0.0.1, 0.0.0.0 или адрес этой машины.',
  'listener.port-taken':
    'Порт {port} на {address} занят. Остановите то, что его слушает, или выберите другой порт (SLUICE_PORT, SLUICE_SUB_PORT).',
  'listener.port-needs-rights': 'Для порта {port} у этого пользователя нет прав. Выберите порт выше 1023.',
  'listener.address-not-here': 'На этой машине нет адреса {address}. Укажите один из её адресов или 0.0.0.0.',
  'listener.failed': 'Не удалось слушать {where} ({reason}).',
  'demo.read-only':
    'С других адресов эта демоверсия доступна только для чтения. Чтобы что-то изменить, запустите свою с ключом --demo.',
  'demo.no-core': 'В демоверсии ядро не запущено. Для этого запустите панель без --demo.',
  'demo.no-network': 'Демоверсия не обращается к другим серверам. Для этого запустите панель без --demo.',
}
