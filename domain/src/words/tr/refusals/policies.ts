import type { policies as english } from '#domain/refusals/policies.ts'
import type { Refused } from '../../files.ts'

export const policies: Refused<typeof english> = {
  'plan.preview-outdated':
    '{name} tarifesinin istemcileri önizlemeden sonra değişti. Farka yeniden bakın ve tarifeyi sonra uygulayın.',
}
