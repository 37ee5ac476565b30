import { useEffect, useRef } from 'react'
import type { AllSettingView, SettingsUpdate } from '#contract/settings.ts'
import { hasNoEffect } from '#domain/settings/without-effect.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf } from '../../api/queries.ts'
import { useSave } from '../../conflict/use-save.ts'
import { type Errors, useForm } from '../../forms/use-form.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { noteSaved } from './restart.ts'
import type { ShownKey } from './sections.ts'
import { badNumber, changedKeys, movedKeys, type SettingValues, valuesOf } from './values.ts'

type Stored = AllSettingView & { settingsVersion?: string | undefined }

/** All sections are one form, so that changes survive switching sections. Only changes are sent. */
export function useSettingsForm(stored: Stored) {
  const { t } = useTranslation()
  const { api, queries, toasts } = useServices()
  const save = useSave()
  const form = useForm<SettingValues, readonly ShownKey[]>({
    initial: valuesOf(stored),
    check(values) {
      const errors: Errors<SettingValues> = {}
      // An old value that newer rules reject does not block other changes, as in the panel itself.
      for (const key of changedKeys(values, stored)) {
        const bounds = badNumber(key, values[key])
        if (bounds) errors[key] = t('settings.badNumber', bounds)
      }
      return errors
    },
    async submit(values) {
      let keys: readonly ShownKey[] = []
      await save({
        seen: stored,
        values,
        valuesOf: (seen: Stored) => valuesOf(seen),
        async send(wanted, seen) {
          keys = changedKeys(wanted, seen)
          // each value has its own key, and numbers were checked
          const body = Object.fromEntries(keys.map((key) => [key, wanted[key]])) as SettingsUpdate
          await api.call(endpoints.setting.update, { query: { version: seen.settingsVersion }, body })
        },
        read: () => api.call(endpoints.setting.all),
      })
      noteSaved(keys, stored)
      await queries.invalidateQueries({ queryKey: keyOf(endpoints.setting.all) })
      return keys
    },
    onDone(keys) {
      // As the panel spells it: a base path gets its slashes.
      const now = queries.getQueryData<AllSettingView>(keyOf(endpoints.setting.all))
      for (const key of keys) if (now) form.set(key, now[key])
      const idle = keys.filter(hasNoEffect)
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
