import { Switch } from '@mantine/core'
import type { AllSettingView } from '#contract/settings.ts'
import { endpoints, useCall } from '../../../api/endpoints.ts'
import { SecretInput } from '../../../forms/form.tsx'
import { type PlainKey, useTranslation } from '../../../i18n/translation.tsx'
import { MachineText, TestedForm, useStoredForm } from '../stored-form.tsx'

const fields = [
  { key: 'backupS3Endpoint', label: 's3.endpoint', sample: 'https://s3.example.com' },
  { key: 'backupS3Bucket', label: 's3.bucket', sample: 'my-backups' },
  { key: 'backupS3Region', label: 's3.region', sample: 'us-east-1' },
  { key: 'backupS3Prefix', label: 's3.prefix', sample: 'sluice/' },
  { key: 'backupS3AccessKey', label: 's3.accessKey', sample: '' },
] as const satisfies readonly { key: string; label: PlainKey; sample: string }[]
const keys = [...fields.map(({ key }) => key), 'backupS3SecretKey', 'backupS3AllowPrivate'] as const

/** The second place of every backup; the test uses what is typed, saved or not. */
export function S3Form({ stored }: { stored: AllSettingView }) {
  const { t } = useTranslation()
  const form = useStoredForm(keys, stored)
  const test = useCall(endpoints.backup.testTarget)
  return (
    <TestedForm
      form={form}
      test={test}
      onTest={() => test.mutate({ body: form.values })}
      canTest={form.values.backupS3Endpoint.trim() !== ''}
      words={{ test: t('s3.test'), works: t('s3.works'), fails: t('s3.fails') }}
    >
      <p className="prose90">{t('s3.text')}</p>
      <div className="fieldGrid">
        {fields.map(({ key, label, sample }) => (
          <MachineText key={key} {...form.text(key)} label={t(label)} placeholder={sample} />
        ))}
        <SecretInput
          {...form.text('backupS3SecretKey', 's3.secretKey')}
          placeholder={stored.hasBackupS3SecretKey ? t('s3.secretKept') : ''}
          autoComplete="off"
        />
        <Switch {...form.check('backupS3AllowPrivate', 's3.allowPrivate', 's3.allowPrivateHint')} />
      </div>
    </TestedForm>
  )
}
