import type { updates as english } from '../en/updates.ts'
import type { Words } from '../files.ts'

export const updates: Words<typeof english> = {
  'updates.fromSource':
    'Эта панель запущена из исходного кода. Чтобы обновить её, остановите, выполните git pull в её папке и запустите командой npm start.',
  'updates.alone':
    'Эту панель запустила не её служба, поэтому обновить себя она не может. В контейнере загрузите более новый образ.',
  'updates.noList':
    'Список версий не задан – панель не обращается наружу. Укажите URL списка версий, чтобы проверять обновления.',
  'updates.notLooked': 'Версия {version}. Обновления ещё не проверялись.',
  'updates.newest': 'Версия {version} актуальна.',
  'updates.available': 'Доступна версия {version} (установлена {current}).',
  'updates.looked': 'Последняя проверка: {when}',
  'updates.lookFailed': 'Список версий нельзя использовать',
  'updates.look': 'Проверить сейчас',
  'updates.reload': 'Перезагрузить страницу',
  'updates.notStarted': 'Обновление не началось',
  'updates.start': 'Обновить до {version}',
  'updates.going': 'Обновление до {to}:',
  'updates.stepDownload': 'Загрузка',
  'updates.stepUnpack': 'Проверка и распаковка',
  'updates.stepBackup': 'Создание резервной копии',
  'updates.stepHandOver': 'Смена версии – страница ненадолго недоступна',
  'updates.stepTrial': 'Новая версия запущена, панель наблюдает за ней минуту',
  'updates.done': 'Обновлено с {from} до {to}.',
  'updates.failed': 'Не удалось обновить до {to} – {from} не изменена',
  'updates.rolledBack': 'Версия {to} не работает – выполнен откат к {from}',
  'updates.planDownload': 'Загрузка: {size}',
  'updates.planBackup': 'Сначала создаётся резервная копия',
  'updates.planTables': 'База данных будет перенесена; при сбое новой версии восстановлена',
  'updates.planNoTables': 'База данных не меняется',
  'updates.planCore': 'Ядро продолжает работать – никто не отключится',
  'updates.planCoreRestarts': 'Ядро перезапустится – все клиенты переподключатся',
  'updates.planTrial': 'Автоматический откат, если новая версия откажет в течение минуты',
}
