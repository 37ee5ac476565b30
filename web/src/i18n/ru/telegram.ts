import type { telegram as english } from '../en/telegram.ts'
import type { Words } from '../files.ts'

export const telegram: Words<typeof english> = {
  'telegram.text':
    'Команды, отчёты и уведомления в чате. Панелью управляют только указанные ниже администраторы; остальные видят только клиентов со своим Telegram ID.',
  'telegram.running': 'Работает как @{name}',
  'telegram.off': 'Выключен',
  'telegram.starting': 'Запускается…',
  'telegram.failed': 'Не работает',
  'telegram.enable': 'Запустить бота',
  'telegram.token': 'Токен бота',
  'telegram.tokenHint': 'От @BotFather. Хранится и никогда не показывается.',
  'telegram.tokenKept': 'Токен сохранён. Введите новый, чтобы заменить его.',
  'telegram.admins': 'Администраторы',
  'telegram.adminsHint':
    'Telegram ID через запятую. Группа получает отчёты и уведомления, но её участники — не администраторы.',
  'telegram.language': 'Язык бота',
  'telegram.report': 'Расписание отчёта',
  'telegram.reportHint': '@daily, @every 6h или выражение cron.',
  'telegram.backup': 'Отправлять копию вместе с отчётом',
  'telegram.backupHint': 'Каждый администратор получит базу данных со всеми секретами.',
  'telegram.proxy': 'Прокси',
  'telegram.proxyHint': 'socks5, http или https. Оставьте пустым для прямого подключения.',
  'telegram.server': 'Сервер Bot API',
  'telegram.serverHint': 'Оставьте пустым, чтобы использовать api.telegram.org.',
  'telegram.test': 'Отправить тест',
  'telegram.tested': 'Тестовое сообщение отправлено.',
  'telegram.testFailed': 'Проверка не удалась',
}
