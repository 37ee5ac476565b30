import type { coreBinary as english } from '#domain/refusals/core-binary.ts'
import type { Refused } from '../../files.ts'

export const coreBinary: Refused<typeof english> = {
  'core.none-configured': 'У этой панели нет своего ядра: SLUICE_CORE_BIN равно none.',
  'core.bin-configured':
    'Ядро этой панели задано в SLUICE_CORE_BIN. Измените или уберите эту переменную, затем устанавливайте.',
  'core.version-invalid': '«{text}» — не версия Xray. Пишите её как {example}.',
  'core.version-too-old': 'Xray {version} слишком стар для этой панели. Используйте {oldest} или новее.',
  'core.version-differs': 'Программа должна быть Xray {version}, а сообщает, что она {found}.',
  'core.release-unlisted': 'Xray {version} нет среди выпусков, которые эта панель может установить.',
  'core.install-going-on': 'Идёт другая установка ядра. Дождитесь её конца.',
  'core.other-install': 'Устанавливается Xray {version}. Дождитесь конца и повторите.',
  'core.no-build-for-processor': 'Для процессора {arch} нет ядра. Укажите свою программу в SLUICE_CORE_BIN.',
  'core.binary-not-startable': '{binary} нельзя запустить как ядро: {reason}.',
  'core.binary-no-version-in-time': '{binary} не сообщил свою версию за {seconds} с.',
  'core.binary-not-xray': '{binary} — не Xray: версия не названа.',
  'core.build-no-module': 'В {folder} нет go.mod ядра.',
  'core.build-too-slow': 'Go не закончил за {minutes} мин.',
  'core.build-cancelled': 'Сборка отменена.',
  'core.build-failed': 'Go не смог собрать ядро: {reason}.',
  'core.hash-malformed': 'Введите 64 шестнадцатеричных знака SHA-256 архива.',
  'core.hash-unknown':
    'Панель сама не знает SHA-256 файла {asset} для Xray {version}; выпуск называет {hash}. Сравните с https://github.com/XTLS/Xray-core/releases/tag/v{version} и подтвердите: отправьте его как "sha256" вместе с установкой или выполните: sluice core install -version {version} -sha256 {hash}.',
  'core.hash-unpinned':
    'Xray {version} — не та версия, которую закрепляет эта панель ({pinned}); выпуск называет для {asset} SHA-256 {hash}. Сравните с https://github.com/XTLS/Xray-core/releases/tag/v{version} и подтвердите: отправьте его как "sha256" вместе с установкой или выполните: sluice core install -version {version} -sha256 {hash}.',
  'core.hash-not-confirmed': 'SHA-256 файла {asset} для Xray {version} — {known}, а не {given}.',
  'core.hash-mismatch':
    'У {asset} версии {version} SHA-256 {found}, а не {expected}, поэтому он не установлен.',
  'core.release-without-hash': 'У выпуска {version} нет SHA-256 для {asset}, поэтому он не установлен.',
  'core.archive-encrypted': 'Архив ядра зашифрован.',
  'core.archive-link': 'В архиве ядра вместо программы ссылка.',
  'core.archive-too-large': 'Ядро в архиве больше допустимого.',
  'core.archive-unreadable': 'Архив ядра не удалось прочитать: {reason}.',
  'core.archive-broken': 'Архив ядра повреждён: {reason}.',
  'core.archive-without-xray': 'В архиве ядра нет файла xray.',
  'core.cache-unusable':
    'Ядро нельзя хранить в кэше: {reason}. Удалите кэш или укажите в XDG_CACHE_HOME свою папку.',
  'core.path-is-link': '{path} — ссылка.',
  'core.path-of-other-user': '{path} принадлежит другому пользователю.',
  'core.path-open': 'Другие пользователи могут писать в {path}.',
  'core.cache-changed': '{path} изменился во время копирования. Повторите попытку.',
  'core.open-to-others':
    'Ядро не запущено: {reason}. Разрешите запись туда только владельцу и установите его заново (sluice core install) или укажите своё в SLUICE_CORE_BIN.',
  'core.replaced':
    'Ядро не запущено: {binary} — не то, что было установлено (его SHA-256 {found}, а не {expected}). Установите его заново (sluice core install) или укажите своё в SLUICE_CORE_BIN.',
  'core-step.building': 'Сборка Xray с помощью Go: в первый раз от одной до пяти минут.',
  'core-step.fetching-modules': 'Загрузка модулей (пока {count}).',
  'core-step.release-failed': 'Выпуск получить не удалось: {failures}.',
  'core.release-failed': 'Выпуск: {reason}.',
  'core.go-failed': 'Сборка на Go: {reason}.',
  'core-step.downloading': 'Загрузка Xray {version} ({asset}).',
  'core-step.downloaded': 'Загрузка Xray {version}: {percent} %.',
  'core-step.checking': 'Проверка SHA-256.',
  'core-step.unpacking': 'Распаковка.',
  'core-step.copying': 'Копирование в {path}.',
  'core-step.installed': 'Xray {version} установлен.',
  'core.not-installed':
    'Xray {version} не удалось установить. {failures}. Проверьте сеть и повторите, установите ядро из файла (`sluice core install -file PATH` или Главная, Версия ядра) или укажите свою программу в SLUICE_CORE_BIN.',
  'core.not-installed-pinned':
    'Xray {version} не удалось установить. {failures}. Проверьте сеть и DNS этого сервера или укажите в GOPROXY зеркало модулей Go; можно также установить ядро из файла (`sluice core install -file PATH` или Главная, Версия ядра).',
  'core.go-archive-broken': 'Архив Go не удалось распаковать: {reason}.',
  'core.go-hash-mismatch': 'У Go {go} с {host} хеш {found}, а не {expected}, поэтому он не используется.',
  'core.go-proxy-none':
    'GOPROXY не называет сервера, с которого можно загрузить Go. Укажите адрес, например https://go.example.com.',
  'core.go-unknown-for-processor':
    'У панели нет закреплённого Go {go} для процессора {arch}. Установите Go 1.26 или новее.',
  'core-step.go-needed':
    'Xray {version} один раз собирается здесь из закреплённых исходников: от двух до десяти минут. Для этого загружается Go {go} ({megabytes} МБ); потом он удаляется.',
  'core-step.go-downloaded': 'Загрузка Go {go}: {percent} %.',
  'core-step.go-unpacking': 'Проверка и распаковка Go {go}.',
  'core-step.built': 'Сборка Xray: {percent} % (пакетов {done} из {total}).',
  'core.file-unknown': 'Нет загруженного файла с SHA-256 {hash}. Загрузите его ещё раз.',
  'core.file-needs-hash': 'Отправьте SHA-256 файла, который вы сравнили, как "sha256".',
  'core.file-not-a-core': 'Этот файл — не архив выпуска Xray (.zip) и не программа для Linux.',
  'core.file-unconfirmed':
    'SHA-256 файла {name} — {hash}. Сравните его с источником файла и выполните команду ещё раз с -sha256 {hash}.',
  'core.file-hash-differs': 'У {name} SHA-256 {found}, а не {expected}, поэтому он не установлен.',
  'core.file-unreadable': 'Файл {file} не удалось прочитать: {reason}.',
  'core.file-not-installed': 'Ничего не установлено.',
}
