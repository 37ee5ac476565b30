import type { policies as english } from '#domain/refusals/policies.ts'
import type { Refused } from '../../files.ts'

export const policies: Refused<typeof english> = {
  'plan.preview-outdated':
    'Los clientes del plan {name} han cambiado desde la vista previa. Mire de nuevo la diferencia y aplique después el plan.',
}
