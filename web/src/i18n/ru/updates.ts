import type { updates as english } from '../en/updates.ts'
import type { Words } from '../files.ts'

export const updates: Words<typeof english> = {
  'updates.fromSource':
    'Эта панель запущена из исходного кода и сама не обновляется. Остановите её, выполните git pull в её папке и запустите снова командой npm start.',
  'updates.alone':
    'Эту панель запустила не её служба, поэтому заменить себя она не может. В контейнере возьмите более новый образ.',
  'updates.noList':
    'Список версий не задан: панель нигде не ищет и никуда не обращается. Укажите список ниже, чтобы узнавать о новых версиях.',
  'updates.notLooked': 'Это версия {version}. Панель ещё не искала новую.',
  'updates.newest': 'Это версия {version}, самая новая.',
  'updates.available': 'Доступна версия {version}; сейчас {current}.',
  'updates.looked': 'Последняя проверка: {when}',
  'updates.lookFailed': 'Список версий нельзя использовать',
  'updates.look': 'Проверить сейчас',
  'updates.reload': 'Перезагрузить страницу',
  'updates.notStarted': 'Обновление не началось',
  'updates.start': 'Обновить до {version}',
  'updates.going': 'Обновление до {to}:',
  'updates.stepDownload': 'Загрузка новой версии',
  'updates.stepUnpack': 'Проверка и распаковка',
  'updates.stepBackup': 'Создание резервной копии',
  'updates.stepHandOver': 'Новая версия заменяет прежнюю; страница ненадолго недоступна',
  'updates.stepTrial': 'Новая версия запущена, панель наблюдает за ней минуту',
  'updates.done': 'Обновлено с {from} до {to}.',
  'updates.failed': 'Обновление до {to} не удалось; {from} не затронута',
  'updates.rolledBack': 'Версия {to} не заработала; снова работает {from}',
  'updates.planDownload': 'Загрузка: {size}',
  'updates.planBackup': 'Сначала создаётся резервная копия',
  'updates.planTables':
    'База данных изменится; если новая версия не заработает, база вернётся к прежнему виду',
  'updates.planNoTables': 'База данных не меняется',
  'updates.planCore': 'Ядро продолжает работать: никто не отключится',
  'updates.planCoreRestarts': 'Ядро перезапустится: все подключатся заново',
  'updates.planTrial': 'Если новая версия откажет в течение минуты, эта вернётся сама',
}
