import { Collapse, NumberInput, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { SetupState } from '#contract/setup-api.ts'
import { isIp } from '#domain/net/address.ts'
import { isPublic } from '#domain/net/address-class.ts'
import { FormBody, useForm } from '../../forms/form.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { type Made, makeFirst, type Tick, ticks } from './make-first.ts'
import styles from './setup.module.css'

const isHost = (text: string) => /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]+)$/i.test(text)

/** The browser's address of the panel is used as the server address, unless it is loopback. */
function hostOf(state: SetupState): string {
  const seen = location.hostname.replace(/^\[|\]$/g, '')
  const own = seen === 'localhost' || seen === '::1' || seen.startsWith('127.')
  return own ? state.host || seen : seen
}

/** An address that only neighbours can reach; a name may lead anywhere. */
const isPrivate = (host: string) => isIp(host) && !isPublic(host)

interface Props {
  state: SetupState
  onDone(email: string, made: Made): void
}

/** One card, nothing to type: a refusal is shown beside its field, and the next attempt continues from there. */
export function ConfirmStep({ state, onDone }: Props) {
  const { t, api } = useApp()
  const [more, setMore] = useState(false)
  const [now, setNow] = useState<Tick>()
  const made = useRef<Made>({})
  const form = useForm({
    initial: { host: hostOf(state), port: state.port as number | string, email: 'me', target: '' },
    fields: { publicHost: 'host', 'streamSettings.realitySettings.target': 'target' },
    check(values) {
      const port = Number(values.port)
      return {
        ...(!isHost(values.host.trim()) && { host: t('setup.hostBad') }),
        ...(!(Number.isInteger(port) && port >= 1 && port <= 65_535) && { port: t('setup.portBad') }),
        ...(values.email.trim() === '' && { email: t('setup.missing') }),
      }
    },
    submit: (values) => {
      const { host, email, target } = values
      const wanted = {
        host: host.trim(),
        email: email.trim(),
        target: target.trim(),
        port: Number(values.port),
      }
      return makeFirst(api, wanted, made.current, setNow)
    },
    onDone: (result, values) => onDone(values.email.trim(), result),
  })
  const hidden = ['port', 'email', 'target'].some((name) => name in form.errors)
  return (
    <>
      <h2 className={styles.title}>{t('setup.confirmTitle', { port: String(form.values.port) })}</h2>
      <p className="prose">
        {t('setup.confirmText')}
        {!isPrivate(form.values.host.trim()) && ` ${t('setup.confirmFine')}`}
      </p>
      <FormBody
        form={form}
        verb={t('setup.create')}
        careless
        aside={
          <Button
            label={t('setup.more')}
            variant="subtle"
            aria-expanded={more || hidden}
            onClick={() => setMore((open) => !open)}
            disabled={form.busy}
          />
        }
      >
        <TextInput
          {...form.text(
            'host',
            'setup.host',
            isPrivate(form.values.host.trim()) ? 'setup.hostPrivate' : 'setup.hostHint',
          )}
          dir="ltr"
          spellCheck={false}
        />
        <Collapse expanded={more || hidden}>
          <div className="stack14">
            <NumberInput {...form.value('port', 'setup.port')} min={1} max={65_535} hideControls dir="ltr" />
            <TextInput {...form.text('email', 'setup.client')} spellCheck={false} dir="ltr" />
            <TextInput
              {...form.text('target', 'setup.target', 'setup.targetHint')}
              placeholder="www.example.com:443"
              spellCheck={false}
              dir="ltr"
            />
          </div>
        </Collapse>
        {now && <TickList now={now} busy={form.busy} />}
      </FormBody>
    </>
  )
}

const labels = {
  core: 'setup.tickCore',
  target: 'setup.tickTarget',
  inbound: 'setup.tickInbound',
  client: 'setup.tickClient',
  link: 'setup.tickLink',
} as const satisfies Record<Tick, string>

const words = {
  done: 'setup.tickDone',
  now: 'setup.tickNow',
  failed: 'setup.tickFailed',
  waiting: 'setup.tickWaiting',
} as const

/** Each call as a line with a check mark; an error is shown at the line that failed. */
function TickList({ now, busy }: { now: Tick; busy: boolean }) {
  const { t } = useApp()
  const at = ticks.indexOf(now)
  const stateOf = (i: number) => (i < at ? 'done' : i > at ? 'waiting' : busy ? 'now' : 'failed')
  return (
    <ul className="stack8" aria-label={t('setup.doing')}>
      {ticks.map((tick, i) => {
        const state = stateOf(i)
        return (
          <li key={tick} className={styles.tick} data-state={state}>
            <span className={styles.mark}>{state === 'done' && <CheckIcon size={14} />}</span>
            {t(labels[tick])}
            <span className={styles.word}>{t(words[state])}</span>
          </li>
        )
      })}
    </ul>
  )
}
