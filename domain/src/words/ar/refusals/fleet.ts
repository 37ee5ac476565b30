import type { fleet as english } from '#domain/refusals/fleet.ts'
import type { Refused } from '../../files.ts'

export const fleet: Refused<typeof english> = {
  'fleet.inbound-foreign': 'للعقدة مدخل خاص بها وسمه {tag}. غيّر وسم أحدهما.',
  'fleet.client-foreign': 'للعقدة عميل خاص بها اسمه {email}. غيّر اسم أحدهما.',
  'fleet.inbound-not-there': 'مدخله ليس على العقدة بعد.',
  'fleet.node-disabled': 'العقدة معطلة. تحصل على ما ينقصها عند تفعيلها.',
  'fleet.not-kept': 'قبلت العقدة ذلك وما زالت تُظهر شيئًا آخر: {fields}.',
}
