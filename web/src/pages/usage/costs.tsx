import { keepPreviousData } from '@tanstack/react-query'
import type { ClientCost, ServerCost } from '#contract/caps-api.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { CapDrawer } from '../../caps/cap-drawer.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { DrawerLink, Link } from '../../router/link.tsx'
import { useParam } from '../../router/use-url-state.ts'
import { Loaded } from '../../ui/states.tsx'
import { Pages } from './pages.tsx'
import styles from './usage.module.css'
import { PAGE, type UsageParams } from './use-usage.ts'

const FRESH_MS = 60_000
const ALL = 'all'

/** The keys of the endpoints: `?by=cost&server=3` is one server's cost by client, `server=all` that of all. */
const urlOf = ({ range, from, to }: UsageParams, server?: string) => {
  const period = from || to ? { from: from || to, to: to || from } : { range }
  return `${paths.usage}?${new URLSearchParams({ by: 'cost', ...period, ...(server && { server }) })}`
}
const periodOf = ({ range, from, to }: UsageParams) => ({ range, ...(from && { from }), ...(to && { to }) })

function useMoney(currency: string) {
  const { measures } = useTranslation()
  return (amount: number) => `${measures.decimal(amount)}${currency && `\u00a0${currency}`}`
}

/** What each server costs and per client; `?server=` splits it by client, `?cap=` opens cap and cost of one. */
export function Costs({ params }: { params: UsageParams }) {
  const { t } = useTranslation()
  const server = useParam('server')
  const query = useReply(endpoints.caps.costs, {
    query: periodOf(params),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Loaded query={query} rows={6}>
        {({ items, currency }) => (
          <>
            {server === '' ? (
              <Servers items={items} currency={currency} params={params} />
            ) : (
              <ByClient params={params} server={server} items={items} />
            )}
            <Basis items={items} />
          </>
        )}
      </Loaded>
      <CapDrawer
        title={t('usagePage.capTitle')}
        read={(value) => {
          const [kind = '', id = '0'] = value.split('-')
          return kind === 'node' ? { kind, id: Number(id) } : { kind: 'server', id: 0 }
        }}
      />
    </>
  )
}

interface Props {
  items: readonly ServerCost[]
  currency: string
  params: UsageParams
}

/** The server that costs most per client comes first. */
function Servers({ items, currency, params }: Props) {
  const { t, measures } = useTranslation()
  const money = useMoney(currency)
  const nameOf = ({ id, name }: ServerCost) => (id === 0 ? t('usagePage.here') : name)
  const costOf = ({ countedSince, cost }: ServerCost) =>
    countedSince > 0 ? money(cost) : t('usagePage.noCost')
  const isAny = items.some(({ countedSince }) => countedSince > 0)
  return (
    <>
      {isAny && (
        <p className="summary">
          <Link to={urlOf(params, ALL)} className={styles.target}>
            {t('usagePage.byClientCost')}
          </Link>
        </p>
      )}
      <div className={styles.frame}>
        <table className={styles.table} data-usage="cost">
          <thead>
            <tr>
              <th>{t('usagePage.node')}</th>
              <th className={styles.wide}>{t('usagePage.traffic')}</th>
              <th>{t('usagePage.cost')}</th>
              <th className={styles.wide}>{t('usagePage.clients')}</th>
              <th>{t('usagePage.perClient')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  {one.countedSince > 0 ? (
                    <Link to={urlOf(params, String(one.id))} className={styles.name} dir="auto">
                      {nameOf(one)}
                    </Link>
                  ) : (
                    <span className={styles.name} dir="auto">
                      {nameOf(one)}
                    </span>
                  )}
                </th>
                <td className={styles.wide}>{measures.bytes(one.bytes)}</td>
                <td>
                  <DrawerLink
                    params={{ cap: one.id === 0 ? 'server' : `node-${one.id}` }}
                    className={styles.target}
                    aria-label={`${costOf(one)} – ${t('usagePage.capOf', { name: nameOf(one) })}`}
                  >
                    {costOf(one)}
                  </DrawerLink>
                </td>
                <td className={styles.wide}>{one.countedSince > 0 ? measures.count(one.clients) : '–'}</td>
                <td>
                  <b>{one.perClient === null ? '–' : money(one.perClient)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Since when and for how much of the traffic the bytes of clients are known. */
function Basis({ items }: Pick<Props, 'items'>) {
  const { t, measures } = useTranslation()
  const partly = items.filter(
    ({ countedSince, countedBytes, bytes }) => countedSince > 0 && countedBytes < bytes,
  )
  return (
    <ul className="dim88" data-cost-basis>
      {partly.map(({ id, name, bytes, countedBytes, countedSince }) => (
        <li key={id}>
          {t('usagePage.countedSince', {
            name: id === 0 ? t('usagePage.here') : name,
            when: measures.moment(countedSince),
            percent: measures.percent((countedBytes * 100) / bytes),
          })}
        </li>
      ))}
    </ul>
  )
}

/** Each client's share of the cost of one server, or of all. */
function ByClient({ params, server, items }: Pick<Props, 'params' | 'items'> & { server: string }) {
  const { t } = useTranslation()
  const query = useReply(endpoints.caps.clientCosts, {
    query: {
      ...periodOf(params),
      ...(server !== ALL && { server: Number(server) }),
      ...{ page: params.page, pageSize: PAGE },
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
  const one = items.find(({ id }) => String(id) === server)
  const name = one?.id === 0 ? t('usagePage.here') : one?.name
  return (
    <>
      <p className="summary">
        <Link to={urlOf(params)} className={styles.target}>
          {t('usagePage.costServers')}
        </Link>
        {' · '}
        {name === undefined ? t('usagePage.byClientCost') : t('usagePage.costClientsOf', { name })}
      </p>
      <Loaded query={query} rows={10}>
        {({ items: rows, count, total, currency }) =>
          rows.length === 0 ? (
            <p>{t('usagePage.costNobody')}</p>
          ) : (
            <>
              <ClientTable rows={rows} total={total.cost} currency={currency} />
              {count > PAGE && <Pages params={params} count={count} />}
            </>
          )
        }
      </Loaded>
    </>
  )
}

interface ClientTableProps {
  rows: readonly ClientCost[]
  /** Of all clients on all pages. */
  total: number
  currency: string
}

function ClientTable({ rows, total, currency }: ClientTableProps) {
  const { t, measures } = useTranslation()
  const money = useMoney(currency)
  return (
    <div className={styles.frame}>
      <table className={styles.table} data-usage="client-cost">
        <thead>
          <tr>
            <th>{t('usagePage.client')}</th>
            <th className={styles.wide}>{t('usagePage.traffic')}</th>
            <th>{t('usagePage.cost')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ email, bytes, cost }) => (
            <tr key={email}>
              <th scope="row">
                {email === '' ? (
                  t('usagePage.deletedClients')
                ) : (
                  <Link
                    to={`${paths.clients}?${new URLSearchParams({ c: email })}`}
                    className={styles.name}
                    dir="auto"
                  >
                    {email}
                  </Link>
                )}
              </th>
              <td className={styles.wide}>{measures.bytes(bytes)}</td>
              <td>
                <b>{money(cost)}</b>{' '}
                <span className={styles.share}>{measures.percent(total > 0 ? (cost * 100) / total : 0)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
