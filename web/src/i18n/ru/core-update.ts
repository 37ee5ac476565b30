import type { coreUpdate as english } from '../en/core-update.ts'
import type { Words } from '../files.ts'

export const coreUpdate: Words<typeof english> = {
  'home.coreHashKnown': 'Панель знает SHA-256 файла {asset}:',
  'home.coreHashNamed': 'Выпуск называет для {asset} такой SHA-256:',
  'home.coreCompare':
    'Панель не может за него поручиться. Сравните его со страницей выпуска, прежде чем подтвердить:',
  'home.coreInstallTitle': 'Установить Xray {version}?',
  'home.coreInstallText': 'Будет установлен только архив с SHA-256 {hash}. Ядро перезапустится с ним.',
  'home.coreInstalled': 'Xray {version} установлен.',
  'home.coreInstall': 'Установить',
  'home.coreRelease': 'Выпуск',
  'home.coreChoose': 'Выберите выпуск',
  'preflight.try': 'Запустить проверку',
  'preflight.tryConfirmed': 'Значение сверено – запустить проверку',
  'preflight.hint':
    'Никто не отключится: новая версия проверяется на свободных портах рядом с работающим ядром.',
  'preflight.going': 'Проверяются все инбаунды и аутбаунды…',
  'preflight.fine': 'Всё, что работает сейчас, продолжит работать.',
  'preflight.blocks': 'Перестанет работать',
  'preflight.notes': 'Полезно знать',
  'preflight.parts': 'Результаты проверки',
  'preflight.connects': 'клиент подключился',
  'preflight.opens': 'открыт',
  'preflight.reads': 'принято',
  'preflight.fails': 'не работает',
  'preflight.failsNow': 'не работает и в текущей версии',
  'preflight.untried': 'не проверено',
  'preflight.whole': 'Вся конфигурация',
  'preflight.apps': 'Приложения за последние 30 дней',
  'preflight.anyway': 'Всё равно установить',
  'preflight.anywayText': 'Всё, что указано в разделе «Перестанет работать», откажет после установки.',
}
