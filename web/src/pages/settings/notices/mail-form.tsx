import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import type { AllSettingView } from '#contract/settings.ts'
import { languageCodes, languages } from '#domain/words/languages.ts'
import { endpoints, useCall } from '../../../api/endpoints.ts'
import { SecretInput } from '../../../forms/form.tsx'
import { type PlainKey, useTranslation } from '../../../i18n/translation.tsx'
import { MachineText, TestedForm, useStoredForm } from '../stored-form.tsx'
import styles from './notices.module.css'

const fields = [
  { key: 'smtpHost', label: 'mail.host', sample: 'mail.example.com' },
  { key: 'smtpUsername', label: 'mail.user', sample: '' },
  { key: 'smtpFrom', label: 'mail.from', sample: 'panel@example.com' },
  { key: 'smtpTo', label: 'mail.to', sample: 'me@example.com' },
] as const satisfies readonly { key: string; label: PlainKey; sample: string }[]
const keys = [
  ...fields.map(({ key }) => key),
  'smtpEnable',
  'smtpPort',
  'smtpEncryptionType',
  'smtpPassword',
  'smtpFromName',
  'smtpLang',
  'smtpAllowPrivateAddress',
] as const

const encryptions = ['starttls', 'tls', 'none'] as const

/** The test uses what is typed, saved or not. */
export function MailForm({ stored }: { stored: AllSettingView }) {
  const { t } = useTranslation()
  const form = useStoredForm(keys, stored)
  const test = useCall(endpoints.notices.testMail)
  const spoken = languageCodes.map((code) => ({
    value: languages[code].locale.split('-u-')[0] ?? code,
    label: languages[code].name,
  }))
  return (
    <TestedForm
      form={form}
      test={test}
      onTest={() => test.mutate({ body: { ...form.values, smtpPort: Number(form.values.smtpPort) } })}
      canTest={form.values.smtpHost.trim() !== ''}
      words={{ test: t('mail.test'), works: t('mail.works'), fails: t('mail.fails') }}
    >
      <p className="prose90">{t('mail.text')}</p>
      <Switch {...form.check('smtpEnable', 'mail.enable')} />
      <div className={styles.fields}>
        {fields.map(({ key, label, sample }) => (
          <MachineText
            key={key}
            {...form.text(key)}
            label={t(label)}
            placeholder={sample}
            description={key === 'smtpTo' ? t('mail.toHint') : undefined}
          />
        ))}
        <TextInput
          {...form.text('smtpFromName', 'mail.fromName')}
          placeholder="Sluice"
          dir="auto"
          autoComplete="off"
        />
        <SecretInput
          {...form.text('smtpPassword', 'mail.password')}
          placeholder={stored.hasSmtpPassword ? t('mail.kept') : ''}
          autoComplete="off"
        />
        <NumberInput
          {...form.value('smtpPort', 'mail.port')}
          min={1}
          max={65_535}
          clampBehavior="none"
          allowDecimal={false}
          dir="ltr"
        />
        <NativeSelect
          {...form.text('smtpEncryptionType', 'mail.encryption')}
          data={encryptions.map((value) => ({ value, label: t(`mail.encryption.${value}`) }))}
        />
        <NativeSelect {...form.text('smtpLang', 'mail.language')} data={spoken} />
        <Switch {...form.check('smtpAllowPrivateAddress', 'mail.private', 'mail.privateHint')} />
      </div>
    </TestedForm>
  )
}
