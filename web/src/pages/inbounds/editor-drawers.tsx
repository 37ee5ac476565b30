import { Suspense } from 'react'
import type { Block, Inbound } from '#contract/inbound.ts'
import { CapDrawer } from '../../caps/cap-drawer.tsx'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useParam } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { RowMenu } from '../../table/row-menu.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { nameOf, type OnlineCounts } from './inbound-view.ts'
import { isChecked, useCheckToasts } from './use-check-toasts.ts'
import type { InboundActions } from './use-inbound-actions.ts'
import { useInboundMenu } from './use-inbound-menu.ts'

/** The field table and the links are in their own chunk: the list opens without them. */
const EditInbound = lazyWithWords(() => import('./editor/edit-inbound.tsx'), 'EditInbound', 'inbound-fields')
const NewInbound = lazyWithWords(() => import('./editor/new-inbound.tsx'), 'NewInbound', 'inbound-fields')

const RotationView = lazyWithWords(() => import('./rotation/rotation-view.tsx'), 'RotationView', 'rotation')

const WIDTH = 1180

interface Props {
  all: readonly Inbound[]
  online: OnlineCounts
  actions: InboundActions
}

/** `?i=<id>` opens an inbound, `?rotation=<id>` what of it rotates, `?cap=<id>` its monthly cap, `?new=inbound` creates one, `&from=<id>` copies one; on the node of the list. */
export function EditorDrawers({ all, online, actions }: Props) {
  const { t, queries, live } = useApp()
  const { saved } = useCheckToasts()
  const menu = useInboundMenu(actions)
  const from = useParam('from')
  const node = useParam('node')
  const find = (id: string) => all.find((inbound) => String(inbound.id) === id)
  const done = (id: number, name: string, form: Block) => {
    const { protocol, enable } = form
    void saved(id, name, isChecked({ protocol: String(protocol), enable: enable !== false }))
    if (live.state.get() !== 'live')
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/panel/api/inbounds'),
      })
  }
  return (
    <>
      <SideDrawer
        param="i"
        size={WIDTH}
        title={(id) => {
          const inbound = find(id)
          return inbound ? <bdi>{nameOf(inbound)}</bdi> : t('inbounds.title')
        }}
        actions={(id) => {
          const inbound = find(id)
          return (
            inbound && (
              <RowMenu label={t('table.menu', { name: nameOf(inbound) })} entries={() => menu(inbound)} />
            )
          )
        }}
      >
        {(id, close) => {
          const inbound = find(id)
          if (!inbound) return <p>{t('inbounds.gone')}</p>
          return (
            <Suspense fallback={<Waiting />}>
              <EditInbound
                key={id}
                inbound={inbound}
                all={all}
                online={online}
                onDone={(_, name, form) => {
                  done(inbound.id, name, form)
                  close()
                }}
              />
            </Suspense>
          )
        }}
      </SideDrawer>
      <SideDrawer
        param="rotation"
        title={(id) => {
          const inbound = find(id)
          return inbound ? <bdi>{nameOf(inbound)}</bdi> : t('inbounds.rotation')
        }}
      >
        {(id) =>
          find(id) ? (
            <Suspense fallback={<Waiting />}>
              <RotationView key={id} id={Number(id)} />
            </Suspense>
          ) : (
            <p>{t('inbounds.gone')}</p>
          )
        }
      </SideDrawer>
      <CapDrawer title={t('inbounds.cap')} read={(id) => ({ kind: 'inbound', id: Number(id) })} />
      <SideDrawer param="new" also={['from']} size={WIDTH} title={() => t('shell.inboundsNew')}>
        {(_, close) => (
          <Suspense fallback={<Waiting />}>
            <NewInbound
              key={from}
              all={all}
              from={from}
              node={Number(node) || 0}
              onDone={done}
              onClose={close}
            />
          </Suspense>
        )}
      </SideDrawer>
    </>
  )
}
