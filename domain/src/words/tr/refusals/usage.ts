import type { usage as english } from '#domain/refusals/usage.ts'
import type { Refused } from '../../files.ts'

export const usage: Refused<typeof english> = {
  'usage.bad-days': 'İlk ve son günü YYYY-MM-DD olarak yazın; ilk gün son günden sonra olamaz.',
  'usage.too-many-days': 'En fazla {max} gün seçin.',
}
