import type { login as en } from '../en/login.ts'
import type { Words } from '../files.ts'

export const login: Words<typeof en> = {
  'login.title': 'Вход',
  'login.promiseFirst': 'Изменения без отключений.',
  'login.promiseSecond': 'Каждый байт учтён один раз.',
  'login.username': 'Имя пользователя',
  'login.password': 'Пароль',
  'login.showPassword': 'Показать или скрыть пароль',
  'login.code': 'Код подтверждения',
  'login.codeHint': 'Шесть цифр из приложения-аутентификатора',
  'login.submit': 'Войти',
  'login.usernameMissing': 'Введите имя пользователя.',
  'login.passwordMissing': 'Введите пароль.',
  'login.codeMissing': 'Введите 6-значный код из приложения-аутентификатора.',
  'login.wrong': 'Неверное имя пользователя или пароль либо слишком много попыток.',
  'login.useRecovery': 'Ввести код восстановления',
  'login.useApp': 'Ввести код из приложения',
  'login.recovery': 'Код восстановления',
  'login.recoveryHint': 'Один из сохранённых кодов. Каждый действует один раз.',
  'login.recoveryMissing': 'Введите один из кодов восстановления.',
  'login.wrongCode':
    'Неверное имя пользователя, пароль или код либо слишком много попыток. Каждый код действует один раз.',
  'login.capsLock': 'Включён Caps Lock',
  'relogin.title': 'Ваш сеанс завершён',
  'relogin.text': 'Войдите, чтобы продолжить. На этой странице ничего не пропадёт.',
  'relogin.leave': 'Покинуть страницу',
}
