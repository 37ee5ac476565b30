import type { tunnels as english } from '#domain/refusals/tunnels.ts'
import type { Refused } from '../../files.ts'

export const tunnels: Refused<typeof english> = {
  'tunnel.no-account': 'لا يوجد حساب {service} بعد: سجّل أولاً.',
  'tunnel.refused': 'رفضت {service} هذا: {reason}.',
  'tunnel.bad-answer': 'أرسلت {service} رداً لا تفهمه هذه اللوحة.',
  'tunnel.key-invalid': 'هذا ليس مفتاح WireGuard. ألصق 44 حرفاً تنتهي بـ "=".',
  'tunnel.country-invalid': 'اختر بلداً: countryId هو رقمه.',
  'tunnel.token-missing': 'أدخل رمز الوصول لحسابك في {service}.',
  'tunnel.license-missing': 'أدخل مفتاح الترخيص.',
  'tunnel.server-invalid': 'اختر خادماً: hostname و station و publicKey هي لخادم من القائمة.',
}
