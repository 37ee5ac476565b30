import type { notices as english } from '#domain/refusals/notices.ts'
import type { Refused } from '../../files.ts'

export const notices: Refused<typeof english> = {
  'notice.too-old': 'Не удалось доставить за три дня, попытки прекращены.',
  'notice.outlet-off': 'Канал был выключен до отправки.',
  'notice.outlet-unknown': 'Канала {name} нет. Укажите home, email, telegram или webhook: и его номер.',
  'notice.outlet-not-ready': 'Канал {name} выключен. Сначала включите его и сохраните настройки.',
  'notice.delivery-missing': 'Такой доставки нет: старые удаляются через месяц.',
  'notice.webhook-missing': 'Вебхука {id} нет.',
  'notice.webhook-too-many': 'Вебхуков может быть не больше {max}. Сначала удалите один.',
  'notice.webhook-secret': 'Укажите секрет из 16–256 видимых символов или оставьте поле пустым.',
  'notice.mail-incomplete': 'Сначала заполните {missing}: это нужно для письма.',
  'notice.mail-address':
    '{address} не является адресом почты. Укажите адрес вида me@example.com, несколько — через запятую.',
  'notice.mail-login': 'Почтовый сервер {host} не принял имя пользователя и пароль: {answer}.',
  'notice.mail-refused': 'Почтовый сервер {host} не принял письмо: {answer}.',
  'notice.mail-no-tls':
    'Почтовый сервер {host} не поддерживает STARTTLS. Выберите TLS или, в доверенной сети, работу без шифрования.',
  'notice.mail-no-answer': 'Почтовый сервер {host} не ответил вовремя или это не почтовый сервер.',
  'setting.time': 'Укажите время суток, например 22:30, или оставьте поле пустым.',
}
