import type { BackupTarget } from '#contract/backup-api.ts'
import type { Settings } from '#contract/settings.ts'
import { Refusal } from '#domain/refusal.ts'
import { complaintAbout } from '#domain/settings/validate.ts'
import type { S3Target } from './places/s3.ts'

const needed = ['backupS3Bucket', 'backupS3AccessKey', 'backupS3SecretKey'] as const

/** Undefined if there is no S3 target; a half configured one is refused. */
export function s3TargetOf(settings: Settings): S3Target | undefined {
  if (settings.backupS3Endpoint === '') return undefined
  const missing = needed.find((key) => settings[key] === '')
  if (missing) throw new Refusal('backup.s3-incomplete', { missing }, missing)
  return {
    endpoint: settings.backupS3Endpoint,
    region: settings.backupS3Region || 'us-east-1',
    bucket: settings.backupS3Bucket,
    prefix: settings.backupS3Prefix,
    accessKey: settings.backupS3AccessKey,
    secretKey: settings.backupS3SecretKey,
    allowPrivate: settings.backupS3AllowPrivate,
  }
}

/** The stored settings with unsaved ones over them. A blank or absent value is the stored one. */
export function withUnsaved(settings: Settings, given: BackupTarget): Settings {
  const news = Object.entries(given).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, value] as const],
  )
  for (const [key, value] of news) {
    const complaint = complaintAbout(key as keyof BackupTarget, value) // the keys of the schema
    if (complaint) throw Refusal.of(complaint, key)
  }
  return { ...settings, ...Object.fromEntries(news) }
}
