import type { devices as english } from '#domain/refusals/devices.ts'
import type { Refused } from '../../files.ts'

export const devices: Refused<typeof english> = {
  'device.missing': 'کاربر {email} دستگاهی با شناسهٔ {id} ندارد. فهرست را دوباره بخوانید.',
  'setting.hosts': 'نام‌ها یا نشانی‌های IP را بدون پورت و با ویرگول بنویسید یا خالی بگذارید.',
  'setting.routing-too-long':
    'قاعده‌های مسیریابی سرآیندی با بیش از {max} نویسه می‌شوند که پروکسی‌ها نمی‌پذیرند. کوتاهشان کنید.',
  'device.no-key':
    'این دستگاهِ {email} کلید جداگانه ندارد. کلید جداگانه برای هر دستگاه را روشن کنید و بگذارید دستگاه اشتراکش را دریافت کند.',
}
