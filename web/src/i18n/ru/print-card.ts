import type { printCard as english } from '../en/print-card.ts'
import type { Words } from '../files.ts'

export const printCard: Words<typeof english> = {
  'card.scan':
    'Отсканируйте этот код камерой телефона или откройте адрес в браузере. На открывшейся странице есть приложения для вашего устройства и кнопка, которая добавит подключение.',
  'card.app':
    'Установите v2rayNG или Hiddify (Android), Streisand или Hiddify (iPhone), v2rayN или Hiddify (компьютер). Отсканируйте этот код в приложении и подключитесь.',
  'card.address': 'Адрес подписки:',
  'card.private':
    'Никому не показывайте эту карточку. Любой, у кого есть этот код, может пользоваться вашим подключением.',
}
