import type { usage as english } from '#domain/refusals/usage.ts'
import type { Refused } from '../../files.ts'

export const usage: Refused<typeof english> = {
  'usage.bad-days':
    'Indique el primer y el último día como YYYY-MM-DD; el primero no puede ser posterior al último.',
  'usage.too-many-days': 'Elija como máximo {max} días.',
}
