import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import type { Block, Inbound } from '#contract/inbound.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import { inboundProblems, type Problem } from '#domain/inbounds/form/validate.ts'
import { claimsClash } from '#domain/inbounds/port.ts'
import { blockAt } from '#domain/inbounds/stream.ts'
import { ApiError } from '../../../api/api-error.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { nameOf } from '../inbound-view.ts'
import { cellOfForm, type Kept, protocolOf } from './cell-change.ts'
import type { Editor } from './editor-context.ts'
import { bodyOf, claimOf, type FallbackDraft, formOf, rowsOf } from './form-values.ts'
import { getAt, isWithin, setAt } from './paths.ts'
import { type Section, sectionOf } from './sections.ts'

export interface Options {
  initial: Block
  fallbacks: readonly FallbackDraft[]
  /** Absent: a new one. */
  inbound: Inbound | undefined
  all: readonly Inbound[]
  onDone(id: number, name: string): void
}

/** "port: must be ..." is said beside the port: the name would be there twice. */
export const withoutName = (message: string): string => message.replace(/^[\w.[\]]+: /, '')
const opened: readonly Section[] = ['basic', 'protocol', 'transport', 'security']

export function useInboundForm({ initial, fallbacks: rows, inbound, all, onDone }: Options) {
  const { t } = useTranslation()
  const { api } = useServices()
  const [state, setState] = useState({ form: initial, fallbacks: rows })
  const [start, setStart] = useState(state)
  const [refused, setRefused] = useState<Problem>()
  const [open, setOpen] = useState<ReadonlySet<Section>>(new Set(opened))
  const [badJson, setBadJson] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  /** Made by a first try whose second half was refused: the next try goes on from there. */
  const madeId = useRef(inbound?.id)
  const kept = useRef<Kept>(new Map()).current
  const { form, fallbacks } = state

  const problems = useMemo(() => {
    const own = claimOf(form, madeId.current ?? 0, inbound?.nodeId ?? null)
    const other = all.find((row) => {
      const claim = row.id !== own?.id && claimOf(formOf(row), row.id, row.nodeId)
      return own && claim && claimsClash(own, claim)
    })
    const taken = other && { field: 'port', message: t('inboundForm.portTaken', { name: nameOf(other) }) }
    return [...inboundProblems(form), ...(taken ? [taken] : [])]
  }, [form, all, inbound, t])

  function reveal(at: string) {
    setOpen((old) => new Set([...old, sectionOf(at)]))
    // After the render: what was folded away is there by then.
    setTimeout(() => {
      const root = element.current
      const exact = root?.querySelector<HTMLElement>(`[data-field="${CSS.escape(at)}"]`)
      const near = root?.querySelector<HTMLElement>(`[data-section="${sectionOf(at)}"]`)
      const found = exact ?? near
      found?.scrollIntoView({ block: 'center' })
      found?.focus({ preventScroll: true })
    }, 50)
  }

  async function save(): Promise<number> {
    const body = bodyOf(form)
    const params = { id: madeId.current ?? 0 }
    if (madeId.current === undefined) madeId.current = (await api.call(endpoints.inboundAdd, { body })).id
    else await api.call(endpoints.inboundUpdate, { params, body })
    const shape = {
      protocol: protocolOf(form),
      settings: blockAt(form, 'settings'),
      streamSettings: blockAt(form, 'streamSettings'),
    }
    if (fallbacks !== start.fallbacks || (!inbound && canHostFallbacks(shape) && fallbacks.length > 0))
      await api.call(endpoints.fallbacksSet, {
        params: { id: madeId.current },
        body: { fallbacks: rowsOf(fallbacks) },
      })
    return madeId.current
  }
  const sending = useMutation({
    mutationFn: save,
    onSuccess(id) {
      setStart(state)
      onDone(
        id,
        nameOf({ remark: String(form.remark ?? ''), protocol: protocolOf(form), port: Number(form.port) }),
      )
    },
    onError(error) {
      if (!(error instanceof ApiError) || error.field === undefined) return
      setRefused({ field: error.field, message: error.message })
      reveal(error.field)
    },
  })

  /** The person is mending it: the complaint goes. */
  function update(next: typeof state, changed?: string) {
    setState(next)
    setRefused((old) => (old && changed !== undefined && !isWithin(old.field, changed) ? old : undefined))
  }
  const editor: Editor = {
    form,
    cell: cellOfForm(form),
    kept,
    fallbacks,
    problems,
    get: (at) => getAt(form, at),
    set: (at, value) => update({ ...state, form: setAt(form, at, value) }, at),
    change: (next) => update({ ...state, form: next(form) }),
    setFallbacks: (next) => update({ ...state, fallbacks: next }, 'fallbacks'),
    errorAt(at) {
      const found = [refused, ...problems].find((problem) => problem?.field === at)
      return found && withoutName(found.message)
    },
    isOpen: (section) => open.has(section),
    toggle: (section) =>
      setOpen((old) => new Set(old.has(section) ? [...old].filter((s) => s !== section) : [...old, section])),
    reveal,
    refusedAt: refused?.field,
  }
  return {
    editor,
    setBadJson,
    element,
    busy: sending.isPending,
    dirty: badJson || JSON.stringify(state) !== JSON.stringify(start),
    failure: sending.error ? sayError(t, sending.error) : undefined,
    onSubmit(event?: FormEvent) {
      event?.preventDefault()
      if (sending.isPending) return
      sending.reset()
      setRefused(undefined)
      const [first] = problems
      if (badJson) element.current?.querySelector<HTMLElement>('[data-json]')?.focus()
      else if (first) reveal(first.field)
      else sending.mutate()
    },
  }
}
