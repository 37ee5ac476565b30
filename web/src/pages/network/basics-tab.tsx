import { Alert, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { basics, directTag, type ResolveStrategy, resolveStrategies } from '#domain/core-config/basics.ts'
import { type Blocked, isBlocked, setBlocked } from '#domain/core-config/blocked-targets.ts'
import { type Path, textIn, valueAt, withValueAt } from '#domain/core-config/edit.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { Applied } from './basics-applied.tsx'
import boxes from './boxes.module.css'
import { useDraft } from './draft.tsx'
import styles from './outbounds.module.css'

/** The words below: inputs that stand beside each other stand in one line. */
const order: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

/** What a field is about, and when a change of it counts. */
function useNote() {
  const { t } = useTranslation()
  return (hint: PlainKey, when: 'live' | 'restart') => (
    <>
      {t(hint)}
      <span className={boxes.applied}>
        <Applied when={when} />
      </span>
    </>
  )
}

export function BasicsTab() {
  return (
    <>
      <Log />
      <Targets />
      <Connections />
      <Observatories />
    </>
  )
}

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={boxes.box} aria-label={title}>
      <h2 className={boxes.boxTitle}>{title}</h2>
      <div className={boxes.fields}>{children}</div>
    </section>
  )
}

type Level = ReturnType<typeof basics.logLevel.read>
type Mask = ReturnType<typeof basics.maskAddress.read>
const levelWords = {
  debug: 'basics.debug',
  info: 'basics.info',
  warning: 'basics.warning',
  error: 'basics.error',
  none: 'basics.none',
} as const satisfies Record<Level, PlainKey>
const maskWords = {
  '': 'basics.maskNone',
  quarter: 'basics.maskQuarter',
  half: 'basics.maskHalf',
  full: 'basics.maskFull',
} as const satisfies Record<Mask, PlainKey>

function Log() {
  const { t } = useTranslation()
  const note = useNote()
  const { template, change } = useDraft()
  const { logLevel, accessLog, maskAddress } = basics
  const isKept = accessLog.read(template)
  return (
    <Box title={t('basics.log')}>
      <NativeSelect
        label={t('basics.level')}
        description={note('basics.levelHint', logLevel.applied)}
        inputWrapperOrder={order}
        value={logLevel.read(template)}
        onChange={(event) => {
          const value = event.currentTarget.value as Level // one of the options below
          change((draft) => logLevel.write(draft, value))
        }}
        data={logLevel.choices.map((value) => ({ value, label: t(levelWords[value]) }))}
      />
      <Switch
        size="md"
        label={t('basics.access')}
        description={note('basics.accessHint', accessLog.applied)}
        checked={isKept}
        onChange={(event) => {
          const on = event.currentTarget.checked
          change((draft) => accessLog.write(draft, on))
        }}
      />
      {isKept && (
        <NativeSelect
          label={t('basics.mask')}
          description={note('basics.maskHint', maskAddress.applied)}
          inputWrapperOrder={order}
          value={maskAddress.read(template)}
          onChange={(event) => {
            const value = event.currentTarget.value as Mask // one of the options below
            change((draft) => maskAddress.write(draft, value))
          }}
          data={maskAddress.choices.map((value) => ({ value, label: t(maskWords[value]) }))}
        />
      )}
    </Box>
  )
}

function Targets() {
  const { t } = useTranslation()
  const note = useNote()
  const { template, change } = useDraft()
  const tag = directTag(template)
  const toggle = (what: Blocked) => ({
    size: 'md' as const,
    checked: isBlocked(template, what),
    onChange: (event: { currentTarget: { checked: boolean } }) => {
      const on = event.currentTarget.checked
      change((draft) => setBlocked(draft, what, on))
    },
  })
  return (
    <Box title={t('basics.targets')}>
      <Switch
        {...toggle('private')}
        label={t('basics.private')}
        description={note('basics.privateHint', 'live')}
      />
      {!isBlocked(template, 'private') && (
        <Alert color="red" variant="light">
          {t('basics.privateOff')}
        </Alert>
      )}
      <Switch
        {...toggle('bittorrent')}
        label={t('basics.torrent')}
        description={note('basics.torrentHint', 'live')}
      />
      {tag !== undefined && (
        <NativeSelect
          label={t('basics.direct', { tag })}
          description={note('basics.directHint', basics.direct.applied)}
          inputWrapperOrder={order}
          value={basics.direct.read(template)}
          onChange={(event) => {
            const value = event.currentTarget.value as ResolveStrategy // one of the options below
            change((draft) => basics.direct.write(draft, value))
          }}
          data={resolveStrategies.map((value) => ({ value, label: value }))}
        />
      )}
    </Box>
  )
}

/** As the core has them where the template says nothing. */
const levels = [
  ['connIdle', 'basics.connIdle', 'basics.connIdleHint', 300],
  ['handshake', 'basics.handshake', 'basics.handshakeHint', 4],
  ['uplinkOnly', 'basics.uplinkOnly', 'basics.uplinkOnlyHint', 2],
  ['downlinkOnly', 'basics.downlinkOnly', 'basics.downlinkOnlyHint', 5],
  ['bufferSize', 'basics.bufferSize', 'basics.bufferSizeHint', undefined],
] as const satisfies (readonly [keyof typeof basics, PlainKey, PlainKey, number | undefined])[]

function Connections() {
  const { t } = useTranslation()
  const note = useNote()
  const { template, change } = useDraft()
  return (
    <Box title={t('basics.connections')}>
      {levels.map(([name, label, hint, usual]) => (
        <NumberInput
          key={name}
          label={t(label)}
          description={note(hint, basics[name].applied)}
          inputWrapperOrder={order}
          value={basics[name].read(template) ?? ''}
          onChange={(next) =>
            change((draft) => basics[name].write(draft, next === '' ? undefined : Number(next)))
          }
          placeholder={usual === undefined ? t('basics.asCore') : String(usual)}
          min={0}
          max={1_000_000}
          allowDecimal={false}
          dir="ltr"
        />
      ))}
    </Box>
  )
}

const probes: readonly [label: PlainKey, hint: PlainKey, path: Path][] = [
  ['basics.probeUrl', 'basics.probeUrlHint', ['observatory', 'probeURL']],
  ['basics.probeEvery', 'basics.probeEveryHint', ['observatory', 'probeInterval']],
  ['basics.probeUrl', 'basics.probeUrlHint', ['burstObservatory', 'pingConfig', 'destination']],
  ['basics.probeEvery', 'basics.probeEveryHint', ['burstObservatory', 'pingConfig', 'interval']],
]

/** It comes and goes with the balancers that need it: here is how it looks. */
function Observatories() {
  const { t } = useTranslation()
  const note = useNote()
  const { template, change } = useDraft()
  const shown = probes.filter(([, , [section]]) => section && valueAt(template, [section]) !== undefined)
  return (
    <Box title={t('basics.observatory')}>
      {shown.length === 0 && <p className={styles.dim}>{t('basics.observatoryNone')}</p>}
      {shown.map(([label, hint, path]) => (
        <TextInput
          key={path.join('.')}
          label={t(label)}
          description={note(hint, 'restart')}
          inputWrapperOrder={order}
          value={textIn(template, path)}
          onChange={(event) => {
            const text = event.currentTarget.value.trim()
            change((draft) => withValueAt(draft, path, text === '' ? undefined : text))
          }}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
        />
      ))}
    </Box>
  )
}
