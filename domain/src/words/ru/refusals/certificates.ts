import type { certificates as english } from '#domain/refusals/certificates.ts'
import type { Refused } from '../../files.ts'

export const certificates: Refused<typeof english> = {
  'certificate.names-missing': 'Введите домен или IP-адрес.',
  'certificate.name-invalid': '{name} — не домен и не IP-адрес.',
  'certificate.too-many-names': 'В одном сертификате может быть не больше {max} имён.',
  'certificate.wildcard-needs-dns': '{name} можно подтвердить только через DNS. Выберите DNS.',
  'certificate.address-not-by-dns': '{name} — это адрес. Выберите HTTP или TLS-ALPN.',
  'certificate.unknown': 'Сертификата {id} нет.',
  'certificate.is-busy': 'Этот сертификат сейчас выпускается.',
  'certificate.not-there-yet': 'Этот сертификат ещё не выпущен.',
  'certificate.is-revoked': 'Этот сертификат отозван. Сначала обновите его.',
  'certificate.is-used': 'Этот сертификат используется: {where}. Сначала выберите там другой.',
  'certificate.not-tls': 'Входящее {name} не использует TLS, поэтому сертификата у него нет.',
  'certificate.too-many': 'Панель хранит не больше {max} сертификатов. Сначала удалите лишние.',
  'certificate.too-many-failures':
    'За последний час было неудачных попыток: {count}. Повторите через {minutes} мин: удостоверяющий центр блокирует тех, у кого неудач больше.',
  'certificate.too-often':
    'Такой же сертификат за неделю выпускался раз: {count}. Следующий можно получить через {hours} ч.',
  'acme.unreachable': 'Удостоверяющий центр {host} недоступен: {reason}.',
  'acme.too-slow': 'Удостоверяющий центр не принял решения за {minutes} мин.',
  'acme.not-offered': 'Удостоверяющий центр не предлагает {method} для {name}. Выберите другой способ.',
  'acme.no-short-lived':
    'Этот удостоверяющий центр не выпускает краткосрочных сертификатов, а для IP-адресов других не бывает.',
  'acme.http-not-reached':
    'Удостоверяющий центр не смог открыть {url} на порту 80: {detail}. Откройте порт 80 или выберите TLS-ALPN.',
  'acme.http-other-answer':
    'Удостоверяющий центр открыл {url}, но ответил кто-то другой: {detail}. Проверьте, что домен ведёт на этот сервер и порт 80 не занят другой программой.',
  'acme.tls-not-reached':
    'Удостоверяющий центр не смог подключиться к {name} на порту 443: {detail}. Откройте порт 443 или выберите HTTP.',
  'acme.tls-other-answer':
    'Удостоверяющий центр подключился к {name} на порту 443, но ответил кто-то другой: {detail}. Выберите HTTP или освободите порт 443.',
  'acme.name-not-resolved':
    'Удостоверяющий центр не смог найти адрес {name}: {detail}. Направьте домен на этот сервер.',
  'acme.record-not-found':
    'Удостоверяющий центр не нашёл TXT-запись _acme-challenge.{name}: {detail}. Проверьте, что делает программа для DNS.',
  'acme.caa':
    'Запись CAA домена не разрешает этот удостоверяющий центр ({name}): {detail}. Добавьте его в запись.',
  'acme.rate-limited':
    'Удостоверяющий центр пока не принимает запросов: {detail}. Панель повторит попытку позже.',
  'acme.name-rejected': 'Удостоверяющий центр не выпускает сертификаты для этого имени: {detail}.',
  'acme.account-binding-needed':
    'Этому удостоверяющему центру нужна отдельная учётная запись. Используйте центр, которому она не нужна, например Let’s Encrypt.',
  'acme.refused': 'Удостоверяющий центр отказал: {detail}.',
  'acme.port-taken':
    'Порт {port} занят другой программой. Она должна передавать панели запросы удостоверяющего центра.',
  'acme.hook-missing':
    'Для DNS нужна программа. Укажите в SLUICE_ACME_DNS_HOOK программу, которая создаёт TXT-записи, и запустите панель снова.',
  'acme.hook-failed': 'Программа для DNS завершилась с ошибкой: {reason}.',
  'acme.hook-too-slow': 'Программа для DNS не завершилась за {seconds} с.',
  'acme.ca-file-unreadable': 'Файл {file} из SLUICE_ACME_CA_FILE не читается: {reason}.',
}
