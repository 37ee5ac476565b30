import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkIcon, PrintIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { linkName, protocolOf, subscriptionsOf } from './access.ts'
import styles from './access-panel.module.css'
import { usePrint } from './use-print.tsx'

interface Item {
  name: string
  kind: string
  text: string
}

/** Links and the subscription: a large QR code, and every text with a copy button. */
export function AccessPanel({ email }: { email: string }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const params = { email }
  // Not cached: links depend on the inbounds and settings.
  const links = useQuery({ ...replyOf(api, endpoints.clients.links, { params }), staleTime: 0 })
  const client = useQuery(replyOf(api, endpoints.clients.get, { params }))
  const { data: settings } = useQuery(replyOf(api, endpoints.setting.defaultSettings))
  const [form, setForm] = useState<'links' | 'sub'>('links')
  const subs = settings && client.data ? subscriptionsOf(client.data.client.subId, settings) : []

  return (
    <Loaded query={links}>
      {(found) => {
        const items: Item[] =
          form === 'sub'
            ? subs.map(({ format, url }) => ({ name: format, kind: t('access.subscription'), text: url }))
            : found.map((link) => ({ name: linkName(link), kind: protocolOf(link), text: link }))
        return (
          <div className={styles.panel}>
            {subs.length > 0 && (
              <SegmentedControl
                fullWidth
                value={form}
                onChange={(value) => setForm(value === 'sub' ? 'sub' : 'links')}
                data={[
                  { value: 'links', label: t('access.links') },
                  { value: 'sub', label: t('access.subscription') },
                ]}
                aria-label={t('access.what')}
              />
            )}
            {items.length === 0 ? (
              <EmptyState icon={LinkIcon} title={t('access.noneTitle')} text={t('access.noneText')} />
            ) : (
              <Codes key={form} email={email} items={items} address={subs[0]?.url} />
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

interface CodesProps {
  email: string
  items: readonly Item[]
  /** Of the subscription. */
  address: string | undefined
}

function Codes({ email, items, address }: CodesProps) {
  const { t } = useTranslation()
  const [at, setAt] = useState(0)
  const { print, sheet } = usePrint()
  const shown = items[at] ?? items[0]!
  return (
    <>
      <div className={styles.code}>
        <QrCode text={shown.text} label={t('access.qr', { name: shown.name, email })} size={280} />
        <div className={styles.buttons}>
          <CopyButton wide primary text={shown.text} what={shown.name} />
          <Button
            variant="default"
            leftSection={<PrintIcon size={16} />}
            onClick={() => print([{ email, code: shown.text, address }])}
          >
            {t('access.print')}
          </Button>
        </div>
        {sheet}
      </div>
      <ul className={styles.list}>
        {items.map((item, i) => (
          <li key={item.text} className={styles.item}>
            <button type="button" className={styles.pick} aria-pressed={i === at} onClick={() => setAt(i)}>
              <span className={styles.line}>
                <bdi className={styles.name}>{item.name}</bdi>
                <span className={styles.kind}>{item.kind}</span>
              </span>
              <code className={styles.text} dir="ltr" aria-hidden>
                {item.text}
              </code>
            </button>
            <CopyButton text={item.text} what={item.name} />
          </li>
        ))}
      </ul>
    </>
  )
}
