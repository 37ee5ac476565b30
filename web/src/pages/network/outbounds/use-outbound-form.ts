import { type FormEvent, useRef, useState } from 'react'
import type { Block } from '#contract/inbound.ts'
import { inCell } from '#domain/inbounds/form/values.ts'
import { outboundCell } from '#domain/outbounds/form/cells.ts'
import { outboundProblems } from '#domain/outbounds/form/problems.ts'
import { closedOutbound } from '#domain/outbounds/form/shape.ts'
import { outboundTable } from '#domain/outbounds/form/table.ts'
import { tagOf } from '#domain/outbounds/template-outbounds.ts'
import { inEnglish } from '#domain/refusal.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import type { FieldsHost } from '../../inbounds/editor/fields-context.ts'
import { getAt, setAt } from '../../inbounds/editor/paths.ts'
import { isSecret, outboundHint, outboundLabel } from './outbound-words.ts'
import { useTagCheck } from './use-tag-check.ts'

interface Options {
  initial: Block
  /** The stored outbound; absent for a new one. */
  old?: Block | undefined
  onSave(outbound: Block): void
}

/** Errors are shown after the first attempt to save, so that a new form has none. */
export function useOutboundForm({ initial, old, onSave }: Options) {
  const { t } = useTranslation()
  const tagWords = useTagCheck()
  const [form, setForm] = useState(initial)
  const [isTried, setTried] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const cell = outboundCell(form)
  const problems = outboundProblems(form)
  const say = useSayCoded(problems.flatMap((one) => ('coded' in one ? [one.coded] : []))[0])
  const tagFault = tagWords(tagOf(form).trim(), old && tagOf(old))
  const wrong = [...(tagFault ? ['tag'] : []), ...problems.map(({ field }) => field)]

  const host: FieldsHost = {
    get: (at) => getAt(form, at),
    set: (at, value) => setForm((now) => setAt(now, at, value)),
    errorAt(at) {
      if (!isTried) return undefined
      if (at === 'tag') return tagFault
      const found = problems.find(({ field }) => field === at)
      if (!found) return undefined
      return 'fault' in found ? t(`outbounds.bad.${found.fault}`) : say(found.coded, inEnglish(found.coded))
    },
    rowFields: (rows) =>
      outboundTable
        .filter(({ path }) => path.startsWith(`${rows.path}[].`))
        .filter((f) => cell && inCell(f, cell)),
    labelOf: (path) => outboundLabel(path, cell?.protocol),
    hintOf: (path) => outboundHint(path, cell?.protocol),
    secretAt: (path) => (isSecret(path) ? t('outbounds.showSecret') : undefined),
  }
  return {
    host,
    form,
    cell,
    change: setForm,
    /** Fields that are shown although they are rare. */
    marked: isTried ? wrong : [],
    element,
    dirty: JSON.stringify(form) !== JSON.stringify(initial),
    onSubmit(event: FormEvent) {
      event.preventDefault()
      setTried(true)
      const [first] = wrong
      if (first === undefined) return onSave(closedOutbound({ ...form, tag: tagOf(form).trim() }, old))
      // After the render, because a folded field exists only then.
      setTimeout(() => {
        element.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(first)}"]`)?.focus()
      }, 50)
    },
  }
}
