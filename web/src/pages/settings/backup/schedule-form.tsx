import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AllSettingView } from '#contract/settings.ts'
import { endpoints, keyOf } from '../../../api/endpoints.ts'
import { AmountField } from '../../../forms/amount-field.tsx'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { SecretInput } from '../../../forms/form.tsx'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { hintBelow, MachineText, StoredForm, useStoredForm } from '../stored-form.tsx'
import { type CronChoice, choiceOf, readyCrons } from './schedule.ts'

const keys = [
  'backupEnable',
  'backupCron',
  'backupKeep',
  'backupKeepDays',
  'backupFolder',
  'backupPassphrase',
] as const

const typing = { dir: 'ltr', spellCheck: false, autoComplete: 'off' } as const
const whole = { ...hintBelow, min: 0, clampBehavior: 'none', allowDecimal: false, dir: 'ltr' } as const

interface Props {
  stored: AllSettingView
  /** Milliseconds, 0 = none. */
  nextAt: number
  /** Where backups are stored now. */
  folder: string
}

export function ScheduleForm({ stored, nextAt, folder }: Props) {
  const { t, measures } = useApp()
  const form = useStoredForm(keys, stored)
  return (
    <StoredForm form={form}>
      <Switch {...form.check('backupEnable', 'schedule.enable')} />
      {form.values.backupEnable && (
        <When cron={form.values.backupCron} onChange={(cron) => form.set('backupCron', cron)}>
          <TextInput {...form.text('backupCron', 'schedule.cron', 'schedule.cronHint')} {...typing} />
        </When>
      )}
      {nextAt > 0 && !form.dirty && (
        <p className="dim85" role="status">
          {t('schedule.nextAt', { when: measures.moment(nextAt) })}
        </p>
      )}
      <div className="fieldGrid">
        <AmountField
          {...form.value('backupKeep', 'schedule.keep')}
          unset={t('schedule.keepNone')}
          {...whole}
        />
        <AmountField
          {...form.value('backupKeepDays', 'schedule.keepDays', 'schedule.keepDaysHint')}
          unset={t('schedule.keepDaysNone')}
          {...whole}
        />
        <MachineText
          {...form.text('backupFolder')}
          label={t('schedule.folder')}
          description={t('schedule.folderHint')}
          placeholder={folder}
        />
        <SecretInput
          {...form.text(
            'backupPassphrase',
            'schedule.passphrase',
            stored.hasBackupPassphrase ? 'schedule.passphraseKept' : 'schedule.passphraseHint',
          )}
          {...hintBelow}
          autoComplete="new-password"
        />
      </div>
      {stored.hasBackupPassphrase && <ClearPassphrase />}
    </StoredForm>
  )
}

interface WhenProps {
  cron: string
  onChange(cron: string): void
  /** The field for an expression of one's own. */
  children: React.ReactNode
}

function When({ cron, onChange, children }: WhenProps) {
  const { t } = useApp()
  const [custom, setCustom] = useState(choiceOf(cron) === 'custom')
  const choice = custom ? 'custom' : choiceOf(cron)
  function choose(next: CronChoice) {
    setCustom(next === 'custom')
    if (next !== 'custom') onChange(readyCrons[next])
  }
  return (
    <>
      <ChoiceChips<CronChoice>
        name="when"
        legend={t('schedule.when')}
        value={choice}
        onChange={choose}
        options={[
          { value: 'daily', label: t('schedule.daily'), hint: t('schedule.dailyHint') },
          { value: 'sixHours', label: t('schedule.sixHours'), hint: t('schedule.sixHoursHint') },
          { value: 'weekly', label: t('schedule.weekly'), hint: t('schedule.weeklyHint') },
          { value: 'custom', label: t('schedule.custom'), hint: t('schedule.customHint') },
        ]}
      />
      {choice === 'custom' && children}
    </>
  )
}

function ClearPassphrase() {
  const { t, api, queries, questions } = useApp()
  async function clear() {
    const question = { title: t('schedule.passphraseClear'), text: t('schedule.passphraseClearText') }
    if (!(await questions.ask({ ...question, verb: t('schedule.passphraseClear'), danger: true }))) return
    await api.call(endpoints.setting.secret, { body: { key: 'backupPassphrase', value: '' } })
    await queries.invalidateQueries({ queryKey: keyOf(endpoints.setting.all) })
  }
  return (
    <div>
      <Button label={t('schedule.passphraseClear')} size="sm" onClick={() => void clear()} />
    </div>
  )
}
