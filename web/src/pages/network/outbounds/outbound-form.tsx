import { NativeSelect } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { Block } from '#contract/inbound.ts'
import { offersField } from '#domain/core-config/in-version.ts'
import type { Field } from '#domain/inbounds/form/field.ts'
import { inCell, isWanted } from '#domain/inbounds/form/values.ts'
import {
  networksFor,
  type OutboundCell,
  outboundCell,
  outboundProtocols,
  securitiesFor,
  withOutboundNetwork,
  withOutboundSecurity,
} from '#domain/outbounds/form/cells.ts'
import { outboundProblems } from '#domain/outbounds/form/problems.ts'
import { closedOutbound, freshOutbound, openedOutbound } from '#domain/outbounds/form/shape.ts'
import { outboundTable } from '#domain/outbounds/form/table.ts'
import { tagOf } from '#domain/outbounds/template-outbounds.ts'
import { inEnglish } from '#domain/refusal.ts'
import { endpoints, useReply } from '../../../api/endpoints.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { useLeaveGuard } from '../../../forms/use-leave-guard.ts'
import { type PlainKey, useTranslation } from '../../../i18n/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import editor from '../../inbounds/editor/editor.module.css'
import { FieldGrid, isWideKind } from '../../inbounds/editor/field-grid.tsx'
import { FieldInput } from '../../inbounds/editor/field-input.tsx'
import { FieldNamesSwitch } from '../../inbounds/editor/field-label.tsx'
import { FieldsContext, type FieldsHost, useFields } from '../../inbounds/editor/fields-context.ts'
import { getAt, isWithin, placeOf, placesOf, setAt } from '../../inbounds/editor/paths.ts'
import { RowsField } from '../../inbounds/editor/rows-field.tsx'
import { isShell } from '../../inbounds/editor/sections.ts'
import { isSecret, outboundHint, outboundLabel } from './outbound-words.ts'
import styles from './outbounds.module.css'
import { useTagCheck } from './use-tag-check.ts'

export interface Props {
  /** The stored outbound, of a protocol with a form; absent for a new one. */
  old?: Block
  verb: string
  closedBy: readonly string[]
  onSave(outbound: Block): void
  onCancel(): void
}

/** The form of an outbound, drawn from domain's table, in the words of the inbound form. */
export function OutboundForm({ old, verb, closedBy, onSave, onCancel }: Props) {
  const { t } = useTranslation()
  const [isDone, setDone] = useState(false)
  const [initial] = useState(() => (old && openedOutbound(old)) ?? freshOutbound('vless'))
  const form = useOutboundForm({
    initial,
    old,
    onSave: (outbound) => {
      setDone(true)
      // After the leave guard knows that nothing would be lost.
      setTimeout(() => onSave(outbound))
    },
  })
  useLeaveGuard(form.dirty && !isDone, closedBy)
  const { cell, change } = form
  if (!cell) return null
  const { protocol, network, security = 'none' } = cell
  return (
    <FieldsContext value={form.host}>
      <form ref={form.element} noValidate className="shrinkingStack16" onSubmit={form.onSubmit}>
        <FieldNamesSwitch />
        {!old && (
          <ChoiceChips
            name="protocol"
            legend={t('outbounds.protocol')}
            value={protocol}
            onChange={(next) => {
              const found = outboundProtocols.find((name) => name === next)
              if (found) change((now) => freshOutbound(found, tagOf(now)))
            }}
            options={outboundProtocols.map((value) => ({ value, label: <span dir="ltr">{value}</span> }))}
          />
        )}
        <Section {...form} title="inboundForm.section.basic" tops={['tag', 'settings']} />
        {network && (
          <>
            <Section
              {...form}
              title="inboundForm.section.transport"
              tops={[`streamSettings.${network}Settings`]}
            >
              <StreamChoice
                name="network"
                value={network}
                legal={networksFor(protocol)}
                onChange={(next) => change((now) => withOutboundNetwork(now, protocol, next))}
              />
            </Section>
            <Section
              {...form}
              title="inboundForm.section.security"
              tops={['streamSettings.tlsSettings', 'streamSettings.realitySettings']}
            >
              <StreamChoice
                name="security"
                value={security}
                legal={securitiesFor(protocol, network)}
                onChange={(next) => change((now) => withOutboundSecurity(now, next))}
              />
            </Section>
          </>
        )}
        <Section {...form} title="inboundForm.section.advanced" tops={advanced} />
        <div className="spread">
          <Button label={t('confirm.cancel')} onClick={onCancel} />
          <Button label={verb} primary type="submit" disabled={old !== undefined && !form.dirty} />
        </div>
      </form>
    </FieldsContext>
  )
}

const advanced = [
  'mux',
  'sendThrough',
  'targetStrategy',
  'streamSettings.sockopt',
  'streamSettings.finalmask',
]
interface SectionProps {
  title: PlainKey
  /** The parts of the outbound that it shows. */
  tops: readonly string[]
  form: Block
  cell: OutboundCell | undefined
  marked: readonly string[]
  children?: ReactNode
}

/** Common fields first; the others are behind a button, until they have a value. */
function Section({ title, tops, form, cell, marked, children }: SectionProps) {
  const { t } = useTranslation()
  const version = useReply(endpoints.status.status).data?.xray.version ?? ''
  const isSet = (field: Field) => placesOf(field).some((at) => getAt(form, at) !== undefined)
  const fields = outboundTable.filter(
    (field) =>
      tops.some((top) => isWithin(field.path, top)) &&
      !field.path.includes('[]') &&
      !isShell(field, outboundTable) &&
      cell &&
      inCell(field, cell) &&
      isWanted(field, form) &&
      (offersField(version, cell.protocol, field.path) || isSet(field)),
  )
  if (fields.length === 0 && !children) return null
  return (
    <fieldset className="stack12">
      <legend className={styles.partTitle}>{t(title)}</legend>
      <FieldGrid
        fields={fields}
        isShown={(field) => field.default !== undefined || isSet(field)}
        marked={marked}
        Row={OutboundField}
        before={children}
      />
    </fieldset>
  )
}

function OutboundField({ field, at = field.path }: { field: Field; at?: string }) {
  const place = placeOf(useFields().get, field, at)
  if (field.kind === 'rows') return <RowsField field={field} at={place} Row={OutboundField} />
  return (
    <div className={editor.field} data-wide={isWideKind(field) || undefined} data-kind={field.kind}>
      <FieldInput kind={field.kind} field={field} at={place} />
    </div>
  )
}

interface ChoiceProps<T extends string> {
  name: 'network' | 'security'
  value: T
  legal: readonly T[]
  onChange(value: T): void
}

/** A value that the protocol does not allow is shown, not dropped. */
function StreamChoice<T extends string>({ name, value, legal, onChange }: ChoiceProps<T>) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={t(`field.streamSettings.${name}`)}
      data-field={`streamSettings.${name}`}
      value={value}
      data={legal.includes(value) ? [...legal] : [...legal, value]}
      onChange={(event) => onChange(event.currentTarget.value as T)} // one of the options
    />
  )
}

interface Options {
  initial: Block
  /** The stored outbound; absent for a new one. */
  old?: Block | undefined
  onSave(outbound: Block): void
}

/** Errors are shown after the first attempt to save, so that a new form has none. */
function useOutboundForm({ initial, old, onSave }: Options) {
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
