import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { type DnsHost, dnsHosts, writeHosts } from '#domain/core-config/dns-section.ts'
import { sameJson } from '#domain/core-config/json.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import boxes from '../boxes.module.css'
import { useDraft } from '../draft/draft.tsx'
import styles from '../outbounds/outbounds.module.css'
import { readHosts, showHosts } from './host-lines.ts'

/**
 * Names with fixed answers, like a hosts file but with the name first. Text that cannot be parsed yet is kept
 * as typed.
 */
export function HostLines() {
  const { t } = useTranslation()
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
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        placeholder={'example.com 192.0.2.1\ndomain:lan.example 10.0.0.5 10.0.0.6'}
        classNames={{ input: styles.code ?? '' }}
      />
    </section>
  )
}
