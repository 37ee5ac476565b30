import type { devices as english } from '#domain/refusals/devices.ts'
import type { Refused } from '../../files.ts'

export const devices: Refused<typeof english> = {
  'device.missing': 'ليس للعميل {email} جهاز بالرقم {id}. اقرأ القائمة من جديد.',
  'setting.hosts': 'استخدم أسماء أو عناوين IP بلا منافذ مفصولة بفواصل، أو اتركه فارغًا.',
  'setting.routing-too-long': 'ستصبح قواعد التوجيه ترويسة أطول من {max} حرفًا، والوكلاء يرفضونها. اختصرها.',
  'device.no-key':
    'ليس لهذا الجهاز التابع لـ {email} مفتاح خاص به. فعّل المفاتيح لكل جهاز، ودع الجهاز يجلب اشتراكه.',
}
