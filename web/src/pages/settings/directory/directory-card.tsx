import { Alert } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DirectoryPlanView } from '#contract/directory-api.ts'
import type { AllSettingView } from '#contract/settings.ts'
import { endpoints, useCall, useRefresh, useReply } from '../../../api/endpoints.ts'
import { SecretInput } from '../../../forms/form.tsx'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import { Failed, Loaded } from '../../../ui/states.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import styles from '../backup/backup.module.css'
import { Card } from '../card.tsx'
import type { SettingsForm } from '../use-settings-form.ts'
import type { SettingWords } from '../words.ts'

interface Props {
  words: SettingWords
  stored: AllSettingView
  form: SettingsForm
}

/** What is typed and not saved yet is tried too. */
const typed = ({ changed, values }: SettingsForm, ldapPassword: string): object => ({
  ...Object.fromEntries(changed.filter((key) => key.startsWith('ldap')).map((key) => [key, values[key]])),
  ...(ldapPassword !== '' && { ldapPassword }),
})

/** The section Directory beside its settings: the password, a test, what a sync would do, and a plan that waits. */
export function DirectoryCard({ words, stored, form }: Props) {
  const { t, api } = useApp()
  const [password, setPassword] = useState('')
  const plan = useReply(endpoints.directory.plan)
  const body = typed(form, password)
  const test = useCall(endpoints.directory.test)
  const dryRun = useCall(endpoints.directory.dryRun)
  /** Saves what was tried, a typed password too, with the sync switched on. */
  const goLive = useMutation({
    async mutationFn() {
      if (password === '') return
      await api.call(endpoints.setting.secret, { body: { key: 'ldapPassword', value: password } })
      setPassword('')
    },
    onSuccess() {
      form.set('ldapEnable', true)
      setTimeout(() => form.element.current?.requestSubmit()) // with the new value
    },
  })
  return (
    <Card id="directory" words={words}>
      <div className="column16">
        <p className="prose90">{t('directory.text')}</p>
        <Password isSet={stored.hasLdapPassword} value={password} setValue={setPassword} />
        <div className={styles.buttons}>
          <Button label={t('directory.test')} call={test} input={{ body }} />
          <Button label={t('directory.dryRun')} call={dryRun} input={{ body }} />
        </div>
        {test.data && (
          <Alert color="green" role="status">
            {t('directory.found', { people: test.data.people, enabled: test.data.enabled })}{' '}
            <bdi dir="ltr">{test.data.sample.join(', ')}</bdi>
          </Alert>
        )}
        {test.error && <Failed error={test.error} title={t('directory.testFailed')} />}
        {dryRun.error && <Failed error={dryRun.error} title={t('directory.testFailed')} />}
        {dryRun.data && (
          <PlanView title={t('directory.wouldDo')} plan={dryRun.data}>
            {!stored.ldapEnable && <Button label={t('directory.goLive')} primary call={goLive} />}
          </PlanView>
        )}
        {goLive.error && <Failed error={goLive.error} />}
        <Loaded query={plan} rows={2}>
          {(found) => <LastRun plan={found} isOn={stored.ldapEnable} />}
        </Loaded>
      </div>
    </Card>
  )
}

function LastRun({ plan, isOn }: { plan: DirectoryPlanView; isOn: boolean }) {
  const { t, measures } = useApp()
  const now = useMinute()
  const say = useSayCoded(plan.lastErrorCoded)
  const confirm = useCall(endpoints.directory.confirm, { onSettled: useRefresh(endpoints.directory.plan) })
  if (!isOn && !plan.held) return <p className="dim85">{t('directory.off')}</p>
  return (
    <>
      <p className="dim85" role="status">
        {plan.lastGoodAt > 0
          ? t('directory.lastGood', { when: measures.fromNow(plan.lastGoodAt, now), people: plan.people })
          : t('directory.never')}
      </p>
      {plan.lastError !== '' && (
        <Alert color="orange">
          <span dir="auto">{say(plan.lastErrorCoded, plan.lastError)}</span>
        </Alert>
      )}
      {plan.held && (
        <PlanView title={t('directory.waits')} plan={plan}>
          <Button
            label={t('directory.confirm')}
            primary
            call={confirm}
            input={{ body: { digest: plan.digest } }}
          />
        </PlanView>
      )}
      {confirm.error && <Failed error={confirm.error} />}
    </>
  )
}

/** Written, never read: a blank field keeps the stored one. */
function Password(props: { isSet: boolean; value: string; setValue(value: string): void }) {
  const { t, toasts } = useApp()
  const { isSet, value, setValue } = props
  const refresh = useRefresh(endpoints.setting.all)
  const save = useCall(endpoints.setting.secret, {
    async onSuccess() {
      setValue('')
      toasts.show({ tone: 'good', text: t('directory.passwordSaved') })
      await refresh()
    },
  })
  return (
    <div className="narrow">
      <SecretInput
        label={t('directory.password')}
        description={t(isSet ? 'directory.passwordSet' : 'directory.passwordNone')}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        autoComplete="new-password"
      />
      {value !== '' && (
        <Button
          label={t('directory.passwordSave')}
          mt="xs"
          call={save}
          input={{ body: { key: 'ldapPassword', value } }}
        />
      )}
      {save.error && <Failed error={save.error} />}
    </div>
  )
}

const kinds = ['enable', 'disable', 'create', 'delete'] as const

/** More than a person reads through. */
const MOST = 100

interface PlanViewProps {
  title: string
  plan: DirectoryPlanView
  children?: ReactNode
}

/** What a sync would change, by kind and name, and why it waits. */
function PlanView({ title, plan, children }: PlanViewProps) {
  const { t } = useApp()
  const say = useSayCoded(plan.reasonCoded ?? plan.skipped[0]?.reasonCoded)
  const changed = kinds.filter((kind) => plan[kind].length > 0)
  return (
    <Alert color={plan.held ? 'orange' : 'blue'} title={title}>
      <div className="column16">
        {plan.reason && <p dir="auto">{say(plan.reasonCoded, plan.reason)}</p>}
        {changed.length === 0 && plan.skipped.length === 0 && <p>{t('directory.nothing')}</p>}
        {changed.map((kind) => (
          <div key={kind}>
            <strong>{t(`directory.${kind}`, { count: plan[kind].length })}</strong>{' '}
            <bdi dir="ltr">
              {plan[kind].slice(0, MOST).join(', ')}
              {plan[kind].length > MOST && ', …'}
            </bdi>
          </div>
        ))}
        {plan.skipped.slice(0, MOST).map(({ email, reason, reasonCoded }) => (
          <div key={email}>
            <bdi dir="ltr">{email}</bdi>: {say(reasonCoded, reason)}
          </div>
        ))}
        {children && <div className={styles.buttons}>{children}</div>}
      </div>
    </Alert>
  )
}
