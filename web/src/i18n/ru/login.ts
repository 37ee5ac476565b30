import type { login as en } from '../en/login.ts'
import type { Words } from '../files.ts'

export const login: Words<typeof en> = {
  'login.title': 'Вход',
  'login.promiseFirst': 'Правка никого не отключает.',
  'login.promiseSecond': 'Ни один байт не потерян и не учтён дважды.',
  'login.username': 'Имя пользователя',
  'login.password': 'Пароль',
  'login.showPassword': 'Показать или скрыть пароль',
  'login.code': 'Код подтверждения',
  'login.codeHint': 'Шесть цифр из приложения-аутентификатора',
  'login.submit': 'Войти',
  'login.usernameMissing': 'Введите имя пользователя.',
  'login.passwordMissing': 'Введите пароль.',
  'login.codeMissing': 'Введите шесть цифр, которые сейчас показывает приложение.',
  'login.useRecovery': 'Ввести код восстановления',
  'login.useApp': 'Ввести код из приложения',
  'login.recovery': 'Код восстановления',
  'login.recoveryHint': 'Один из сохранённых кодов. Каждый действует один раз.',
  'login.recoveryMissing': 'Введите один из кодов восстановления.',
  'login.wrong': 'Неверное имя пользователя или пароль, либо было слишком много попыток.',
  'login.wrongCode':
    'Неверное имя пользователя, пароль или код, либо было слишком много попыток. Код действует один раз.',
  'login.capsLock': 'Включён Caps Lock',
  'relogin.title': 'Ваш сеанс завершён',
  'relogin.text': 'Войдите снова, чтобы продолжить. На этой странице всё останется как есть.',
  'relogin.leave': 'Покинуть страницу',
}
