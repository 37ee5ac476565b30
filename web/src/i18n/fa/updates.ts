import type { updates as english } from '../en/updates.ts'
import type { Words } from '../files.ts'

export const updates: Words<typeof english> = {
  'updates.fromSource':
    'این پنل از کد منبع اجرا می‌شود و خودش را به‌روز نمی‌کند. آن را متوقف کنید، در پوشهٔ آن git pull را اجرا کنید و با npm start دوباره راه بیندازید.',
  'updates.alone':
    'این پنل را سرویس آن راه نینداخته است، پس نمی‌تواند خودش را جایگزین کند. در کانتینر ایمیج تازه‌تری به کار ببرید.',
  'updates.noList':
    'هیچ فهرست نسخه‌ای تنظیم نشده است: پنل جایی را نگاه نمی‌کند و با کسی تماس نمی‌گیرد. برای آگاهی از نسخه‌های تازه فهرستی را در پایین وارد کنید.',
  'updates.notLooked': 'این نسخهٔ {version} است. پنل هنوز دنبال نسخهٔ تازه‌تر نگشته است.',
  'updates.newest': 'این نسخهٔ {version} و تازه‌ترین است.',
  'updates.available': 'نسخهٔ {version} در دسترس است؛ این {current} است.',
  'updates.looked': 'آخرین نگاه: {when}',
  'updates.lookFailed': 'فهرست نسخه‌ها قابل استفاده نیست',
  'updates.look': 'اکنون نگاه کن',
  'updates.reload': 'بارگذاری دوبارهٔ صفحه',
  'updates.notStarted': 'به‌روزرسانی آغاز نشد',
  'updates.start': 'به‌روزرسانی به {version}',
  'updates.going': 'به‌روزرسانی به {to}:',
  'updates.stepDownload': 'دریافت نسخهٔ تازه',
  'updates.stepUnpack': 'بررسی و باز کردن آن',
  'updates.stepBackup': 'گرفتن نسخهٔ پشتیبان',
  'updates.stepHandOver': 'نسخهٔ تازه جایگزین می‌شود؛ این صفحه لحظه‌ای در دسترس نیست',
  'updates.stepTrial': 'نسخهٔ تازه در حال اجراست و یک دقیقه زیر نظر است',
  'updates.done': 'از {from} به {to} به‌روز شد.',
  'updates.failed': 'به‌روزرسانی به {to} ناموفق بود؛ {from} دست نخورد',
  'updates.rolledBack': 'نسخهٔ {to} کار نکرد؛ {from} بازگشت',
  'updates.planDownload': 'دریافت: {size}',
  'updates.planBackup': 'نخست نسخهٔ پشتیبان گرفته می‌شود',
  'updates.planTables': 'پایگاه داده تغییر می‌کند؛ اگر نسخهٔ تازه کار نکند، به حالت پیش برمی‌گردد',
  'updates.planNoTables': 'پایگاه داده همان‌گونه می‌ماند',
  'updates.planCore': 'هسته ادامه می‌دهد: ارتباط کسی قطع نمی‌شود',
  'updates.planCoreRestarts': 'هسته دوباره راه می‌افتد: همه دوباره وصل می‌شوند',
  'updates.planTrial': 'اگر نسخهٔ تازه در یک دقیقه از کار بیفتد، این نسخه خودش برمی‌گردد',
}
