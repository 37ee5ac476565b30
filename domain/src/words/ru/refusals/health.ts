import type { health as english } from '#domain/refusals/health.ts'
import type { Refused } from '../../files.ts'

export const health: Refused<typeof english> = {
  'owner.panel': 'Панель',
  'owner.subscriptions': 'Подписки',
  'owner.core': 'Ядро',
  'owner.inbound': 'Инбаунд {name}',
  'health.port-taken':
    '{owner}: порт {port}/{layer} занят: {holder}. Остановите эту программу или выберите другой порт.',
  'health.port-closed': '{owner}: порт {port}/{layer} никто не слушает.',
  'health.ports-open': 'Портов открыто, как и должно быть: {count}.',
  'health.ports-free': 'Портов свободно для следующего запуска: {count}.',
  'health.address-public': 'У этого сервера публичный адрес {address}.',
  'health.address-behind-nat':
    'У этого сервера только частные адреса. Ссылки используют {host}: маршрутизатор перед сервером должен перенаправлять порты.',
  'health.address-unknown':
    'У этого сервера только частные адреса, а публичный не указан. Укажите публичный хост и перенаправьте порты.',
  'health.panel-inner':
    'Панель слушает {where}, поэтому доступна только с этого сервера. Используйте SSH-туннель или обратный прокси либо измените адрес.',
  'health.subscriptions-inner':
    'Подписки слушают {where}, поэтому приложения не могут их получить. Измените адрес или укажите публичный URL подписок вашего обратного прокси.',
  'health.firewall-none': 'Активный файрвол на этом сервере не найден. Он может быть у вашего провайдера.',
  'health.firewall-no-ports': 'Файрвол {name} активен, и открывать порты наружу не требуется.',
  'health.firewall-on': 'Файрвол {name} активен. Он должен разрешать эти порты: {ports}.',
  'health.name-lost': 'Домен {name} не разрешается: {reason}. Исправьте домен или его запись DNS.',
  'health.name-here': 'Домен {name} указывает на этот сервер.',
  'health.name-elsewhere':
    'Домен {name} указывает на {addresses}, а это не адрес этого сервера. За NAT, прокси или CDN так и должно быть.',
  'health.cert-none': '{owner}: включён TLS, но сертификата нет, поэтому никто не может подключиться.',
  'health.cert-unreadable': '{owner}: сертификат нельзя использовать: {reason}.',
  'health.cert-other-key': '{owner}: ключ не от этого сертификата.',
  'health.cert-expired': '{owner}: срок сертификата истёк.',
  'health.cert-early': '{owner}: сертификат ещё не действует. Проверьте часы.',
  'health.cert-soon': '{owner}: сертификат истекает через {days} дн. и не был продлён.',
  'health.cert-other-name': '{owner}: сертификат не действителен для {name}.',
  'health.cert-self-signed':
    '{owner}: сертификат самоподписанный, поэтому приложения и браузеры показывают предупреждение. Действует ещё {days} дн.',
  'health.cert-incomplete':
    '{owner}: сертификат не ведёт к известному центру. Используйте файл со всей цепочкой (fullchain.pem).',
  'health.cert-good': '{owner}: сертификат действует ещё {days} дн.',
  'health.clock-jumped':
    'Часы перескочили. Никто не отключается и не продлевается по времени, пока вы не примете новое время или не исправите часы.',
  'health.clock-off':
    'Часы отличаются на {seconds} с от {against}. VMess отказывает клиентам начиная с 90 секунд.',
  'health.clock-right': 'Часы совпадают с временем {against}.',
  'health.clock-set-by': 'Часы синхронизирует {service}.',
  'health.clock-unknown': 'Проверить часы не удалось: служба времени не найдена. VMess нужны точные часы.',
  'health.disk-full':
    'Диск с {folder} заполнен: свободно {free} ГБ ({percent} %). Скоро запись станет невозможной.',
  'health.disk-low': 'Диск с {folder} заполняется: свободно {free} ГБ ({percent} %).',
  'health.disk-good': 'На диске с {folder} свободно {free} ГБ ({percent} %).',
  'health.disk-unknown': 'Нельзя узнать, насколько заполнен диск с {folder}.',
  'health.memory-out': 'Память почти исчерпана: свободно {free} МБ ({percent} %).',
  'health.memory-low': 'Памяти мало: свободно {free} МБ ({percent} %).',
  'health.memory-good': 'Память: свободно {free} МБ ({percent} %).',
  'health.memory-unknown': 'Нельзя узнать, сколько памяти свободно.',
  'health.files-out': '{owner}: открыто {open} из {limit} файлов. Новые соединения скоро не откроются.',
  'health.files-few':
    '{owner}: можно открыть только {limit} файлов. Поднимите предел, если соединений много.',
  'health.files-good': '{owner}: открыто {open} из {limit} файлов.',
  'health.bbr-on': 'BBR включён.',
  'health.bbr-off':
    'Ядро системы использует {used} для управления перегрузкой. BBR быстрее в сетях с потерями.',
  'health.update-none': 'Sluice {version} — самая новая версия.',
  'health.update-there': 'Доступна версия Sluice {version}.',
  'health.core-unwanted': 'Эта панель работает без ядра (SLUICE_CORE_BIN=none).',
  'health.core-fails': 'Ядро не работает: {reason}.',
  'health.core-stopped': 'Ядро остановлено. Никто не может подключиться.',
  'health.core-waits': 'Xray {version} работает. Изменений, которые ждут перезапуска ядра: {count}.',
  'health.core-runs': 'Xray {version} работает, исполняемый файл проверен.',
  'health.core-runs-unverified':
    'Xray {version} работает. Исполняемый файл выбрали вы, поэтому он не проверен.',
  'health.core-unasked': 'Панель не запущена, поэтому ядро не проверялось.',
  'health.inbound-closed': 'Ядро не смогло открыть инбаунд {name}: {reason}.',
  'health.geo-missing': 'Конфигурация использует {name}, но файла нет. Скачайте Geo-файлы.',
  'health.geo-old': 'Гео-файлу {name} {days} дн. Обновите его или включите автоматическое обновление.',
  'health.geo-good': 'Все нужные гео-файлы на месте. Самому старому {days} дн.',
  'health.geo-unused': 'Конфигурация не использует гео-файлы.',
  'health.cut-good': 'Можно отключить одного клиента, не затронув остальных.',
  'health.cut-not':
    'Открытые соединения отключённого клиента сохраняются, пока не закроются сами. Разрешите pidfd_getfd в контейнере или дайте службе CAP_NET_ADMIN.',
  'health.db-unreadable': '{name} не читается: {reason}.',
  'health.db-none': 'Базы данных ещё нет. Она будет создана при первом запуске.',
  'health.db-damaged': 'База данных повреждена: {reason}. Восстановите последнюю исправную копию.',
  'health.db-old': 'База данных от более старой версии. Она будет обновлена при следующем запуске.',
  'health.db-being-checked': 'База данных ({size} МБ) ещё проверяется. Повторите проверку через минуту.',
  'health.db-good': '{name} исправна: {size} МБ.',
  'health.db-wal':
    'Журнал предзаписи базы вырос до {size} МБ. Возможно, его держит долгая загрузка или копирование.',
  'health.db-slow': '{name}: на короткий запрос ушло {ms} мс. Диск или сеть до неё медленные.',
  'health.db-long-transaction':
    'Транзакция в PostgreSQL открыта уже {seconds} с. Она может задерживать запись.',
  'health.db-pooled': 'К PostgreSQL подключаются через пулер в режиме транзакций, это поддерживается.',
  'health.permissions-good': 'Папку данных и ключи может читать только их владелец.',
  'health.permissions-open': 'Другие пользователи этого сервера могут читать {path} (права {mode}).',
  'health.permissions-foreign': '{path} принадлежит другому пользователю.',
  'health.layout-old':
    '{folder} принадлежит службе: тот, кто захватит службу, при следующем запуске установщика может стать root. Запустите новый install.sh один раз от имени root.',
  'health.backup-failed': 'Последняя резервная копия не удалась: {reason}.',
  'health.backup-first-waits': 'Первая копия по расписанию ещё не создана.',
  'health.backup-none': 'Резервных копий нет, и расписание не задано.',
  'health.backup-overdue': 'Резервная копия просрочена: последняя успешная сделана {hours} ч назад.',
  'health.backup-by-hand': 'Последней копии {days} дн., и расписание не задано.',
  'health.backup-fresh': 'Последняя успешная копия сделана менее двух часов назад.',
  'health.backup-good': 'Последняя успешная копия сделана {hours} ч назад.',
  'health.check-failed': 'Проверку не удалось выполнить: {reason}.',
}
