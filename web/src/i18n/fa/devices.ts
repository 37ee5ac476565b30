import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'دستگاه‌های اشتراک',
  'device.none':
    'هنوز دستگاهی نیست. دستگاه‌ها وقتی ثبت می‌شوند که کاربر یا گروهش سقف دستگاه داشته باشد یا هر دستگاه کلید جداگانه بگیرد.',
  'device.first': 'نخستین بار {when}',
  'device.last': 'آخرین بار {when}',
  'device.unknown': 'دستگاه ناشناس',
  'device.forget': 'حذف',
  'device.forgetTitle': '{device} حذف شود؟ جایش آزاد می‌شود و دستگاه می‌تواند بعداً دوباره ثبت شود.',
  'device.forgetAll': 'حذف همه',
  'device.forgetAllTitle': 'همهٔ دستگاه‌های {email} حذف شوند؟ دستگاه‌های مسدود هم آزاد می‌شوند.',
  'device.revoke': 'لغو کلید',
  'device.revokeTitle':
    'کلید {device} لغو شود؟ اتصالش همین حالا قطع می‌شود و در به‌روزرسانی بعدی اشتراک کلید تازه می‌گیرد.',
  'device.block': 'مسدود کردن',
  'device.unblock': 'رفع مسدودی',
  'device.blocked': 'مسدود',
}
