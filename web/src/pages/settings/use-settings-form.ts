import { useEffect } from 'react'
import type { AllSettingView, SettingsUpdate } from '#contract/settings.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf } from '../../api/queries.ts'
import { type Errors, useForm } from '../../forms/use-form.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { noteSaved } from './restart.ts'
import { badNumber, changedKeys, type SettingValues, valuesOf } from './values.ts'

/** All sections are one form: a change made in one is not lost by looking at another. Only changes are sent. */
export function useSettingsForm(stored: AllSettingView) {
  const { t } = useTranslation()
  const { api, queries, toasts } = useServices()
  const form = useForm<SettingValues, number>({
    initial: valuesOf(stored),
    check(values) {
      const errors: Errors<SettingValues> = {}
      // An old value that newer rules dislike does not block another change, as the panel itself sees it.
      for (const key of changedKeys(values, stored)) {
        const bounds = badNumber(key, values[key])
        if (bounds) errors[key] = t('settings.badNumber', bounds)
      }
      return errors
    },
    async submit(values) {
      const keys = changedKeys(values, stored)
      // each value stands under its own key, and the numbers were checked
      const body = Object.fromEntries(keys.map((key) => [key, values[key]])) as SettingsUpdate
      await api.call(endpoints.settingsUpdate, { body })
      noteSaved(keys, stored)
      await queries.invalidateQueries({ queryKey: keyOf(endpoints.settings) })
      return keys.length
    },
    onDone: (count) => void toasts.show({ tone: 'good', text: t('settings.saved', { count }) }),
  })

  // Saved by somebody else, or spelled differently by the panel: what nobody is changing shows what is stored.
  const { dirty, reset } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset is made anew with each render
  useEffect(() => {
    if (!dirty) reset(valuesOf(stored))
  }, [stored, dirty])

  return { ...form, stored, changed: changedKeys(form.values, stored) }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
