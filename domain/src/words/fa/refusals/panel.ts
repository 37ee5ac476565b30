import type { panel as english } from '#domain/refusals/panel.ts'
import type { Refused } from '../../files.ts'

export const panel: Refused<typeof english> = {
  'other.said': '{reason}',
  'panel.failed': 'در پنل خطایی رخ داد. جزئیات در گزارش آن است.',
  'panel.stopped': 'پنل متوقف شد.',
  'panel.busy-with-strangers': 'پنل سرگرم درخواست‌های کسانی است که وارد نشده‌اند. کمی بعد دوباره بکوشید.',
  'storage.disk-full': 'دیسک پر است. جا باز کنید و دوباره بکوشید: چیزی ذخیره نشد.',
  'storage.read-only': 'پایگاه داده فقط خواندنی است. مجوزهای پوشهٔ داده را ببینید: چیزی ذخیره نشد.',
  'storage.too-slow': 'پایگاه داده دیر پاسخ داد. کمی بعد دوباره بکوشید: چیزی ذخیره نشد.',
  'storage.unreachable': 'پایگاه داده پاسخ نمی‌دهد. کمی بعد دوباره بکوشید: چیزی ذخیره نشد.',
  'not-built.provider': '{name} در این پنل نیست. خروجی WireGuard آن را دستی بیفزایید.',
  'certificate.pair-unusable':
    'گواهی {cert} و کلید {key} به کار نمی‌آیند ({reason}). یک جفت PEM سازگار بدهید یا هر دو را پاک کنید: sluice cert -reset.',
  'certificate.file-unreadable':
    'گواهی {file} خوانده نشد: {reason}. مسیر را درست کنید یا پاک کنید: sluice cert -reset.',
  'certificate.key-unreadable':
    'کلید خصوصی {file} خوانده نشد: {reason}. مسیر را درست کنید یا پاک کنید: sluice cert -reset.',
  'certificate.no-such-file': 'چنین فایلی نیست.',
  'certificate.not-a-file': 'این فایل گواهی نیست.',
  'certificate.missing': 'در این مسیر سرور گواهی‌ای نیست.',
  'certificate.not-readable': 'پنل اجازهٔ خواندن این فایل را ندارد.',
  'certificate.not-given': 'گواهی یا مسیر آن را در certFile بدهید.',
  'certificate.invalid': 'این گواهی PEM یا DER نیست.',
  'target.missing': 'میزبان یا host:port را بنویسید.',
  'target.invalid': '«{target}» میزبان یا host:port نیست.',
  'target.too-many': 'هم‌زمان حداکثر {max} هدف بدهید.',
  'target.is-range': 'نام بدهید، نه بازه: {target} را نمی‌توان بررسی کرد.',
  'target.lacks': 'این‌ها را ندارد: {missing}.',
  'target.lacks-certificate': 'گواهی معتبری برای این نام ندارد.',
  'target.lacks-certificate-too': 'این‌ها را ندارد: {missing} و گواهی معتبری برای این نام.',
  'target.no-certificate': '{host} گواهی نشان نمی‌دهد.',
  'listener.address-invalid':
    '«{address}» نشانی IP برای گوش دادن نیست. 127.0.0.1، 0.0.0.0 یا نشانی‌ای از این دستگاه بنویسید.',
  'listener.port-taken':
    'پورت {port} روی {address} گرفته شده است. آنچه به آن گوش می‌دهد متوقف کنید یا پورت دیگری برگزینید (SLUICE_PORT، SLUICE_SUB_PORT).',
  'listener.port-needs-rights':
    'پورت {port} دسترسی‌ای می‌خواهد که این کاربر ندارد. پورتی بالاتر از 1023 برگزینید.',
  'listener.address-not-here':
    'این دستگاه نشانی {address} را ندارد. نشانی گوش دادن را یکی از نشانی‌های آن یا 0.0.0.0 بگذارید.',
  'listener.failed': 'گوش دادن روی {where} ممکن نشد ({reason}).',
  'demo.read-only':
    'این نسخهٔ نمایشی از نشانی‌های دیگر فقط خواندنی است. برای تغییر دادن، نسخهٔ خودتان را با --demo اجرا کنید.',
  'demo.no-core': 'در نسخهٔ نمایشی هسته‌ای اجرا نمی‌شود. برای این کار پنل را بدون --demo اجرا کنید.',
  'demo.no-network': 'نسخهٔ نمایشی با سرورهای دیگر تماس نمی‌گیرد. برای این کار پنل را بدون --demo اجرا کنید.',
}
