import { useState } from 'react'
import type { Inbound } from '#contract/inbound.ts'
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
  onDone(id: number, name: string): void
}

/** The templates first, then the form; a copy skips the templates. */
export function NewInbound({ all, from, onDone }: Props) {
  const { t } = useTranslation()
  const [made, setMade] = useState<Made | undefined>(() => {
    const model = all.find(({ id }) => String(id) === from)
    if (!model) return undefined
    const remark = t('inbounds.cloneName', { name: nameOf(model) })
    return { form: cloneOf(model, freePort(all, Math.random), remark), fallbacks: [] }
  })
  if (!made) return <Gallery all={all} onMade={setMade} />
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
