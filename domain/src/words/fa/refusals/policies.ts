import type { policies as english } from '#domain/refusals/policies.ts'
import type { Refused } from '../../files.ts'

export const policies: Refused<typeof english> = {
  'plan.preview-outdated':
    'کاربران طرح {name} پس از پیش‌نمایش تغییر کرده‌اند. تفاوت را دوباره ببینید و سپس طرح را اعمال کنید.',
}
