import { useState } from 'react'
import type { Inbound } from '#contract/inbound.ts'
import { carriesClients, isProtocol, protocolTraits } from '#contract/protocol.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { freeName, freePort, nameOf } from '../inbound-view.ts'
import { Created } from './created.tsx'
import { cloneOf } from './form-values.ts'
import { Gallery } from './gallery.tsx'
import { InboundEditor } from './inbound-editor.tsx'
import type { Made } from './template-list.ts'
import { useOwnPorts } from './use-own-ports.ts'

interface Props {
  all: readonly Inbound[]
  /** The id of the inbound to copy. */
  from: string
  /** The node that it is meant for; 0 for this panel. */
  node: number
  onDone(id: number, name: string): void
  onClose(): void
}

interface Ready {
  id: number
  name: string
  port: number
}

/** The templates first, then the form, then its clients; a copy skips the templates. */
export function NewInbound(props: Props) {
  const ports = useOwnPorts()
  return ports && <Steps {...props} ports={ports} />
}

function Steps({ all, ports, from, node, onDone, onClose }: Props & { ports: readonly number[] }) {
  const { t } = useTranslation()
  const [ready, setReady] = useState<Ready>()
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
        onDone(id, name)
        if (carriesClients(String(form.protocol))) setReady({ id, name, port: Number(form.port) })
        else onClose()
      }}
    />
  )
}
