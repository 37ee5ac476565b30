import type { preflight as english } from '#domain/refusals/preflight.ts'
import type { Refused } from '../../files.ts'

export const preflight: Refused<typeof english> = {
  'preflight.blocks':
    'Xray {version} не установлен, потому что перестало бы работать то, что работает сейчас: {reasons}. Сначала исправьте это или отправьте force вместе с установкой.',
  'preflight.config-fails':
    'Xray {version} отклоняет конфигурацию: {reason}. Клиентов, которые потеряли бы соединение: {count}.',
  'preflight.inbound-fails':
    'Инбаунд {inbound} не работал бы в Xray {version}: {reason}. Клиентов, которые потеряли бы его: {count} ({names}).',
  'preflight.inbound-fails-idle': 'Инбаунд {inbound} не работал бы в Xray {version}: {reason}.',
  'preflight.outbound-fails': 'Аутбаунд {outbound} не работал бы в Xray {version}: {reason}.',
  'preflight.and-more': '{emails} и другие.',
  'preflight.no-answer': 'Клиент подключается и не получает через него ответа.',
  'preflight.no-answer-because': 'Клиент не получает через него ответа: {reason}.',
  'preflight.untried-tun': 'Устройство TUN нельзя испытать рядом с тем, которое используется.',
  'preflight.untried-no-key':
    'У панели нет закрытого ключа ни одного пира, поэтому она не может подключиться как пир.',
  'preflight.app-core-fails':
    'Приложения с ядром {core} сейчас проходят через {inbounds}, а в Xray {version} не прошли бы. Клиентов с таким приложением: {count}.',
  'preflight.reality':
    'Клиентов с {apps}, которые не смогут подключиться к {inbounds}: {count}. Задайте там минимальную версию клиента (minClientVer) 1.0.0.',
  'preflight.reality-one':
    'Один клиент с {apps} не сможет подключиться к {inbounds}: задайте там минимальную версию клиента (minClientVer) 1.0.0.',
  'preflight.reality-now':
    'Клиенты с {apps} ({count}) и сейчас не могут подключиться к {inbounds}: задайте там минимальную версию клиента (minClientVer) 1.0.0.',
  'preflight.reality-nobody':
    'Приложения с ядром mihomo или sing-box не могут подключиться к {inbounds}, и за 30 дней ими никто не пользовался. Чтобы впустить их, задайте там минимальную версию клиента (minClientVer) 1.0.0.',
  'preflight.post-quantum-only':
    '{inbounds} принимает только X25519MLKEM768, которого нет в старых приложениях. Добавьте X25519 в список кривых, если кто-то из его клиентов ({clients}) не может подключиться.',
  'preflight.shadowsocks-none':
    'В Xray 26.7.11 и новее нет Shadowsocks без шифрования: выберите другой шифр для {inbounds}. Клиентов на нём: {clients}.',
  'preflight.xhttp-session':
    'Xray до 26.6.22 не знает имён сеанса XHTTP в {inbounds}: выберите версию новее или очистите их. Клиентов на нём: {clients}.',
  'preflight.private-targets':
    'Начиная с Xray 26.5.3 {outbounds} больше не пускает клиентов к частным адресам. Добавьте туда finalRules, если они нужны.',
  'core.switch-api-silent': 'Его API не отвечает.',
  'core.switch-inbound-lost': 'Инбаунд {inbound} больше не принимает соединений.',
  'core.rolled-back': 'Xray {version} не заработал, поэтому снова работает Xray {previous}: {reason}.',
  'core.rollback-failed':
    'Xray {version} не заработал: {reason}. Xray {previous} возвращён на место и тоже не запускается: {why}.',
}
