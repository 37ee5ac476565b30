import type { fleet as english } from '#domain/refusals/fleet.ts'
import type { Refused } from '../../files.ts'

export const fleet: Refused<typeof english> = {
  'fleet.inbound-foreign': 'У узла есть свой инбаунд с тегом {tag}. Измените тег одного из двух.',
  'fleet.client-foreign': 'У узла есть свой клиент {email}. Переименуйте одного из двух.',
  'fleet.inbound-not-there': 'Его инбаунда ещё нет на узле.',
  'fleet.node-disabled': 'Узел отключён. Он получит недостающее, когда его включат.',
  'fleet.not-kept': 'Узел принял изменение, но всё ещё показывает другое: {fields}.',
}
