import type { clients as english } from '#domain/refusals/clients.ts'
import type { Refused } from '../../files.ts'

export const clients: Refused<typeof english> = {
  'client.missing': 'Клиента {email} нет.',
  'client.email-missing': 'Дайте клиенту имя (email).',
  'client.email-taken': 'Имя {email} уже занято. Выберите другое.',
  'client.email-twice': 'Имя {email} указано дважды. Уберите одно из них.',
  'client.email-too-long': 'Имя (email) может иметь не больше {max} символов.',
  'client.email-no-url': 'Выберите другое имя вместо {value}: его нельзя передать в URL.',
  'client.email-white-space': 'Уберите пробелы из имени (email).',
  'client.email-control-characters': 'Уберите управляющие символы из имени (email).',
  'client.email-character': 'Уберите символ {character} из имени (email).',
  'client.sub-id-missing': 'Дайте клиенту ID подписки (subId).',
  'client.sub-id-taken': 'ID подписки {subId} уже занят. Выберите другой.',
  'client.sub-id-of-another': 'Другой клиент уже зовётся {email}. Отправьте его subId или никакого.',
  'client.sub-id-too-long': 'ID подписки (subId) может иметь не больше {max} символов.',
  'client.sub-id-no-url': 'Выберите другой ID подписки (subId) вместо {value}: его нельзя передать в URL.',
  'client.sub-id-white-space': 'Уберите пробелы из ID подписки (subId).',
  'client.sub-id-control-characters': 'Уберите управляющие символы из ID подписки (subId).',
  'client.sub-id-character': 'Уберите символ {character} из ID подписки (subId).',
  'client.uuid-invalid': 'Укажите UUID как id или текст не длиннее 30 байт.',
  'client.credential-shared':
    'Ядро не отличит этого клиента от {email}. Дайте ему другой id, пароль или auth.',
  'client.cipher-single-user':
    '2022-blake3-chacha20-poly1305 обслуживает только одного пользователя. Выберите инбаунд с шифром AES 2022.',
  'client.key-lengths-differ':
    'Этим инбаундам Shadowsocks нужны ключи разной длины, а у клиента один ключ. Уберите один из них.',
  'client.flow-unknown': 'Выберите режим (flow) xtls-rprx-vision, xtls-rprx-vision-udp443 или никакой.',
  'client.expiry-not-whole': 'Укажите срок в целых миллисекундах, 0 — бессрочно.',
  'client.expiry-not-whole-days':
    'Отложенный старт считается целыми днями. Укажите отрицательное кратное 86400000 или 0 — бессрочно.',
  'client.add-days-not-whole': 'Укажите целое число дней, не больше 100000.',
  'client.add-bytes-not-whole': 'Укажите целое число байтов.',
  'client.nothing-to-adjust': 'Укажите, что изменить: addDays, addBytes, flow или новое значение.',
  'client.tg-id-invalid': 'Укажите номер аккаунта Telegram.',
  'client.traffic-too-large': 'Отправлено и получено вместе может быть не больше 2^53-1 байт.',
  'client.no-inbound-chosen': 'Выберите для клиента хотя бы один инбаунд.',
  'client.inbound-unfit': 'Нет инбаунда {id}, который принимает клиентов.',
  'client.protocol-without-clients': 'Инбаунд {id} ({protocol}) не принимает клиентов. Выберите другой.',
  'client.reverse-tag-taken': '{tag} — тег аутбаунда. Дайте клиенту другой обратный тег (reverse).',
  'client.not-attached':
    'Клиент не подключён ни к одному инбаунду, поэтому его подписка пуста. Сначала подключите.',
  'client.no-expiry': 'У этого клиента нет срока.',
  'client.no-quota': 'У этого клиента нет квоты.',
  'client.would-end': 'Срок клиента уже истёк бы. Добавьте больше дней.',
  'group.exists': 'Группа {name} уже есть. Выберите другое имя.',
  'group.missing': 'Группы {name} нет.',
  'group.name-missing': 'Дайте группе имя.',
  'group.name-invalid': 'Имя группы может иметь не больше {max} символов, без управляющих символов.',
  'plan.missing': 'Тарифа с номером {id} нет.',
  'plan.name-taken': 'Тариф «{name}» уже есть. Выберите другое имя.',
  'plan.too-many': 'Уже есть {max} тарифов. Удалите ненужный.',
}
