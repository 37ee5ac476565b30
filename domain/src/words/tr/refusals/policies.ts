import type { policies as english } from '#domain/refusals/policies.ts'
import type { Refused } from '../../files.ts'

export const policies: Refused<typeof english> = {
  'plan.preview-outdated':
    '{name} planının istemcileri önizlemeden sonra değişti. Farka yeniden bakın ve planı sonra uygulayın.',
}
