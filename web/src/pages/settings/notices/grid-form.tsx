import { NativeSelect, TextInput } from '@mantine/core'
import { coreRows, notifyRows } from '#contract/settings/rows.ts'
import type { AllSettingView } from '#contract/settings.ts'
import { kindsIn, listOf } from '#domain/alerts/grid.ts'
import { digests } from '#domain/alerts/hold.ts'
import { choosableKinds } from '#domain/alerts/texts.ts'
import { AmountField } from '../../../forms/amount-field.tsx'
import { useAlertTexts } from '../../../i18n/alert-texts.ts'
import { type PlainKey, useTranslation } from '../../../i18n/translation.tsx'
import { StoredForm, useStoredForm } from '../stored-form.tsx'
import styles from './notices.module.css'

const outlets = [
  { key: 'noticeHomeEvents', label: 'alerts.home' },
  { key: 'tgEnabledEvents', label: 'alerts.telegram' },
  { key: 'smtpEnabledEvents', label: 'alerts.mail' },
] as const satisfies readonly { key: string; label: PlainKey }[]

const loads = [
  { key: 'noticeCpu', what: 'alerts.cpu', where: 'alerts.homeAndHooks' },
  { key: 'tgCpu', what: 'alerts.cpu', where: 'alerts.telegram' },
  { key: 'smtpCpu', what: 'alerts.cpu', where: 'alerts.mail' },
  { key: 'noticeMemory', what: 'alerts.memory', where: 'alerts.homeAndHooks' },
  { key: 'tgMemory', what: 'alerts.memory', where: 'alerts.telegram' },
  { key: 'smtpMemory', what: 'alerts.memory', where: 'alerts.mail' },
  { key: 'noticeDisk', what: 'alerts.disk', where: 'alerts.everywhere' },
] as const satisfies readonly { key: string; what: PlainKey; where: PlainKey }[]

const rows = { ...notifyRows, outboundDownThreshold: coreRows.outboundDownThreshold }
const numbers = [...loads.map(({ key }) => key), 'noticeCertificateDays', 'outboundDownThreshold'] as const

const keys = [
  ...outlets.map(({ key }) => key),
  ...numbers,
  'noticeQuietFrom',
  'noticeQuietTo',
  'noticeDigestAt',
  'tgDigest',
  'smtpDigest',
] as const

/** The grid of events and outlets, with the thresholds and hours that go with it. */
export function GridForm({ stored }: { stored: AllSettingView }) {
  const { t } = useTranslation()
  const form = useStoredForm(keys, stored)
  const number = (key: (typeof numbers)[number], label: string) => (
    <AmountField
      key={key}
      {...form.value(key)}
      label={label}
      unset={t('alerts.off')}
      max={rows[key].max}
      clampBehavior="none"
      allowDecimal={false}
      dir="ltr"
    />
  )
  const time = (key: 'noticeQuietFrom' | 'noticeQuietTo' | 'noticeDigestAt', label: PlainKey) => (
    <TextInput {...form.text(key, label)} type="time" dir="ltr" />
  )
  const digest = (key: 'tgDigest' | 'smtpDigest', outlet: PlainKey) => (
    <NativeSelect
      {...form.text(key)}
      label={t('alerts.digestOf', { outlet: t(outlet) })}
      data={digests.map((value) => ({ value, label: t(`alerts.digest.${value}`) }))}
    />
  )
  return (
    <StoredForm form={form}>
      <p className="prose90">{t('alerts.text')}</p>
      <Grid values={form.values} set={form.set} />
      <fieldset className="column12">
        <legend className={styles.legend}>{t('alerts.thresholds')}</legend>
        <p className="prose90">{t('alerts.thresholdsHint')}</p>
        <div className={styles.fields}>
          {loads.map(({ key, what, where }) => number(key, `${t(what)}: ${t(where)}`))}
          {number('noticeCertificateDays', t('alerts.certificateDays'))}
          {number('outboundDownThreshold', t('alerts.outboundTries'))}
        </div>
        <p className="prose90">{t('alerts.soonHint')}</p>
      </fieldset>
      <fieldset className="column12">
        <legend className={styles.legend}>{t('alerts.quiet')}</legend>
        <p className="prose90">{t('alerts.quietHint')}</p>
        <div className={styles.fields}>
          {time('noticeQuietFrom', 'alerts.quietFrom')}
          {time('noticeQuietTo', 'alerts.quietTo')}
          {digest('smtpDigest', 'alerts.mail')}
          {digest('tgDigest', 'alerts.telegram')}
          {time('noticeDigestAt', 'alerts.digestAt')}
        </div>
      </fieldset>
    </StoredForm>
  )
}

type ListKey = (typeof outlets)[number]['key']

interface GridProps {
  values: Pick<AllSettingView, ListKey>
  set(key: ListKey, list: string): void
}

function Grid({ values, set }: GridProps) {
  const { t } = useTranslation()
  const texts = useAlertTexts()
  const chosen = Object.fromEntries(outlets.map(({ key }) => [key, kindsIn(values[key])]))
  function turn(key: ListKey, kind: (typeof choosableKinds)[number], on: boolean) {
    const kinds = new Set(kindsIn(values[key]))
    if (on) kinds.add(kind)
    else kinds.delete(kind)
    set(key, listOf(kinds))
  }
  if (!texts) return null
  return (
    <table className={styles.grid}>
      <thead>
        <tr>
          <th scope="col">{t('alerts.event')}</th>
          {outlets.map(({ key, label }) => (
            <th key={key} scope="col">
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {choosableKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{texts.titleOf(kind)}</th>
            {outlets.map(({ key, label }) => (
              <td key={key}>
                <input
                  type="checkbox"
                  className={styles.tick}
                  checked={chosen[key]?.has(kind) ?? false}
                  onChange={(event) => turn(key, kind, event.currentTarget.checked)}
                  aria-label={t('alerts.tell', { outlet: t(label), event: texts.titleOf(kind) })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
