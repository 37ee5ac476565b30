import type { AllSettingView, PublicKey, SettingsUpdate } from '#contract/settings.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { keyOf } from '../../../api/queries.ts'
import { type Errors, useForm } from '../../../forms/use-form.ts'
import { useServices } from '../../../services.tsx'

type Values = Partial<Record<PublicKey, boolean | number | string>>

/** A card of settings with a button of its own: only what was changed is sent. */
export function useStoredForm<V extends Values>(
  initial: V,
  stored: AllSettingView,
  check?: (values: V) => Errors<V>,
) {
  const { api, queries } = useServices()
  return useForm<V, void>({
    initial,
    ...(check && { check }),
    async submit(values) {
      const changed = Object.entries(values).filter(([key, value]) => value !== stored[key as PublicKey]) // keys of V are settings
      // Each value has the type of its own field.
      const body = Object.fromEntries(changed) as SettingsUpdate
      await api.call(endpoints.setting.update, { body })
      await Promise.all([
        queries.invalidateQueries({ queryKey: keyOf(endpoints.setting.all) }),
        queries.invalidateQueries({ queryKey: keyOf(endpoints.backup.list) }),
      ])
    },
  })
}
