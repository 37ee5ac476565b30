/** Why the Telegram bot does not run, or did not send. */
export const telegram = {
  'telegram.token-missing': 'The Telegram bot has no token. Get one from @BotFather and save it.',
  'telegram.token-shape': 'A bot token looks like 123456789:AbCd. Copy it from @BotFather without spaces.',
  'telegram.token-refused': 'Telegram does not know this bot token. Copy it from @BotFather again.',
  'telegram.admins-missing':
    'The bot has no administrator. Enter the numeric Telegram ID of at least one person.',
  'telegram.other-reader':
    'Another program reads the messages of this bot. Stop it, or make a new token with @BotFather.',
  'telegram.wait': 'Telegram asks to wait {seconds} s.',
  'telegram.said': 'Telegram answered: {reason}.',
  'telegram.not-delivered': 'The message to {chat} was not delivered: {reason}.',
  'telegram.file-too-large':
    'The file has {size}, and a bot may send {max} at most. Download it from the panel.',
} as const
