import { Alert, PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { type PlainKey, useTranslation } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { sayBesideField, sayError } from '../ui/say-error.ts'
import styles from './form.module.css'
import { useLeaveGuard } from './use-leave-guard.ts'

interface Props {
  form: Form
  /** The verb on the button: Create, Save. */
  verb: string
  /** Query parameters that close this form when they change. A change of the path always does. */
  closedBy?: readonly string[]
  /** A form that can be left without a question, even with input: a search, a preview. */
  careless?: boolean
  /** The button is disabled until something has changed. */
  needsChange?: boolean
  onCancel?(): void
  /** Beside the buttons. */
  aside?: ReactNode
  children: ReactNode
}

/** The fields, the error that belongs to no field, and the buttons. Asks before unsaved input is lost. */
export function FormBody({ form, verb, closedBy, careless, needsChange, onCancel, aside, children }: Props) {
  const { t } = useTranslation()
  useLeaveGuard(form.dirty && !careless && !form.busy, closedBy)
  return (
    <form ref={form.element} noValidate onSubmit={form.onSubmit} className="shrinkingStack16">
      {children}
      {form.failure && <Alert color="red">{form.failure}</Alert>}
      <div className="wrapRow8">
        {aside}
        <span role="status" className={styles.space}>
          {form.saved && t('form.saved')}
        </span>
        {onCancel && <Button label={t('confirm.cancel')} onClick={onCancel} />}
        <Button
          label={verb}
          primary
          type="submit"
          loading={form.busy}
          disabled={Boolean(needsChange && !form.dirty)}
        />
      </div>
    </form>
  )
}

export type Errors<V> = Partial<Record<keyof V & string, string>>

/** The result of `submit` if the user returned to editing and nothing was saved. */
export const declined = Symbol('declined')

interface Options<V, R> {
  initial: V
  /** Checks that need no request; the panel checks the rest. */
  check?(values: V): Errors<V>
  submit(values: V): Promise<R | typeof declined>
  onDone?(result: R, values: V): void
  /** Maps API fields to fields of this form: `{ totalGB: 'quota' }`. */
  fields?: Readonly<Record<string, keyof V & string>>
}

/** The keys of an input's label and hint; only messages without parameters. */
type Words = [label?: PlainKey, hint?: PlainKey]

/** Finds the input for the field in a refusal: exact, then mapped, then the last part of its path. */
function fieldOf<V extends object>(named: string, values: V, fields: Record<string, keyof V & string>) {
  const last =
    named
      .split(/[.[\]]+/)
      .filter(Boolean)
      .at(-1) ?? named
  return [named, fields[named], last, fields[last]].find((name) => name !== undefined && name in values)
}

/** Form state: values, errors beside their fields, and the panel's refusal at the field it names. */
export function useForm<V extends object, R>({ initial, check, submit, onDone, fields = {} }: Options<V, R>) {
  const { t } = useTranslation()
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors<V>>({})
  const element = useRef<HTMLFormElement>(null)

  function focus(name: string) {
    const found = element.current?.querySelector<HTMLElement>(
      `[name="${CSS.escape(name)}"],[data-field="${CSS.escape(name)}"]`,
    )
    found?.focus()
  }
  function complain(found: Errors<V>) {
    setErrors(found)
    const [first] = Object.keys(found)
    // After the render, because a collapsed field exists only then.
    if (first) requestAnimationFrame(() => focus(first))
  }

  const sending = useMutation({
    mutationFn: submit,
    onSuccess(result, sent) {
      if (result === declined) return
      setStart(sent)
      onDone?.(result, sent)
    },
    onError(error) {
      if (!(error instanceof ApiError) || error.field === undefined) return
      const name = fieldOf(error.field, values, fields)
      // `name` was just found among the keys of the values.
      if (name) complain({ [name]: sayBesideField(error) } as Errors<V>)
    },
  })

  function set<K extends keyof V & string>(name: K, value: V[K]) {
    setValues((old) => ({ ...old, [name]: value }))
    setErrors(({ [name]: _gone, ...rest }) => rest as Errors<V>) // the same without one key
    if (errors[name] !== undefined && !sending.isPending) sending.reset() // its error is not one of the whole form
  }

  const face = <K extends keyof V & string>(name: K, ...[label, hint]: Words) => ({
    name,
    error: errors[name],
    ...(label && { label: t(label) }),
    ...(hint && { description: t(hint) }),
  })
  const marked = Object.keys(errors).length > 0
  const dirty = JSON.stringify(values) !== JSON.stringify(start)
  return {
    values,
    set,
    errors,
    /** There is unsaved input. */
    dirty,
    /** In how many fields. */
    changes: (Object.keys(values) as (keyof V)[]).filter(
      (key) => JSON.stringify(values[key]) !== JSON.stringify(start[key]),
    ).length,
    busy: sending.isPending,
    /** It was saved, and nothing was typed since. */
    saved: sending.isSuccess && !dirty,
    /** An error that belongs to no field. */
    failure: sending.error && !marked ? sayError(t, sending.error) : undefined,
    /** For an input whose onChange gets an event: `<TextInput {...form.text('email', 'new.email')} />`. */
    text: <K extends keyof V & string>(name: K, ...words: Words) => ({
      ...face(name, ...words),
      value: values[name],
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value as V[K]), // a text field's value is its type
    }),
    /** For an input whose onChange gets the value: `<NumberInput {...form.value('port')} />`. */
    value: <K extends keyof V & string>(name: K, ...words: Words) => ({
      ...face(name, ...words),
      value: values[name],
      onChange: (next: V[K]) => set(name, next),
    }),
    /** For a switch or checkbox. */
    check: <K extends keyof V & string>(name: K, ...words: Words) => ({
      ...face(name, ...words),
      checked: Boolean(values[name]),
      onChange: (event: { currentTarget: { checked: boolean } }) =>
        set(name, event.currentTarget.checked as V[K]), // as above
    }),
    /** Resets to the stored values, or to newer ones. */
    reset(to: V = start) {
      setStart(to)
      setValues(to)
      setErrors({})
      sending.reset()
    },
    element,
    onSubmit(event?: FormEvent) {
      event?.preventDefault()
      if (sending.isPending) return
      const found = check?.(values) ?? {}
      sending.reset()
      complain(found)
      if (Object.keys(found).length === 0) sending.mutate(values)
    },
  }
}

export type Form = Pick<
  ReturnType<typeof useForm>,
  'onSubmit' | 'failure' | 'busy' | 'saved' | 'dirty' | 'element'
>

/** A part of a form: the fields that it reads and writes. */
export type FieldsOf<V extends object> = Pick<
  ReturnType<typeof useForm<V, void>>,
  'values' | 'set' | 'errors' | 'text' | 'value'
>

/** For an input of text that machines read: names, addresses, keys. */
export const machineText = { dir: 'ltr', autoComplete: 'off', spellCheck: false } as const

/** A secret: hidden until the button shows it, and left to right in every language. */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      dir="ltr"
      visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword'), tabIndex: 0 }}
      {...props}
    />
  )
}
