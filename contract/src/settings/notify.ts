import { bool, int, oneOf, type Row, secret, secretInUrl, text } from './row.ts'

const digests = ['off', 'hourly', 'daily'] as const
/** What concerns the panel itself: clients come and go by the thousand. */
const homeEvents =
  'xray.crash,client.ip-limit,node.down,node.up,core.hung,core.updated,core.rolled-back,login.failed,token.created,backup.failed,backup.overdue,certificate.expiring,certificate.failed,cpu.high,memory.high,disk.high,outbound.down,outbound.up'

/** Telegram bot, mail, which events they tell, and the external traffic webhook. Webhooks are rows of their own. */
export const notifyRows = {
  tgBotEnable: bool(false),
  tgBotToken: secret(text('', 'line')),
  tgBotProxy: secretInUrl(text('', 'proxy')),
  tgBotAPIServer: secretInUrl(text('', 'url')),
  tgBotChatId: text('', 'ids'),
  tgRunTime: text('@daily', 'cron'),
  tgBotBackup: bool(false),
  tgBotLoginNotify: bool(true),
  tgCpu: int(80, 0, 100), // percent
  tgMemory: int(80, 0, 100),
  tgLang: text('en-US', 'language'),
  tgEnabledEvents: text('login.attempt,cpu.high', 'line'),
  tgDigest: oneOf(digests, 'off'),
  smtpEnable: bool(false),
  smtpHost: text('', 'host'),
  smtpPort: int(587, 1, 65535),
  smtpUsername: text('', 'line'),
  smtpPassword: secret(text('', 'line')),
  smtpFrom: text('', 'line'),
  smtpFromName: text('', 'line'),
  smtpTo: text('', 'line'),
  smtpEncryptionType: oneOf(['none', 'starttls', 'tls'], 'starttls'),
  smtpEnabledEvents: text('login.attempt,cpu.high', 'line'),
  smtpCpu: int(80, 0, 100),
  smtpMemory: int(80, 0, 100),
  smtpDigest: oneOf(digests, 'off'),
  smtpLang: text('en-US', 'language'),
  smtpAllowPrivateAddress: bool(false),
  noticeHomeEvents: text(homeEvents, 'line'),
  noticeCpu: int(90, 0, 100), // of Home and webhooks
  noticeMemory: int(90, 0, 100),
  noticeDisk: int(90, 0, 100), // of every outlet
  noticeCertificateDays: int(14, 0, 365),
  noticeQuietFrom: text('', 'time'),
  noticeQuietTo: text('', 'time'),
  noticeDigestAt: text('09:00', 'time'),
  externalTrafficInformEnable: bool(false),
  externalTrafficInformURI: secretInUrl(text('', 'url')),
} satisfies Record<string, Row>
