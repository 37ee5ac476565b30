import type { usage as english } from '#domain/refusals/usage.ts'
import type { Refused } from '../../files.ts'

export const usage: Refused<typeof english> = {
  'usage.bad-days':
    'Укажите первый и последний день в виде YYYY-MM-DD; первый день не может быть позже последнего.',
  'usage.too-many-days': 'Выберите не более {max} дней.',
}
