import type { health as english } from '../en/health.ts'
import type { Words } from '../files.ts'

export const health: Words<typeof english> = {
  'health.checked': '{when} بررسی شد.',
  'health.checkedNow': 'همین حالا بررسی شد.',
  'health.again': 'بررسی دوباره',
  'health.bad': 'نیازمند اصلاح',
  'health.warn': 'هشدارها',
  'health.note': 'یادداشت‌ها',
  'health.ok': 'بدون مشکل',
  'health.goodTitle': 'مشکلی پیدا نشد',
  'health.goodText': 'پورت‌ها، گواهی‌ها، ساعت، هسته، پایگاه داده و پشتیبان‌ها بررسی شدند.',
  'health.open': 'باز کردن «{page}»',
  'health.openFor': 'باز کردن «{page}» برای این مورد: {sentence}',
  'health.command': 'دستور',
}
