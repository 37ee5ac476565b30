import { Alert, SegmentedControl } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import type { WireguardFiles } from '#contract/clients-api.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LinkIcon, PrintIcon } from '../../ui/icons.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { linkName, protocolOf, type SubscriptionAddress, subscriptionsOf } from './access.ts'
import styles from './access-panel.module.css'
import { tunnelsAmong } from './tunnels.ts'
import { useClientInbounds } from './use-clients.ts'
import { type PrintedCard, usePrint } from './use-print.tsx'

/** What a person gets: the subscription as a personal page, single links, or files for the WireGuard app. */
export function AccessPanel({ email }: { email: string }) {
  const params = { email }
  // Not cached: links depend on the inbounds and settings.
  const links = useReply(endpoints.clients.links, { params, staleTime: 0 })
  const client = useReply(endpoints.clients.get, { params })
  const settings = useReply(endpoints.setting.defaultSettings)
  const hasKey = (client.data?.client.publicKey ?? '') !== ''
  const tunnels = useReply(endpoints.clients.wireguard, { params, staleTime: 0, enabled: hasKey })
  if (client.isPending) return <Loaded query={client}>{() => null}</Loaded>
  if (settings.isPending) return <Loaded query={settings}>{() => null}</Loaded>
  if (hasKey && tunnels.isPending) return <Loaded query={tunnels}>{() => null}</Loaded>
  const subId = client.data?.client.subId ?? ''
  const addresses = settings.data ? subscriptionsOf(subId, settings.data) : []
  return (
    <Loaded query={links}>
      {(found) => (
        <Access email={email} addresses={addresses} links={found} tunnels={tunnels.data ?? noTunnels} />
      )}
    </Loaded>
  )
}

const WireguardAccess = lazyWithWords(() => import('./wireguard-access.tsx'), 'WireguardAccess', 'wireguard')
const noTunnels: WireguardFiles = { files: [], left: [] }

const words = { sub: 'access.subscription', links: 'access.links', wireguard: 'access.wireguard' } as const
type Form = keyof typeof words

interface AccessProps {
  email: string
  addresses: readonly SubscriptionAddress[]
  links: readonly string[]
  tunnels: WireguardFiles
}

/** The subscription comes first, unless nobody can reach it. */
function Access({ email, addresses, links, tunnels }: AccessProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Form>()
  const [page, ...others] = addresses
  const isLocalOnly = page?.isLocal ?? false
  const complete = tunnels.files.filter((file) => file.complete)
  const isTunnelOnly = tunnels.files.length > 0 && complete.length === links.length
  const offered: Record<Form, boolean> = {
    sub: page !== undefined,
    links: true,
    wireguard: tunnels.files.length + tunnels.left.length > 0,
  }
  const wished = chosen ?? (page && !isLocalOnly ? 'sub' : isTunnelOnly ? 'wireguard' : 'links')
  const form = offered[wished] ? wished : 'links'
  const choices = (['sub', 'links', 'wireguard'] as const).filter((name) => offered[name])
  return (
    <div className="stack16">
      {choices.length > 1 && (
        <SegmentedControl<Form>
          fullWidth
          value={form}
          onChange={setChosen}
          data={choices.map((value) => ({ value, label: t(words[value]) }))}
          aria-label={t('access.what')}
        />
      )}
      {page && isLocalOnly && form !== 'wireguard' && <SubLocalOnly />}
      {form === 'sub' && page && (
        <PersonalPage
          email={email}
          address={page.url}
          others={others.filter(({ isLocal }) => isLocal === isLocalOnly)}
        />
      )}
      {form === 'links' && (
        <Links email={email} links={links} address={isLocalOnly ? undefined : page?.url} />
      )}
      {form === 'wireguard' && (
        <Suspense fallback={<Waiting />}>
          <WireguardAccess email={email} found={tunnels} />
        </Suspense>
      )}
    </div>
  )
}

function Links({ email, links, address }: Pick<AccessProps, 'email' | 'links'> & Pick<CodeProps, 'address'>) {
  const { t } = useTranslation()
  const isOnMasque = useIsOnMasque(email)
  if (links.length === 0 && isOnMasque) return <p className="dim">{t('access.masque')}</p>
  if (links.length === 0)
    return <EmptyState icon={LinkIcon} title={t('access.noneTitle')} text={t('access.noneText')} />
  const items = links.map((link) => ({ name: linkName(link), kind: protocolOf(link), text: link }))
  return <Codes email={email} items={items} address={address} />
}

/** Whether it has an inbound that has no links. */
function useIsOnMasque(email: string): boolean {
  const inbounds = useClientInbounds()
  const { data } = useReply(endpoints.clients.get, { params: { email } })
  return tunnelsAmong(inbounds, data?.inboundIds ?? [], 'masque').length > 0
}

/** Where subscription addresses are handed out that answer on this server only. */
function SubLocalOnly() {
  const { t } = useTranslation()
  return (
    <Alert color="orange" role="status" data-sub-local>
      {t('access.localOnly')}{' '}
      <Link to={`${paths.settings}?section=subscription`} className={styles.fix}>
        {t('access.localOnlyFix')}
      </Link>
    </Alert>
  )
}

interface Props {
  email: string
  address: string
  /** The same for apps that want another format. */
  others: readonly SubscriptionAddress[]
}

/** One address for a person: browsers show a page with steps, apps import it. */
function PersonalPage({ email, address, others }: Props) {
  const { t } = useTranslation()
  const item = { name: t('access.page'), kind: '', text: address }
  return (
    <>
      <p className="dim">{t('access.pageAbout')}</p>
      <Code email={email} item={item} address={address}>
        <ButtonLink
          label={t('access.pageOpen')}
          icon={LinkIcon}
          href={address}
          target="_blank"
          rel="noreferrer"
        />
      </Code>
      <code className={styles.address} dir="ltr" data-subscription>
        {address}
      </code>
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>{t('access.formats')}</summary>
          <p className="dim">{t('access.formatsAbout')}</p>
          <ul className="stack6">
            {others.map(({ format, url }) => (
              <li key={url} className="row4">
                <div className={styles.pick}>
                  <ItemText item={{ name: format, kind: '', text: url }} />
                </div>
                <CopyButton text={url} what={format} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

export interface AccessItem {
  name: string
  kind: string
  text: string
}

interface CodeProps {
  email: string
  item: AccessItem
  /** Of the subscription. */
  address: string | undefined
  /** Whose app reads the code, if it is not one that reads links. */
  app?: PrintedCard['app']
  /** More buttons. */
  children?: ReactNode
}

/** A large QR code with its buttons. */
export function Code({ email, item, address, app, children }: CodeProps) {
  const { t } = useTranslation()
  const { print, sheet } = usePrint()
  return (
    <div className={styles.code}>
      <QrCode text={item.text} label={t('access.qr', { name: item.name, email })} size={280} />
      <div className={styles.buttons}>
        <CopyButton wide primary={app === undefined} text={item.text} what={item.name} />
        {children}
        <Button
          label={t('access.print')}
          icon={PrintIcon}
          onClick={() => print([{ email, code: item.text, address, app }])}
        />
      </div>
      {sheet}
    </div>
  )
}

interface CodesProps extends Pick<CodeProps, 'email' | 'address'> {
  items: readonly AccessItem[]
}

/** The code of one of several texts; all of them are listed with a copy button. */
export function Codes({ email, items, address }: CodesProps) {
  const [at, setAt] = useState(0)
  const shown = items[at] ?? items[0]!
  return (
    <>
      <Code email={email} item={shown} address={address} />
      <ul className="stack6">
        {items.map((item, i) => (
          <li key={item.text} className="row4">
            <button type="button" className={styles.pick} aria-pressed={i === at} onClick={() => setAt(i)}>
              <ItemText item={item} />
            </button>
            <CopyButton text={item.text} what={item.name} />
          </li>
        ))}
      </ul>
    </>
  )
}

export function ItemText({ item }: { item: AccessItem }) {
  return (
    <>
      <span className={styles.line}>
        <bdi className="strongName">{item.name}</bdi>
        <span className="dim82">{item.kind}</span>
      </span>
      <code className={styles.text} dir="ltr" aria-hidden>
        {item.text}
      </code>
    </>
  )
}
