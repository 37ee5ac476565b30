import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import type { Block, Inbound } from '#contract/inbound.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import { inboundProblems } from '#domain/inbounds/form/validate.ts'
import { claimsClash } from '#domain/inbounds/port.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { Api } from '../../../api/client.ts'
import { endpoints, useReply } from '../../../api/endpoints.ts'
import { useSave } from '../../../conflict/use-save.ts'
import { withWords } from '../../../i18n/lazy-with-words.ts'
import { useApp } from '../../../services.tsx'
import { sayBesideField, sayError, useSayCoded } from '../../../ui/say-error.ts'
import { useNodes } from '../../nodes/use-nodes.ts'
import { nameOf } from '../inbound-view.ts'
import { cellOfForm, type Kept, protocolOf } from './cell-change.ts'
import { clientVersionHint } from './core-advice.ts'
import { certificateProblems, lostFallbacks, shapeOf } from './dead-ends.ts'
import type { Editor, FormProblem } from './editor-context.ts'
import { bodyOf, claimOf, type FallbackDraft, formOf, rowsOf } from './form-values.ts'
import { hintOn, labelOf } from './labels.ts'
import { getAt, isWithin, setAt } from './paths.ts'
import { makeInbounds, type Reach, reachOf, useAttachGroup } from './reach.ts'
import { rowFieldsOf, type Section, sectionOf } from './sections.ts'

export interface Options {
  initial: Block
  fallbacks: readonly FallbackDraft[]
  /** Absent: a new one. */
  inbound: Inbound | undefined
  all: readonly Inbound[]
  onDone(id: number, name: string, form: Block): void
}

const minimum = 'streamSettings.realitySettings.minClientVer'
const opened: readonly Section[] = ['basic', 'protocol', 'transport', 'security']

/** Validation errors, conflicts with ports in use, and fallbacks that no client would reach. */
function useProblems(
  { form, fallbacks }: { form: Block; fallbacks: readonly FallbackDraft[] },
  all: readonly Inbound[],
  nodeId: number | null,
  id: number | undefined,
): FormProblem[] {
  const { t } = useApp()
  return useMemo(() => {
    const own = claimOf(form, id ?? 0, nodeId)
    const other = all.find((row) => {
      const claim = row.id !== own?.id && claimOf(formOf(row), row.id, row.nodeId)
      return own && claim && claimsClash(own, claim)
    })
    const taken = other && { field: 'port', message: t('inboundForm.portTaken', { name: nameOf(other) }) }
    return [
      ...inboundProblems(form),
      ...(taken ? [taken] : []),
      ...certificateProblems(
        form,
        all.find((row) => row.id === id),
      ),
      ...lostFallbacks(form, fallbacks, all),
    ]
  }, [form, fallbacks, all, nodeId, id, t])
}

/** The field itself, or its section's header if the form has no such field. */
function focusAt(root: HTMLElement | null, at: string): void {
  const exact = root?.querySelector<HTMLElement>(`[data-field="${CSS.escape(at)}"]`)
  const found = exact ?? root?.querySelector<HTMLElement>(`[data-section="${sectionOf(at)}"]`)
  found?.scrollIntoView({ block: 'center' })
  found?.focus({ preventScroll: true })
}

/** Shows first what the save changes and which clients are affected. False if the user returns to editing. */
function useReviewed() {
  const { t, api, questions } = useApp()
  return async (form: Block, id: number): Promise<boolean> => {
    const review = await api.call(endpoints.inbounds.review, { params: { id }, body: bodyOf(form) })
    // What would be refused is refused by the save, which names the field.
    if (review.verdict !== undefined || review.changes.length === 0) return true
    const { askInboundReview } = await withWords(
      () => import('../../../review/inbound-review.tsx'),
      'review',
      'conflict',
    )
    return askInboundReview(questions, t, review)
  }
}

/** The first place is the one that the form is checked for. */
const placedAt = <S extends { form: Block; reach: Reach }>(state: S): S => ({
  ...state,
  form: setAt(state.form, 'nodeId', state.reach.places[0] || undefined),
})

const saveFallbacks = (api: Api, id: number, rows: readonly FallbackDraft[]) =>
  api.call(endpoints.inbounds.setFallbacks, { params: { id }, body: { fallbacks: rowsOf(rows) } })

export function useInboundForm({ initial, fallbacks: rows, inbound, all, onDone }: Options) {
  const { t, api } = useApp()
  const reviewed = useReviewed()
  const save = useSave()
  const replaceWith = (seen: Inbound) =>
    save({
      seen,
      values: form,
      valuesOf: formOf,
      send: (values, { id, version }) =>
        api.call(endpoints.inbounds.update, {
          params: { id },
          query: { version },
          body: bodyOf(values),
        }),
      read: () => api.call(endpoints.inbounds.get, { params: { id: seen.id } }),
    })
  const [state, setState] = useState({ form: initial, fallbacks: rows, reach: reachOf(initial) })
  const [start, setStart] = useState(state)
  const [refused, setRefused] = useState<FormProblem>()
  const [open, setOpen] = useState<ReadonlySet<Section>>(new Set(opened))
  const [badJson, setBadJson] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  /** Created by a first attempt whose second half was refused: the next attempt continues from there. */
  const madeId = useRef(inbound?.id)
  const kept = useRef<Kept>(new Map()).current
  const { form, fallbacks, reach } = state
  const nodes = useNodes().data ?? []
  const nameOfNode = (node: number) => nodes.find(({ id }) => id === node)?.name ?? ''
  const attachGroup = useAttachGroup()

  const nodeId = inbound ? inbound.nodeId : Number(form.nodeId) || null
  const ownCore = useReply(endpoints.status.status).data?.xray.version ?? ''
  const places = inbound ? [inbound.nodeId ?? 0] : reach.places
  const coreVersions = places.map((place) =>
    place === 0 ? ownCore : (nodes.find(({ id }) => id === place)?.coreVersion ?? ''),
  )
  const problems = useProblems(state, all, nodeId, madeId.current)
  const say = useSayCoded(problems.find(({ coded }) => coded)?.coded)

  function reveal(at: string) {
    setOpen((old) => new Set([...old, sectionOf(at)]))
    // After the render, because a collapsed field exists only then.
    setTimeout(() => focusAt(element.current, at), 50)
  }

  const sending = useMutation({
    async mutationFn() {
      let made: number[] = []
      if (!inbound && madeId.current === undefined) {
        made = await makeInbounds(api, form, reach, nameOfNode)
        madeId.current = made[0]
      } else if (!inbound)
        await api.call(endpoints.inbounds.update, { params: { id: madeId.current ?? 0 }, body: bodyOf(form) })
      else if (!(await reviewed(form, inbound.id))) return undefined
      else await replaceWith(inbound)
      const id = madeId.current ?? 0
      const fresh = !inbound && canHostFallbacks(shapeOf(form)) && fallbacks.length > 0
      if (fresh || fallbacks !== start.fallbacks) await saveFallbacks(api, id, fallbacks)
      await attachGroup(made, reach.group)
      return id
    },
    onSuccess(id) {
      if (id === undefined) return
      setStart(state)
      onDone(
        id,
        nameOf({ remark: String(form.remark ?? ''), protocol: protocolOf(form), port: Number(form.port) }),
        form,
      )
    },
    onError(error) {
      if (!(error instanceof ApiError) || error.field === undefined) return
      setRefused({ field: error.field, message: sayBesideField(error) })
      reveal(error.field)
    },
  })

  /** The user is editing it, so the error is removed. */
  function update(next: typeof state, changed?: string) {
    setState(next)
    setRefused((old) => (old && changed !== undefined && !isWithin(old.field, changed) ? old : undefined))
  }
  const cell = cellOfForm(form)
  const dirty = badJson || JSON.stringify(state) !== JSON.stringify(start)
  const editor: Editor = {
    form,
    id: inbound?.id,
    dirty,
    cell,
    rowFields: (rows) => rowFieldsOf(rows, cell),
    labelOf,
    hintOf: (path) => (path === minimum ? clientVersionHint(coreVersions) : hintOn(cell.protocol, path)),
    coreVersions,
    kept,
    fallbacks,
    problems,
    get: (at) => getAt(form, at),
    set: (at, value) => update({ ...state, form: setAt(form, at, value) }, at),
    change: (next) => update({ ...state, form: next(form) }),
    reach,
    setReach: (next) => update(placedAt({ ...state, reach: next }), 'nodeId'),
    setFallbacks: (next) => update({ ...state, fallbacks: next }, 'fallbacks'),
    errorAt(at) {
      const found = [refused, ...problems].find((problem) => problem?.field === at)
      return found && (found.coded ? say(found.coded, found.message) : found.message)
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
    dirty,
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
