import { useEffect, useRef } from 'react'
import type { Coded } from '#contract/coded.ts'
import type { AllSettingView, SettingsUpdate } from '#contract/settings.ts'
import { hasNoEffect, matters } from '#domain/settings/matters.ts'
import { endpoints, keyOf } from '../../api/endpoints.ts'
import { useSave } from '../../conflict/use-save.ts'
import { declined, useForm } from '../../forms/form.tsx'
import { loadCoded } from '../../i18n/coded.ts'
import { withWords } from '../../i18n/lazy-with-words.ts'
import { useApp } from '../../services.tsx'
import { sayCoded } from '../../ui/say-error.ts'
import { addressAfter, afterSave, noteSaved, waitingForRestart } from './restart.ts'
import { changedKeys, isShown, movedKeys, type SettingValues, type ShownKey, valuesOf } from './sections.ts'
import { numberErrors } from './stored-form.tsx'
import type { SettingWords } from './words.ts'

type Stored = AllSettingView & { settingsVersion?: string | undefined }

/** Each value has its own key, and numbers were checked. */
const bodyOf = (values: SettingValues, keys: readonly ShownKey[]) =>
  Object.fromEntries(keys.map((key) => [key, values[key]])) as SettingsUpdate

/** Shows the effects before a save. False if the user returns to editing. */
function useReviewed(stored: Stored, words: SettingWords) {
  const { t, api, base, questions } = useApp()
  return async (values: SettingValues): Promise<boolean> => {
    const keys = changedKeys(values, stored)
    if (!keys.some((key) => matters(key, values[key]))) return true
    const review = await api.call(endpoints.setting.review, { body: bodyOf(values, keys) })
    const { askSettingsReview } = await withWords(() => import('../../review/settings-review.tsx'), 'review')
    const running = waitingForRestart.get()?.running ?? stored
    const saved = afterSave(stored, review)
    const address = addressAfter(new URL(location.href), base, running, saved)
    const labelOf = (key: string) => (isShown(key) ? words.settings[key][0] : key)
    return askSettingsReview(questions, t, review, { labelOf, address })
  }
}

interface Done {
  keys: readonly ShownKey[]
  /** What was saved and will not work. */
  notes: readonly string[]
}

/** With the label of the field, not its name on the wire. The sentences are loaded when there is one to say. */
async function said(notes: readonly Coded[], words: SettingWords): Promise<string[]> {
  if (notes.length === 0) return []
  const [{ inEnglish }] = await Promise.all([withWords(() => import('#domain/refusal.ts')), loadCoded()])
  return notes.map(({ code, params }) => {
    const key = String(params.key ?? '')
    const named = { code, params: { ...params, key: isShown(key) ? words.settings[key][0] : key } }
    return sayCoded(named, inEnglish(named))
  })
}

/** All sections are one form, so that changes survive switching sections. Only changes are sent. */
export function useSettingsForm(stored: Stored, words: SettingWords) {
  const { t, api, queries, toasts } = useApp()
  const save = useSave()
  const reviewed = useReviewed(stored, words)
  const form = useForm<SettingValues, Done>({
    initial: valuesOf(stored),
    // An old value that newer rules reject does not block other changes, as in the panel itself.
    check: (values) => numberErrors(t, changedKeys(values, stored), values),
    async submit(values) {
      if (!(await reviewed(values))) return declined
      let keys: readonly ShownKey[] = []
      let notes: readonly Coded[] = []
      await save({
        seen: stored,
        values,
        valuesOf: (seen: Stored) => valuesOf(seen),
        async send(wanted, seen) {
          keys = changedKeys(wanted, seen)
          const query = { version: seen.settingsVersion }
          const saved = await api.call(endpoints.setting.update, { query, body: bodyOf(wanted, keys) })
          notes = saved?.notes ?? []
        },
        read: () => api.call(endpoints.setting.all),
        labelOf: (key) => (isShown(key) ? words.settings[key][0] : undefined),
      })
      noteSaved(keys, stored)
      await queries.invalidateQueries({ queryKey: keyOf(endpoints.setting.all) })
      return { keys, notes: await said(notes, words) }
    },
    onDone({ keys, notes }) {
      // As the panel spells it: a base path gets its slashes.
      const now = queries.getQueryData<AllSettingView>(keyOf(endpoints.setting.all))
      for (const key of keys) if (now) form.set(key, now[key])
      const idle = keys.filter(hasNoEffect)
      for (const text of notes) toasts.show({ tone: 'warn', text })
      if (idle.length === 0) toasts.show({ tone: 'good', text: t('settings.saved', { count: keys.length }) })
      else toasts.show({ tone: 'warn', text: t('settings.noEffect', { names: idle.join(', ') }) })
    },
  })

  const { values, set } = form
  const seen = useRef(stored)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is stored moves the fields
  useEffect(() => {
    for (const key of movedKeys(values, seen.current, stored)) set(key, stored[key])
    seen.current = stored
  }, [stored])

  return {
    ...form,
    stored,
    changed: changedKeys(form.values, stored),
    discard: () => form.reset(valuesOf(stored)),
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
