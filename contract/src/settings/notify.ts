import { bool, int, oneOf, type Row, text } from './row.ts'

/** Telegram bot, mail, and the external traffic webhook. */
export const notifyRows = {
  tgBotEnable: bool(false),
  tgBotToken: text('', 'line'),
  tgBotProxy: text('', 'proxy'),
  tgBotAPIServer: text('', 'url'),
  tgBotChatId: text('', 'ids'),
  tgRunTime: text('@daily', 'cron'),
  tgBotBackup: bool(false),
  tgBotLoginNotify: bool(true),
  tgCpu: int(80, 0, 100), // percent
  tgMemory: int(80, 0, 100),
  tgLang: text('en-US', 'language'),
  tgEnabledEvents: text('', 'line'),
  smtpEnable: bool(false),
  smtpHost: text('', 'host'),
  smtpPort: int(587, 1, 65535),
  smtpUsername: text('', 'line'),
  smtpPassword: text('', 'line'),
  smtpFrom: text('', 'line'),
  smtpFromName: text('', 'line'),
  smtpTo: text('', 'line'),
  smtpEncryptionType: oneOf(['none', 'starttls', 'tls'], 'starttls'),
  smtpEnabledEvents: text('', 'line'),
  smtpCpu: int(80, 0, 100),
  smtpMemory: int(80, 0, 100),
  externalTrafficInformEnable: bool(false),
  externalTrafficInformURI: text('', 'url'),
} satisfies Record<string, Row>
