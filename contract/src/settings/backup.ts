import { bool, int, type Row, secret, secretInUrl, text } from './row.ts'

/** Scheduled backups and where they go. */
export const backupRows = {
  backupEnable: bool(true),
  backupCron: text('0 4 * * *', 'cron'),
  backupKeep: int(7, 0, 1_000), // 0: keep all
  backupKeepDays: int(0, 0, 3_650), // 0: whatever their age
  backupFolder: text('', 'file'), // blank: `backups` in the data folder
  backupPassphrase: secret(text('', 'line')), // blank: not encrypted
  backupS3Endpoint: secretInUrl(text('', 'url')), // blank: no S3 target
  backupS3Region: text('us-east-1', 'line'),
  backupS3Bucket: text('', 'line'),
  backupS3Prefix: text('', 'line'),
  backupS3AccessKey: text('', 'line'),
  backupS3SecretKey: secret(text('', 'line')),
  backupS3AllowPrivate: bool(false), // a private address is refused otherwise (S5)
} satisfies Record<string, Row>
