import {
  Autocomplete,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core'
import type { ReactNode } from 'react'
import type { Field, Kind } from '#domain/inbounds/form/field.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { DraftText } from './draft-text.tsx'
import { useFieldWords } from './field-label.tsx'
import { useFields } from './fields-context.ts'
import { choiceLabels } from './labels.ts'
import { jsonOf, linesOf, numbersOf, parseBlock, parseLines, textsOf } from './text-forms.ts'

export interface InputProps {
  field: Field
  /** The path of its value, with list indexes filled in. */
  at: string
}

/** Hints are below, so that the inputs of a line are aligned. */
export const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** Props that all inputs share. */
function useInput({ field, at }: InputProps) {
  const { get, set, errorAt } = useFields()
  const { label, hint } = useFieldWords(field.path)
  return {
    value: get(at),
    set: (value: unknown) => set(at, value),
    shared: { label, description: hint, error: errorAt(at), 'data-field': at, inputWrapperOrder },
  }
}

const isLines = (path: string) => /\[\]\.(certificate|key)$/.test(path)

function TextField(props: InputProps) {
  const { value, set, shared } = useInput(props)
  const text = value === undefined || value === null ? '' : String(value)
  const common = {
    ...shared,
    value: text,
    spellCheck: false,
    autoComplete: 'off',
    dir: props.at === 'remark' ? 'auto' : 'ltr',
  }
  const { suggest, path } = props.field
  const reveals = useFields().secretAt?.(path)
  if (reveals !== undefined)
    return (
      <PasswordInput
        {...common}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': reveals }}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  return suggest ? (
    <Autocomplete {...common} data={[...suggest]} onChange={set} />
  ) : (
    <TextInput {...common} onChange={(event) => set(event.currentTarget.value)} />
  )
}

const WholeField = (props: InputProps) => <NumberField {...props} decimals={0} />
const FactorField = (props: InputProps) => <NumberField {...props} decimals={2} />

function NumberField({ decimals, ...props }: InputProps & { decimals: number }) {
  const { value, set, shared } = useInput(props)
  const { max } = props.field
  return (
    <NumberInput
      {...shared}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(next) => set(next === '' ? undefined : next)}
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      hideControls
      dir="ltr"
      {...(max !== undefined && max < Number.MAX_SAFE_INTEGER && { max })}
      clampBehavior="none"
    />
  )
}

function SwitchField(props: InputProps) {
  const { value, set, shared } = useInput(props)
  const { inputWrapperOrder: _, ...mark } = shared
  return (
    <Switch
      {...mark}
      checked={value === true || (typeof value === 'number' && value > 0)}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}

function ChoiceField(props: InputProps) {
  const { t } = useTranslation()
  const { value, set, shared } = useInput(props)
  const { path, choices = [], unoffered = [], anyCase } = props.field
  const words = choiceLabels[path] ?? {}
  const fallback = typeof props.field.default === 'string' ? props.field.default : ''
  const given = typeof value === 'string' ? value : fallback
  const held = choices.find((c) => c === given || (anyCase && c.toLowerCase() === given.toLowerCase()))
  // A value that the table does not know is shown, not dropped.
  const all = [
    ...new Set([
      ...(given === '' ? [''] : []),
      ...choices.filter((one) => one === held || !unoffered.includes(one)),
      ...(held === undefined ? [given] : []),
    ]),
  ]
  return (
    <NativeSelect
      {...shared}
      value={held ?? given}
      onChange={(event) => set(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      data={all.map((choice) => ({
        value: choice,
        label: choice === '' ? t('inboundForm.default') : words[choice] ? t(words[choice]) : choice,
      }))}
    />
  )
}

function ListField(props: InputProps) {
  const { t } = useTranslation()
  const { value, set, shared } = useInput(props)
  const { field } = props
  const write = (texts: string[]) =>
    set(texts.length === 0 && field.default === undefined ? undefined : texts)
  if (isLines(field.path))
    return (
      <DraftText
        {...shared}
        field={props.at}
        value={textsOf(value)}
        format={(lines) => lines.join('\n')}
        parse={(text) => ({ ok: true, value: text === '' ? [] : text.split('\n') })}
        onValue={write}
      />
    )
  return (
    // Typed text becomes a value on Enter, comma, Tab and blur, so that it is not lost.
    <TagsInput
      {...shared}
      value={textsOf(value)}
      onChange={write}
      data={[...(field.choices ?? field.suggest ?? [])]}
      splitChars={[',', ' ', ';', '\n']}
      acceptValueOnBlur
      placeholder={textsOf(value).length === 0 ? t('inboundForm.typeEnter') : ''}
      dir="ltr"
    />
  )
}

function NumbersField(props: InputProps) {
  const { value, set, shared } = useInput(props)
  return (
    <TagsInput
      {...shared}
      value={textsOf(value)}
      onChange={(texts) => set(texts.length === 0 ? undefined : numbersOf(texts))}
      splitChars={[',', ' ']}
      dir="ltr"
    />
  )
}

function LinesField(props: InputProps) {
  const { t } = useTranslation()
  const { value, set, shared } = useInput(props)
  const bad = t('inboundForm.linesBad')
  const text = { value, format: linesOf, parse: (lines: string) => parseLines(lines, bad), onValue: set }
  return <DraftText {...shared} {...text} description={t('inboundForm.lines')} field={props.at} rows={2} />
}

function BlockField(props: InputProps) {
  const { t } = useTranslation()
  const { value, set, shared } = useInput(props)
  const bad = t('inboundForm.jsonBad')
  const text = { value, format: jsonOf, parse: (json: string) => parseBlock(json, bad), onValue: set }
  return <DraftText {...shared} {...text} field={props.at} />
}

const inputs = {
  text: TextField,
  range: TextField,
  whole: WholeField,
  factor: FactorField,
  switch: SwitchField,
  choice: ChoiceField,
  list: ListField,
  wholes: NumbersField,
  map: LinesField,
  headers: LinesField,
  block: BlockField,
} satisfies Record<Exclude<Kind, 'rows'>, (props: InputProps) => ReactNode>

export function FieldInput(props: InputProps & { kind: Exclude<Kind, 'rows'> }) {
  const Input = inputs[props.kind]
  return <Input {...props} />
}
