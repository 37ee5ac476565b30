import { Suspense } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useParam } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { RowMenu } from '../../table/row-menu.tsx'
import { DownIcon, UpIcon } from '../../ui/icons.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import styles from './client-drawer.module.css'
import type { Seen } from './client-view.ts'
import { useClientRow } from './use-clients.ts'
import { useRowMenu } from './use-row-menu.ts'

const ClientTabs = lazyWithWords(() => import('./client-tabs.tsx'), 'ClientTabs')

/** The next or previous client of the list. */
export type Neighbour = (email: string, step: 1 | -1) => string | undefined

/** One client beside the list: `?c=<email>&tab=access`. */
export function ClientDrawer({ seen, neighbour }: { seen: Seen; neighbour: Neighbour }) {
  const { t, router } = useApp()
  const email = useParam('c')
  const step = (by: 1 | -1) => {
    const next = neighbour(email, by)
    if (next) router.setParams({ c: next })
  }
  useCommands(
    t('drawer.keys'),
    email === ''
      ? []
      : [
          { id: 'drawer.next', label: t('drawer.next'), keys: 'j', inDrawer: true, run: () => step(1) },
          { id: 'drawer.back', label: t('drawer.previous'), keys: 'k', inDrawer: true, run: () => step(-1) },
        ],
  )
  return (
    <SidePanel
      param="c"
      also={['tab', 'range']}
      title={(value) => <bdi>{value}</bdi>}
      actions={(value) => (
        <>
          <Step label={t('drawer.previous')} icon={UpIcon} to={neighbour(value, -1)} />
          <Step label={t('drawer.next')} icon={DownIcon} to={neighbour(value, 1)} />
          <Actions email={value} seen={seen} />
        </>
      )}
    >
      {(value) => (
        <Suspense fallback={<Waiting />}>
          <ClientTabs key={value} email={value} seen={seen} />
        </Suspense>
      )}
    </SidePanel>
  )
}

/** To the client above or below in the list. */
function Step(props: { label: string; icon: typeof UpIcon; to: string | undefined }) {
  const { router } = useApp()
  const { label, icon: Icon, to } = props
  return (
    <button
      type="button"
      className={styles.verb}
      aria-label={label}
      title={label}
      // Not disabled: that would take the focus away at the end of the list.
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && router.setParams({ c: to })}
    >
      <Icon size={16} />
    </button>
  )
}

/** The most used actions of a client, and a menu with the rest. */
function Actions({ email, seen }: { email: string; seen: Seen }) {
  const { t } = useApp()
  const row = useClientRow(email)
  const entries = useRowMenu(seen.online)
  if (!row) return null
  const all = entries(row)
  return (
    <>
      {all
        .filter(({ label }) => label === t('verb.renew') || label === t('verb.revoke'))
        .map(({ label, run, icon: Icon }) => (
          <button key={label} type="button" className={styles.verb} title={label} onClick={run}>
            {Icon && <Icon size={16} />}
            <span className={styles.verbWord}>{label}</span>
          </button>
        ))}
      <RowMenu label={t('table.menu', { name: email })} entries={() => all} />
    </>
  )
}
