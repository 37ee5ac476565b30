import { Alert, type InputWrapperProps, TextInput, type TextInputProps } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { AllSettingView, PublicKey, SettingsUpdate } from '#contract/settings.ts'
import { endpoints, useRefresh } from '../../api/endpoints.ts'
import { type Form, machineText, useForm } from '../../forms/form.tsx'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import type { Translate } from '../../i18n/translation.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/states.tsx'
import { badNumber } from './sections.ts'
import styles from './settings.module.css'

/** As the fields hold them: a number may be blank while it is typed. */
type Typed<K extends PublicKey> = {
  [N in K]: AllSettingView[N] extends number ? number | string : AllSettingView[N]
}

/** The numbers among these settings that are out of range, each with its message. */
export function numberErrors<K extends PublicKey>(
  t: Translate,
  keys: readonly K[],
  values: Readonly<Record<K, boolean | number | string>>,
) {
  const errors: Partial<Record<K, string>> = {}
  for (const key of keys) {
    const bounds = badNumber(key, values[key])
    if (bounds) errors[key] = t('settings.badNumber', bounds)
  }
  return errors
}

/** The settings of a card, only what was changed is sent. Secrets are blank: the stored ones are kept, and never read. */
export function useStoredForm<K extends PublicKey>(keys: readonly K[], stored: AllSettingView) {
  const { t, api } = useApp()
  const refresh = useRefresh(endpoints.setting.all, endpoints.backup.list)
  return useForm<Typed<K>, void>({
    initial: Object.fromEntries(keys.map((key) => [key, stored[key]])) as Typed<K>, // exactly these keys
    check: (values) => numberErrors(t, keys, values),
    async submit(values) {
      const changed = keys.filter((key) => values[key] !== stored[key]).map((key) => [key, values[key]])
      // Each value has the type of its own field.
      await api.call(endpoints.setting.update, { body: Object.fromEntries(changed) as SettingsUpdate })
      await refresh()
    },
  })
}

interface Props {
  form: Form & { changes: number; reset(): void }
  /** Buttons of the card itself. */
  aside?: ReactNode
  children: ReactNode
}

const closedBy = ['section', 'q']

/** A card of settings. It has no button to save: the bar of the page saves it, as all settings. */
export function StoredForm({ form, aside, children }: Props) {
  const { t } = useApp()
  const report = use(UnsavedContext)
  const id = useId()
  const latest = useRef(form)
  latest.current = form
  const { changes, busy, failure } = form
  useEffect(() => {
    const save = () => latest.current.onSubmit()
    const discard = () => latest.current.reset()
    report(id, changes > 0 ? { count: changes, busy, failure, save, discard } : undefined)
  }, [report, id, changes, busy, failure])
  useEffect(() => () => report(id, undefined), [report, id])
  useLeaveGuard(form.dirty && !busy, closedBy)
  return (
    <form ref={form.element} noValidate onSubmit={form.onSubmit} className="shrinkingStack16">
      {children}
      <div className={styles.storedFoot}>
        {aside}
        <span role="status">{form.saved && t('form.saved')}</span>
      </div>
    </form>
  )
}

interface TestedProps extends Props {
  /** Uses what is typed, saved or not. */
  test: Pick<UseMutationResult<unknown>, 'isPending' | 'isSuccess' | 'error'>
  onTest(): void
  canTest: boolean
  words: { test: string; works: string; fails: string }
}

/** Settings of an external service: they can be tested before they are saved. */
export function TestedForm({ form, test, onTest, canTest, words, children }: TestedProps) {
  return (
    <StoredForm
      form={form}
      aside={<Button label={words.test} loading={test.isPending} disabled={!canTest} onClick={onTest} />}
    >
      {children}
      {test.isSuccess && (
        <Alert color="teal" role="status">
          {words.works}
        </Alert>
      )}
      {test.error && <Failed error={test.error} title={words.fails} />}
    </StoredForm>
  )
}

/** Hints are below, so that inputs side by side are aligned. */
export const hintBelow: Pick<InputWrapperProps, 'inputWrapperOrder'> = {
  inputWrapperOrder: ['label', 'input', 'error', 'description'],
}

/** Text for machines: names, addresses, keys. */
export const MachineText = (props: TextInputProps) => (
  <TextInput {...machineText} autoCapitalize="none" {...hintBelow} {...props} />
)

/** Changes of a card that are not saved yet. */
export interface Unsaved {
  count: number
  busy: boolean
  failure: string | undefined
  save(): void
  discard(): void
}

/** A card tells the page what is not saved in it; undefined once nothing is. */
export type ReportUnsaved = (id: string, unsaved: Unsaved | undefined) => void

export const UnsavedContext = createContext<ReportUnsaved>(() => {})

/** The unsaved changes that cards reported, for the bar that saves all of them. */
export function useUnsaved(): { cards: readonly Unsaved[]; report: ReportUnsaved } {
  const [told, setTold] = useState<ReadonlyMap<string, Unsaved>>(new Map())
  const report = useCallback<ReportUnsaved>(
    (id, unsaved) =>
      setTold((old) => {
        if (!unsaved && !old.has(id)) return old
        const next = new Map(old)
        if (unsaved) next.set(id, unsaved)
        else next.delete(id)
        return next
      }),
    [],
  )
  return { cards: [...told.values()], report }
}
