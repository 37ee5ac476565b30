import { NativeSelect, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AllSettingView } from '#contract/settings.ts'
import { type LanguageCode, languageCodes, languages } from '#domain/words/languages.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { SecretInput } from '../../../forms/secret-input.tsx'
import { type PlainKey, useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import styles from '../backup/backup.module.css'
import { useStoredForm } from '../backup/use-stored-form.ts'
import { MachineText, TestedForm } from '../tested-form.tsx'

/** Hints are below, so that inputs side by side are aligned. */
const order: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

const initialOf = (stored: AllSettingView) => ({
  tgBotEnable: stored.tgBotEnable,
  tgBotToken: '', // the stored one is never sent here; blank keeps it
  tgBotChatId: stored.tgBotChatId,
  tgLang: stored.tgLang,
  tgRunTime: stored.tgRunTime,
  tgBotBackup: stored.tgBotBackup,
  tgBotProxy: stored.tgBotProxy,
  tgBotAPIServer: stored.tgBotAPIServer,
})

const fields = [
  { key: 'tgBotChatId', label: 'telegram.admins', hint: 'telegram.adminsHint', sample: '123456789' },
  { key: 'tgRunTime', label: 'telegram.report', hint: 'telegram.reportHint', sample: '@daily' },
  {
    key: 'tgBotProxy',
    label: 'telegram.proxy',
    hint: 'telegram.proxyHint',
    sample: 'socks5://127.0.0.1:1080',
  },
  {
    key: 'tgBotAPIServer',
    label: 'telegram.server',
    hint: 'telegram.serverHint',
    sample: 'https://api.telegram.org',
  },
] as const satisfies readonly { key: string; label: PlainKey; hint: PlainKey; sample: string }[]

/** As 3x-ui writes them: its clients read this setting too. */
const tagOf = (code: LanguageCode): string => (code === 'ar' ? 'ar-EG' : languages[code].locale)

/** The languages of the bot, and the stored one if it is none of them. */
function languageChoices(stored: string) {
  const known = languageCodes.map((code) => ({ value: tagOf(code), label: languages[code].name }))
  return known.some(({ value }) => value === stored) ? known : [...known, { value: stored, label: stored }]
}

/** The test uses what is typed, saved or not. */
export function BotForm({ stored }: { stored: AllSettingView }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const form = useStoredForm(initialOf(stored), stored)
  const { tgBotToken, tgBotChatId, tgBotProxy, tgBotAPIServer } = form.values
  // The token is written once and never shown: what was typed goes as soon as it is stored.
  useEffect(() => {
    if (form.saved && tgBotToken !== '') form.reset({ ...form.values, tgBotToken: '' })
  }, [form, tgBotToken])
  const test = useMutation({
    mutationFn: () =>
      api.call(endpoints.telegram.test, { body: { tgBotToken, tgBotChatId, tgBotProxy, tgBotAPIServer } }),
  })
  return (
    <TestedForm
      form={form}
      test={test}
      canTest={tgBotToken.trim() !== '' || stored.hasTgBotToken}
      words={{
        test: t('telegram.test'),
        works: t('telegram.tested'),
        fails: t('telegram.testFailed'),
      }}
    >
      <Switch {...form.check('tgBotEnable')} label={t('telegram.enable')} />
      <div className={styles.fields}>
        <SecretInput
          {...form.text('tgBotToken')}
          label={t('telegram.token')}
          description={t(stored.hasTgBotToken ? 'telegram.tokenKept' : 'telegram.tokenHint')}
          inputWrapperOrder={order}
          autoComplete="off"
        />
        {fields.map(({ key, label, hint, sample }) => (
          <MachineText
            key={key}
            {...form.text(key)}
            label={t(label)}
            description={t(hint)}
            placeholder={sample}
          />
        ))}
        <NativeSelect
          {...form.text('tgLang')}
          label={t('telegram.language')}
          data={languageChoices(stored.tgLang)}
        />
        <Switch
          {...form.check('tgBotBackup')}
          label={t('telegram.backup')}
          description={t('telegram.backupHint')}
        />
      </div>
    </TestedForm>
  )
}
