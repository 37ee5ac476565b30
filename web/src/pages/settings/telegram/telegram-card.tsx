import { NativeSelect, Switch } from '@mantine/core'
import { useEffect } from 'react'
import type { AllSettingView } from '#contract/settings.ts'
import { type LanguageCode, languageCodes, languages } from '#domain/words/languages.ts'
import { endpoints, useCall, useReply } from '../../../api/endpoints.ts'
import { SecretInput } from '../../../forms/form.tsx'
import { type PlainKey, useTranslation } from '../../../i18n/translation.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import { Loaded } from '../../../ui/states.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import styles from '../backup/backup.module.css'
import { Card } from '../card.tsx'
import { hintBelow, MachineText, TestedForm, useStoredForm } from '../stored-form.tsx'
import type { SettingWords } from '../words.ts'

/** The section Telegram bot: whether it runs, and what it runs with. Which events it tells is chosen with the notices. */
export function TelegramCard({ words, stored }: { words: SettingWords; stored: AllSettingView }) {
  const { t } = useTranslation()
  return (
    <Card id="telegram" words={words}>
      <div className="column16">
        <p className="prose90">{t('telegram.text')}</p>
        <BotStatus />
        <BotForm stored={stored} />
      </div>
    </Card>
  )
}

/** The bot starts and stops by itself after a save, so its state is read again from time to time. */
const againMs = 3_000

const tones = { off: 'none', starting: 'none', running: 'good', failed: 'bad' } as const

function BotStatus() {
  const { t } = useTranslation()
  const query = useReply(endpoints.telegram.state, { staleTime: 0, refetchInterval: againMs })
  const say = useSayCoded(query.data?.reasonCoded)
  return (
    <Loaded query={query} rows={1}>
      {({ state, username, reason, reasonCoded }) => {
        const said = state === 'running' ? t('telegram.running', { name: username }) : t(`telegram.${state}`)
        return (
          <p className={styles.status} role="status">
            <StatusWord tone={tones[state]} word={said} />
            {reason !== '' && (
              <span className="dim85" dir="auto">
                {say(reasonCoded, reason)}
              </span>
            )}
          </p>
        )
      }}
    </Loaded>
  )
}

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
const keys = [...fields.map(({ key }) => key), 'tgBotEnable', 'tgBotToken', 'tgLang', 'tgBotBackup'] as const

/** As 3x-ui writes them: its clients read this setting too. */
const tagOf = (code: LanguageCode): string => (code === 'ar' ? 'ar-EG' : languages[code].locale)

/** The languages of the bot, and the stored one if it is none of them. */
function languageChoices(stored: string) {
  const known = languageCodes.map((code) => ({ value: tagOf(code), label: languages[code].name }))
  return known.some(({ value }) => value === stored) ? known : [...known, { value: stored, label: stored }]
}

/** The test uses what is typed, saved or not. */
function BotForm({ stored }: { stored: AllSettingView }) {
  const { t } = useTranslation()
  const form = useStoredForm(keys, stored)
  const { tgBotToken, tgBotChatId, tgBotProxy, tgBotAPIServer } = form.values
  // The token is never shown again: the field is cleared as soon as it is stored.
  useEffect(() => {
    if (form.saved && tgBotToken !== '') form.reset({ ...form.values, tgBotToken: '' })
  }, [form, tgBotToken])
  const test = useCall(endpoints.telegram.test)
  return (
    <TestedForm
      form={form}
      test={test}
      onTest={() => test.mutate({ body: { tgBotToken, tgBotChatId, tgBotProxy, tgBotAPIServer } })}
      canTest={tgBotToken.trim() !== '' || stored.hasTgBotToken}
      words={{ test: t('telegram.test'), works: t('telegram.tested'), fails: t('telegram.testFailed') }}
    >
      <Switch {...form.check('tgBotEnable', 'telegram.enable')} />
      <div className="fieldGrid">
        <SecretInput
          {...form.text(
            'tgBotToken',
            'telegram.token',
            stored.hasTgBotToken ? 'telegram.tokenKept' : 'telegram.tokenHint',
          )}
          {...hintBelow}
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
        <NativeSelect {...form.text('tgLang', 'telegram.language')} data={languageChoices(stored.tgLang)} />
        <Switch {...form.check('tgBotBackup', 'telegram.backup', 'telegram.backupHint')} />
      </div>
    </TestedForm>
  )
}
