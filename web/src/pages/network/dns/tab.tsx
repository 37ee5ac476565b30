import { Alert, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import {
  type DnsHost,
  type DnsPreset,
  type DnsServer,
  dnsHosts,
  dnsPresets,
  dnsServers,
  hasDns,
  isDnsUsed,
  moveServer,
  presetOf,
  type QueryStrategy,
  queryStrategies,
  queryStrategy,
  removeServer,
  withoutDns,
  withPreset,
  writeHosts,
  writeStrategy,
} from '#domain/core-config/dns-section.ts'
import { sameJson } from '#domain/untyped.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { machineText } from '../../../forms/form.tsx'
import { useApp } from '../../../services.tsx'
import { deletion, editing, RowMenu } from '../../../table/row-menu.tsx'
import { Button } from '../../../ui/button.tsx'
import { DownIcon, PlusIcon, UpIcon } from '../../../ui/icons.tsx'
import { Applied } from '../basics/fields.tsx'
import boxes from '../boxes.module.css'
import { useDraft } from '../draft/draft.tsx'
import styles from '../outbounds/outbounds.module.css'
import { readHosts, showHosts } from './host-lines.ts'
import { DnsServerDrawer } from './server-form.tsx'

const presetNames: Record<DnsPreset, string> = {
  cloudflare: 'Cloudflare',
  google: 'Google',
  quad9: 'Quad9',
  adguard: 'AdGuard',
}
type Choice = DnsPreset | 'off' | 'own'

export function DnsTab() {
  const { t } = useApp()
  const { template, change } = useDraft()
  const isOn = hasDns(template)
  const current: Choice = isOn ? (presetOf(template) ?? 'own') : 'off'
  function choose(choice: Choice) {
    if (choice === 'own') return
    change((draft) => (choice === 'off' ? withoutDns(draft) : withPreset(draft, choice)))
  }
  const presets = Object.keys(dnsPresets) as DnsPreset[] // the table's own keys
  return (
    <>
      <section className={boxes.box} aria-label={t('dns.who')}>
        <ChoiceChips<Choice>
          name="preset"
          legend={t('dns.who')}
          value={current}
          onChange={choose}
          aside={<Applied when="restart" />}
          options={[
            { value: 'off', label: t('dns.off'), hint: t('dns.offHint') },
            ...presets.map((value) => ({ value, label: presetNames[value] })),
            ...(current === 'own' ? [{ value: 'own' as const, label: t('dns.own') }] : []),
          ]}
        />
        {isOn && !isDnsUsed(template) && <Alert color="orange">{t('dns.idle')}</Alert>}
        {isOn && (
          <NativeSelect
            className="narrow"
            label={t('dns.strategy')}
            value={queryStrategy(template)}
            onChange={(event) => {
              const value = event.currentTarget.value as QueryStrategy // one of the options below
              change((draft) => writeStrategy(draft, value))
            }}
            data={queryStrategies.map((value) => ({ value, label: t(`dns.query.${value}`) }))}
          />
        )}
      </section>
      <Servers />
      {isOn && <HostLines />}
      <DnsServerDrawer />
    </>
  )
}

function Servers() {
  const { t, router } = useApp()
  const { template } = useDraft()
  const servers = dnsServers(template)
  return (
    <section className={boxes.box} aria-labelledby="dns-servers">
      <div className={boxes.boxHead}>
        <h2 id="dns-servers" className={boxes.boxTitle}>
          {t('dns.servers')}
        </h2>
        <Button
          label={t('dns.add')}
          size="xs"
          leftSection={<PlusIcon size={14} />}
          onClick={() => router.setParams({ server: 'new' }, 'push')}
        />
      </div>
      {servers.length === 0 ? (
        <p className={styles.dim}>{t('dns.none')}</p>
      ) : (
        <>
          <p className={styles.dim}>{t('dns.order')}</p>
          <ol>
            {servers.map((server, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same server may be there twice
              <ServerRow key={index} server={server} index={index} count={servers.length} />
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

function ServerRow({ server, index, count }: { server: DnsServer; index: number; count: number }) {
  const { t, router } = useApp()
  const { change } = useDraft()
  const { address, port, domains, expectIPs, skipFallback } = server
  const words = [
    domains.length > 0 ? t('dns.forNames', { names: domains.join(', ') }) : t('dns.forAll'),
    ...(expectIPs.length > 0 ? [t('dns.expects', { ranges: expectIPs.join(', ') })] : []),
    ...(skipFallback ? [t('dns.notOthers')] : []),
  ]
  return (
    <li className={boxes.row}>
      <div className={boxes.rowText}>
        <span dir="ltr" className={styles.nameText}>
          {address}
          {port !== undefined && `:${port}`}
        </span>
        <span className={styles.dim}>{words.join(' · ')}</span>
      </div>
      <RowMenu
        label={t('table.menu', { name: address })}
        entries={() => [
          editing(t('outbounds.edit'), () => router.setParams({ server: String(index + 1) }, 'push')),
          {
            label: t('outbounds.up'),
            icon: UpIcon,
            ...(index === 0 && { why: t('outbounds.isFirst') }),
            run: () => change((draft) => moveServer(draft, index, index - 1)),
          },
          {
            label: t('outbounds.down'),
            icon: DownIcon,
            ...(index === count - 1 && { why: t('outbounds.isLast') }),
            run: () => change((draft) => moveServer(draft, index, index + 1)),
          },
          deletion(t('outbounds.delete'), () => change((draft) => removeServer(draft, index))),
        ]}
      />
    </li>
  )
}

/**
 * Names with fixed answers, like a hosts file but with the name first. Text that cannot be parsed yet is kept
 * as typed.
 */
function HostLines() {
  const { t } = useApp()
  const { template, change } = useDraft()
  const hosts = dnsHosts(template)
  const [typed, setTyped] = useState<string>()
  const read = typed === undefined ? undefined : readHosts(typed)
  // Shows the current hosts after the draft was discarded or changed elsewhere.
  const isMine = read !== undefined && ('line' in read || sameJson(read.hosts, hosts))
  function write(text: string) {
    setTyped(text)
    const found = readHosts(text)
    if ('hosts' in found) change((draft) => writeHosts(draft, found.hosts))
  }
  return (
    <section className={boxes.box} aria-label={t('dns.hosts')}>
      <Textarea
        label={t('dns.hosts')}
        description={t('dns.hostsHint')}
        value={isMine ? typed : showHosts(hosts satisfies DnsHost[])}
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={() => read && 'hosts' in read && setTyped(undefined)}
        error={read && 'line' in read ? t('dns.hostBad', { line: read.line }) : undefined}
        rows={5}
        placeholder={'example.com 192.0.2.1\ndomain:lan.example 10.0.0.5 10.0.0.6'}
        classNames={{ input: styles.code ?? '' }}
        {...machineText}
      />
    </section>
  )
}
