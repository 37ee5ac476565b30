import type { telegram as english } from '#domain/refusals/telegram.ts'
import type { Refused } from '../../files.ts'

export const telegram: Refused<typeof english> = {
  'telegram.token-missing': 'У бота Telegram нет токена. Получите его у @BotFather и сохраните.',
  'telegram.token-shape':
    'Токен бота выглядит так: 123456789:AbCd. Скопируйте его у @BotFather без пробелов.',
  'telegram.token-refused': 'Telegram не знает этот токен бота. Скопируйте его у @BotFather ещё раз.',
  'telegram.admins-missing':
    'Не указан ни один администратор бота. Впишите числовой Telegram ID хотя бы одного человека.',
  'telegram.other-reader':
    'Сообщения этого бота читает другая программа. Остановите её или получите новый токен у @BotFather.',
  'telegram.wait': 'Telegram просит подождать {seconds} с.',
  'telegram.said': 'Telegram ответил: {reason}.',
  'telegram.not-delivered': 'Сообщение для {chat} не доставлено: {reason}.',
  'telegram.file-too-large':
    'Размер файла — {size}, а бот может отправить не больше {max}. Скачайте его в панели.',
}
