import type { inbounds as english } from '#domain/refusals/inbounds.ts'
import type { Refused } from '../../files.ts'

export const inbounds: Refused<typeof english> = {
  'inbound.missing': 'Инбаунда с номером {id} нет.',
  'inbound.protocol-unknown': 'Выберите один из протоколов: {values}.',
  'inbound.network-unfit': 'Для {protocol} выберите одно из: {values}.',
  'inbound.security-unfit': 'Для {protocol} через {network} выберите одно из: {values}.',
  'inbound.window-below-mtu':
    'Укажите не меньше {mtu} байт — размер одного пакета (MTU) — или 0 для обычного окна.',
  'inbound.key-length': 'Ключ для {method} должен иметь {bytes} байт в base64.',
  'inbound.listen-invalid':
    'Укажите IP-адрес, оставьте пустым для всех адресов или укажите путь сокета, который начинается с / или @.',
  'inbound.port-taken':
    'Порт {port} ({layers}) уже использует инбаунд «{remark}» (#{id}). Выберите другой порт или адрес.',
  'inbound.socket-taken': '{path} уже использует инбаунд «{remark}» (#{id}). Выберите другой адрес.',
  'inbound.port-of-panel': 'Порт {port} слушает сама панель. Выберите другой порт.',
  'inbound.port-of-subscriptions': 'Порт {port} слушает сервер подписок. Выберите другой порт.',
  'inbound.port-in-use':
    'Порт {port} ({layer}) занят: {holder}. Остановите эту программу или выберите другой порт.',
  'inbound.address-not-here':
    'На этой машине нет адреса {listen}. Оставьте поле пустым для всех адресов или укажите один из её собственных.',
  'inbound.path-in-use': '{path} занят: {holder}. Остановите эту программу или выберите другой путь.',
  'inbound.folder-missing': 'Нет папки {folder} для сокета. Создайте её или выберите другой путь.',
  'inbound.path-no-socket': '{path} уже существует и не является сокетом. Выберите другой путь.',
  'inbound.core-could-not-open': 'Ядро не смогло его открыть.',
  'inbound.core-refuses': 'Ядро его отклоняет: {reason}.',
  'inbound.not-open': 'Инбаунд {inbound} не открыт: {reason}.',
  'inbound.tag-invalid': 'Тег может иметь не больше 254 символов, без > и управляющих символов.',
  'inbound.tag-reserved': 'Тег {tag} использует сама панель. Выберите другой или оставьте пустым.',
  'inbound.no-free-tag': 'Для порта {port} не осталось свободного тега. Дайте инбаунду свой тег.',
  'inbound.clients-not-list': 'Укажите клиентов списком.',
  'inbound.not-on-node': 'Уберите nodeId: {protocol} не может работать на узле.',
  'inbound.node-missing': 'Узла с номером {id} нет.',
  'inbound.path-start': 'Путь должен начинаться с /.',
  'inbound.path-white-space': 'Уберите пробелы из пути.',
  'inbound.path-query': 'Уберите из пути # и всё после ?, кроме ed=.',
  'inbound.short-id':
    'Каждый short ID должен состоять из чётного числа шестнадцатеричных цифр, не больше 16.',
  'inbound.client-version': 'Укажите версию из не более чем трёх частей, каждая от 0 до 255.',
  'inbound.header-host': 'Уберите заголовок Host и используйте поле хоста.',
  'inbound.more-than-zero': 'Укажите значение больше 0.',
  'inbound.cipher-single-user':
    '2022-blake3-chacha20-poly1305 обслуживает только одного пользователя, поэтому клиентов подключить нельзя. Выберите 2022-blake3-aes-128-gcm или 2022-blake3-aes-256-gcm.',
  'inbound.certificate-missing':
    'Инбаунду с TLS нужны сертификат и ключ: без них никто не сможет подключиться. Укажите оба файла или вставьте оба текста.',
  'fallback.dest-invalid': 'Укажите порт, host:port или путь сокета, который начинается с / или @.',
  'fallback.child-missing': 'Нет инбаунда {id} для фолбэка.',
  'fallback.child-elsewhere':
    'Дочерний инбаунд работает на другой машине. Выберите инбаунд на той же машине или укажите назначение (dest).',
  'fallback.child-not-tcp': 'Фолбэк — это соединение TCP. Выберите дочерний инбаунд, который слушает TCP.',
  'fallback.no-target': 'Выберите дочерний инбаунд или укажите назначение (dest).',
  'fallback.itself': 'Инбаунд не может быть фолбэком самого себя.',
  'fallback.loop': 'Дочерний инбаунд уже ведёт к этому. Выберите другой, чтобы не было цикла.',
  'fallback.master-unfit': 'Для фолбэков нужен инбаунд VLESS или Trojan по TCP с TLS или Reality.',
  'fallback.decryption': 'У ядра нет фолбэков вместе с шифрованием VLESS. Установите decryption в none.',
  'fallback.reality-undialable':
    'Приложения не могут подключиться к {network} за Reality. Выберите для инбаунда #{child} RAW, gRPC или XHTTP либо поставьте его за инбаунд с TLS.',
  'fallback.reality-shared':
    'За Reality доступен только один инбаунд без собственного пути (RAW, gRPC, XHTTP), и соединения #{child} забирает другая строка. Поставьте его за другой инбаунд.',
  'fallback.two-h2':
    'Этот инбаунд и #{other} оба используют HTTP/2 (gRPC, XHTTP) под одним главным инбаундом, и он не может их различить. Дайте одному из них свой главный инбаунд или строку с другим SNI.',
  'host.group-missing': 'Группы адресов с номером {id} нет.',
  'host.port-invalid': 'Укажите порт от 1 до 65535 или 0 — собственный порт инбаунда.',
  'host.name-invalid': '«{name}» — не имя хоста и не адрес.',
  'host.review-empty':
    'Отправьте адреса для проверки в host, удаляемую группу в groupId или порядок в order.',
  'link.failed': 'Ссылку не удалось построить: {reason}.',
  'link.no-host': 'Имя хоста панели неизвестно. Укажите его в настройках.',
  'link.no-port': 'Инбаунд не слушает порт, к которому мог бы подключиться клиент.',
  'link.no-links': 'Для {protocol} у клиентов нет ссылок.',
  'link.no-id': 'У клиента нет id. Сохраните клиента ещё раз, и он появится.',
  'link.no-password': 'У клиента нет пароля. Сохраните клиента ещё раз, и он появится.',
  'link.no-auth': 'У клиента нет auth. Сохраните клиента ещё раз, и он появится.',
  'link.no-cipher': 'У инбаунда нет шифра.',
  'link.key-misfit': 'Один из ключей не подходит к шифру {method}.',
  'link.no-reality-key': 'В настройках Reality нет открытого ключа. Создайте пару ключей заново и сохраните.',
  'link.transport-unknown': 'Клиенты не знают транспорта «{network}».',
  'link.reality-undialable':
    'Приложения не могут подключиться к {network} за Reality. Выберите RAW, gRPC или XHTTP либо поставьте его за инбаунд с TLS.',
  'link.master-shared':
    'Соединения забирает другой дочерний инбаунд того же главного. Дайте этому свой главный инбаунд.',
}
