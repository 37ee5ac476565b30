import { useEffect, useRef, useState } from 'react'
import type { Block, Inbound } from '#contract/inbound.ts'
import { carriesClients, isProtocol, protocolTraits } from '#contract/protocol.ts'
import { endpoints, useReply } from '../../../api/endpoints.ts'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckIcon, ClientsIcon } from '../../../ui/icons.tsx'
import { planOf, readLast, usePlans, writeLast } from '../../clients/plans.ts'
import { freeName, freePort, nameOf, panelPort } from '../inbound-view.ts'
import { cloneOf } from './form-values.ts'
import { Gallery } from './gallery.tsx'
import { InboundEditor } from './inbound-editor.tsx'
import styles from './new-inbound.module.css'
import type { Made } from './template-list.ts'

interface Props {
  all: readonly Inbound[]
  /** The id of the inbound to copy. */
  from: string
  /** The node that it is meant for; 0 for this panel. */
  node: number
  onDone(id: number, name: string, form: Block): void
  onClose(): void
}

/** The templates first, then the form, then its clients; a copy skips the templates. */
export function NewInbound(props: Props) {
  const ports = useOwnPorts()
  return ports && <Steps {...props} ports={ports} />
}

function Steps({ all, ports, from, node, onDone, onClose }: Props & { ports: readonly number[] }) {
  const { t } = useApp()
  const [ready, setReady] = useState<{ id: number; name: string; port: number }>()
  const [made, setMade] = useState<Made | undefined>(() => {
    const model = all.find(({ id }) => String(id) === from)
    if (!model) return undefined
    const remark = freeName(all, t('inbounds.cloneName', { name: nameOf(model) }))
    return { form: cloneOf(model, freePort(all, Math.random, ports), remark), fallbacks: [] }
  })
  const placed = (template: Made): Made => {
    const protocol = String(template.form.protocol)
    const canMove = isProtocol(protocol) && protocolTraits[protocol].node
    return node > 0 && canMove ? { ...template, form: { ...template.form, nodeId: node } } : template
  }
  if (ready) return <Created {...ready} onClose={onClose} />
  if (!made) return <Gallery all={all} ports={ports} onMade={(template) => setMade(placed(template))} />
  return (
    <InboundEditor
      initial={made.form}
      fallbacks={made.fallbacks}
      inbound={undefined}
      all={all}
      onDone={(id, name, form) => {
        onDone(id, name, form)
        if (carriesClients(String(form.protocol))) setReady({ id, name, port: Number(form.port) })
        else onClose()
      }}
    />
  )
}

/**
 * Ports that no new inbound should have: those of the panel and of the subscription server, and the one that this page
 * came from. Undefined until they are known; if they cannot be read, only the last one.
 */
function useOwnPorts(): readonly number[] | undefined {
  const { data, isError } = useReply(endpoints.setting.defaultSettings)
  if (!data && !isError) return undefined
  return [panelPort(location), ...(data?.ownPorts ?? [])]
}

/** What the dialog of new clients calls typed limits. */
const own = 'own'

/** The next step after a new inbound: nobody can use it before it has clients. */
function Created({ id, name, port, onClose }: { id: number; name: string; port: number; onClose(): void }) {
  const { t, router } = useApp()
  const plans = usePlans()
  const first = useRef<HTMLButtonElement>(null)
  // The button that had the focus is gone.
  useEffect(() => first.current?.focus(), [])
  function addTo(dialog: 'client' | 'many') {
    const { plan } = readLast()
    // A plan with inbounds of its own would choose those.
    const isBound = plan !== own && planOf(plans, plan).inboundIds.length > 0
    writeLast({ plan: isBound ? own : plan, inboundIds: [id] })
    router.go(`panel/clients?new=${dialog}`)
  }
  return (
    <div className={styles.created}>
      <p className={styles.mark}>
        <CheckIcon size={28} />
      </p>
      <h3 className={styles.title}>{t('inboundForm.created', { name })}</h3>
      <p className="dim">{t('inboundForm.createdText', { port: String(port) })}</p>
      <div className={styles.buttons}>
        <Button
          ref={first}
          primary
          label={t('inboundForm.addClient')}
          icon={ClientsIcon}
          onClick={() => addTo('client')}
        />
        <Button label={t('inboundForm.addClients')} onClick={() => addTo('many')} />
        <Button label={t('inboundForm.later')} variant="subtle" onClick={onClose} />
      </div>
    </div>
  )
}
