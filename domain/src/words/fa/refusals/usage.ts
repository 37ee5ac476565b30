import type { usage as english } from '#domain/refusals/usage.ts'
import type { Refused } from '../../files.ts'

export const usage: Refused<typeof english> = {
  'usage.bad-days': 'روز اول و روز آخر را به شکل YYYY-MM-DD بنویسید؛ روز اول نباید بعد از روز آخر باشد.',
  'usage.too-many-days': 'حداکثر {max} روز را انتخاب کنید.',
}
