import { Alert, NumberInput, Switch, TextInput } from '@mantine/core'
import { basics, directTag } from '#domain/core-config/basics.ts'
import { type Blocked, isBlocked, setBlocked } from '#domain/core-config/blocked-targets.ts'
import { type Path, textIn, valueAt, withValueAt } from '#domain/core-config/edit.ts'
import { resolveStrategies } from '#domain/net/resolve-strategy.ts'
import { machineText } from '../../../forms/form.tsx'
import { type PlainKey, useTranslation } from '../../../i18n/translation.tsx'
import { useDraft } from '../draft/draft.tsx'
import styles from '../outbounds/outbounds.module.css'
import { Box, ChoiceField, noteOf, order } from './fields.tsx'

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

const maskWords = {
  '': 'basics.maskNone',
  quarter: 'basics.maskQuarter',
  half: 'basics.maskHalf',
  full: 'basics.maskFull',
} as const satisfies Record<string, PlainKey>
const routingWords = {
  AsIs: 'basics.routingAsIs',
  IPIfNonMatch: 'basics.routingIfNonMatch',
  IPOnDemand: 'basics.routingOnDemand',
} as const satisfies Record<string, PlainKey>

function Log() {
  const { t } = useTranslation()
  const { template, change } = useDraft()
  const { logLevel, accessLog, maskAddress } = basics
  const isKept = accessLog.read(template)
  return (
    <Box title={t('basics.log')}>
      <ChoiceField
        label={t('basics.level')}
        hint={t('basics.levelHint')}
        field={logLevel}
        choices={logLevel.choices}
        wordOf={(level) => t(`basics.${level}`)}
      />
      <Switch
        label={t('basics.access')}
        description={noteOf(t('basics.accessHint'), accessLog.applied)}
        checked={isKept}
        onChange={(event) => {
          const on = event.currentTarget.checked
          change((draft) => accessLog.write(draft, on))
        }}
      />
      {isKept && (
        <ChoiceField
          label={t('basics.mask')}
          hint={t('basics.maskHint')}
          field={maskAddress}
          choices={maskAddress.choices}
          wordOf={(mask) => t(maskWords[mask])}
        />
      )}
    </Box>
  )
}

function Targets() {
  const { t } = useTranslation()
  const { template } = useDraft()
  const tag = directTag(template)
  return (
    <Box title={t('basics.targets')}>
      <BlockSwitch what="private" label={t('basics.private')} hint={t('basics.privateHint')} />
      <BlockSwitch what="bittorrent" label={t('basics.torrent')} hint={t('basics.torrentHint')} />
      {!isBlocked(template, 'private') && <Alert color="red">{t('basics.privateOff')}</Alert>}
      <ChoiceField
        label={t('basics.routing')}
        hint={t('basics.routingHint')}
        field={basics.routing}
        choices={basics.routing.choices}
        wordOf={(way) => t(routingWords[way])}
      />
      {tag !== undefined && (
        <ChoiceField
          label={t('basics.direct', { tag })}
          hint={t('basics.directHint')}
          field={basics.direct}
          choices={resolveStrategies}
        />
      )}
    </Box>
  )
}

function BlockSwitch({ what, label, hint }: { what: Blocked; label: string; hint: string }) {
  const { template, change } = useDraft()
  return (
    <Switch
      label={label}
      description={noteOf(hint, 'live')}
      checked={isBlocked(template, what)}
      onChange={(event) => {
        const on = event.currentTarget.checked
        change((draft) => setBlocked(draft, what, on))
      }}
    />
  )
}

/** The core's defaults for what the template omits. */
const usualLevels = {
  connIdle: 300,
  handshake: 4,
  uplinkOnly: 2,
  downlinkOnly: 5,
  bufferSize: undefined,
} as const
const levels = Object.keys(usualLevels) as (keyof typeof usualLevels)[] // its keys

function Connections() {
  const { t } = useTranslation()
  const { template, change } = useDraft()
  return (
    <Box title={t('basics.connections')}>
      {levels.map((name) => (
        <NumberInput
          key={name}
          label={t(`basics.policyName.${name}`)}
          description={noteOf(t(`basics.policyHint.${name}`), basics[name].applied)}
          inputWrapperOrder={order}
          value={basics[name].read(template) ?? ''}
          onChange={(next) =>
            change((draft) => basics[name].write(draft, next === '' ? undefined : Number(next)))
          }
          placeholder={String(usualLevels[name] ?? t('basics.asCore'))}
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

/** Read-only: it is added and removed with the balancers that need it. */
function Observatories() {
  const { t } = useTranslation()
  const { template, change } = useDraft()
  const shown = probes.filter(([, , [section]]) => section && valueAt(template, [section]) !== undefined)
  return (
    <Box title={t('basics.observatory')}>
      {shown.length === 0 && <p className={styles.dim}>{t('basics.observatoryNone')}</p>}
      {shown.map(([label, hint, path]) => (
        <TextInput
          key={path.join('.')}
          label={t(label)}
          description={noteOf(t(hint), 'restart')}
          inputWrapperOrder={order}
          value={textIn(template, path)}
          onChange={(event) => {
            const text = event.currentTarget.value.trim()
            change((draft) => withValueAt(draft, path, text === '' ? undefined : text))
          }}
          {...machineText}
        />
      ))}
    </Box>
  )
}
