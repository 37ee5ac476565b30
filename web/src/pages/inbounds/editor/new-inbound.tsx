import { useState } from 'react'
import type { Inbound } from '#contract/inbound.ts'
import { isProtocol, protocolTraits } from '#contract/protocol.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { freePort, nameOf } from '../inbound-view.ts'
import { cloneOf } from './form-values.ts'
import { Gallery } from './gallery.tsx'
import { InboundEditor } from './inbound-editor.tsx'
import type { Made } from './template-list.ts'

interface Props {
  all: readonly Inbound[]
  /** The id of the inbound to copy. */
  from: string
  /** The node that it is meant for; 0 for this panel. */
  node: number
  onDone(id: number, name: string): void
}

/** The templates first, then the form; a copy skips the templates. */
export function NewInbound({ all, from, node, onDone }: Props) {
  const { t } = useTranslation()
  const [made, setMade] = useState<Made | undefined>(() => {
    const model = all.find(({ id }) => String(id) === from)
    if (!model) return undefined
    const remark = t('inbounds.cloneName', { name: nameOf(model) })
    return { form: cloneOf(model, freePort(all, Math.random), remark), fallbacks: [] }
  })
  const placed = (template: Made): Made => {
    const protocol = String(template.form.protocol)
    const canMove = isProtocol(protocol) && protocolTraits[protocol].node
    return node > 0 && canMove ? { ...template, form: { ...template.form, nodeId: node } } : template
  }
  if (!made) return <Gallery all={all} onMade={(template) => setMade(placed(template))} />
  return (
    <InboundEditor
      initial={made.form}
      fallbacks={made.fallbacks}
      inbound={undefined}
      all={all}
      onDone={onDone}
    />
  )
}
