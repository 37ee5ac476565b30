import { Alert, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { endpoints, useCall, useRefresh, useReply } from '../../../api/endpoints.ts'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { useDraft } from '../draft/draft.tsx'
import { type Addition, additionOf, listsOf, type Preset, presets, withAddition } from './presets.ts'
import styles from './routing.module.css'
import { RuleSentence } from './rule-sentence.tsx'
import { useTargets } from './targets.ts'

/** `?preset=ai`: what it will do, in words, before it is added. */
export function PresetDrawer() {
  const { t } = useApp()
  const find = (id: string) => presets.find((preset) => preset.id === id)
  return (
    <SideDrawer param="preset" title={(id) => t(find(id)?.label ?? 'preset.title')}>
      {(id, close) => {
        const preset = find(id)
        return preset && <Body key={id} preset={preset} close={close} />
      }}
    </SideDrawer>
  )
}

interface Props {
  preset: Preset
  close(): void
}

function Body({ preset, close }: Props) {
  const { t } = useApp()
  const tokens = listsOf(preset)
  const issues = useReply(endpoints.geo.validate, {
    body: { tokens, kind: '' },
    enabled: tokens.length > 0,
    staleTime: 0,
  })
  return (
    <div className="stack14" data-preset={preset.id}>
      <p>{t(preset.about)}</p>
      {tokens.length === 0 ? (
        <Offer preset={preset} close={close} missing={[]} />
      ) : (
        <Loaded query={issues} rows={2}>
          {(found) => {
            const absent = found.flatMap(({ reason, file = '' }) => (reason === 'fileMissing' ? [file] : []))
            if (absent.length > 0) return <NoFiles files={[...new Set(absent)]} />
            return <Offer preset={preset} close={close} missing={found.map(({ token }) => token)} />
          }}
        </Loaded>
      )}
    </div>
  )
}

/** Nothing can be added before the lists are there. */
function NoFiles({ files }: { files: readonly string[] }) {
  const { t } = useApp()
  const onSuccess = useRefresh(endpoints.geo.files, endpoints.geo.validate)
  const fetching = useCall(endpoints.geo.updateAll, { onSuccess })
  return (
    <Alert color="blue">
      <p>{t('preset.missing')}</p>
      <p dir="ltr">{files.join(', ')}</p>
      {fetching.error && <p role="alert">{sayError(t, fetching.error)}</p>}
      <Button label={t('preset.fetch')} mt="sm" size="xs" icon={DownloadIcon} call={fetching} />
    </Alert>
  )
}

function Offer({ preset, close, missing }: Props & { missing: readonly string[] }) {
  const { t, router } = useApp()
  const { template, change } = useDraft()
  const ways = useTargets().filter(({ tone }) => tone === 'proxied')
  const [wanted, setWanted] = useState('')
  const isChosen = preset.to === 'chosen'
  const target = isChosen ? (ways.find(({ value }) => value === wanted) ?? ways[0])?.value : ''
  if (target === undefined) return <NoWay />
  const addition = additionOf(template, preset, { target, missing })
  const adding = (then: () => void) => ({
    disabled: addition.rules.length === 0,
    onClick() {
      change((draft) => withAddition(draft, additionOf(draft, preset, { target, missing })))
      then()
    },
  })
  return (
    <>
      {isChosen && (
        <NativeSelect
          label={t('rule.goesTo')}
          value={target}
          onChange={(event) => setWanted(event.currentTarget.value)}
          data={ways.map(({ value, tag }) => ({ value, label: tag }))}
        />
      )}
      <Effect addition={addition} missing={missing} />
      <div className="buttonsAtEnd10">
        <Button label={t('rule.keep')} {...adding(close)} />
        <Button
          label={t('rule.addReview')}
          primary
          {...adding(() => router.setParams({ preset: undefined, review: '1' }, 'push'))}
        />
      </div>
    </>
  )
}

/** The rules as sentences, and the outbounds and lists that they add. */
function Effect({ addition, missing }: { addition: Addition; missing: readonly string[] }) {
  const { t } = useApp()
  const targets = useTargets()
  const { rules, outbound } = addition
  const tag = String(outbound?.tag ?? '')
  const known = outbound
    ? [
        ...targets,
        { value: `outbound ${tag}`, tag, kind: 'outbound' as const, tone: toneOf(outbound.protocol) },
      ]
    : targets
  if (rules.length === 0) return <p className="dim86">{t('preset.already')}</p>
  return (
    <>
      <p>{t('preset.adds')}</p>
      <ul className={styles.presetRules}>
        {rules.map((rule) => (
          <li key={JSON.stringify(rule)}>
            <RuleSentence rule={rule} targets={known} />
          </li>
        ))}
      </ul>
      {outbound && <p className="dim86">{t('preset.addsOutbound', { tag })}</p>}
      {missing.length > 0 && <p className="dim86">{t('preset.leftOut', { lists: missing.join(', ') })}</p>}
    </>
  )
}

const toneOf = (protocol: unknown) => (protocol === 'blackhole' ? ('blocked' as const) : ('direct' as const))

/** Every outbound leaves from this server: there is nowhere else to send it. */
function NoWay() {
  const { t, router } = useApp()
  const add = () =>
    router.setParams({ preset: undefined, tab: 'outbounds', new: 'outbound', by: 'warp' }, 'push')
  return (
    <Alert color="blue">
      <p>{t('preset.noWay')}</p>
      <Button label={t('preset.addOutbound')} mt="sm" size="xs" onClick={add} />
    </Alert>
  )
}
