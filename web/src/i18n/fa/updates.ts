import type { updates as english } from '../en/updates.ts'
import type { Words } from '../files.ts'

export const updates: Words<typeof english> = {
  'updates.fromSource':
    'این پنل از کد منبع اجرا می‌شود. برای به‌روزرسانی آن را متوقف کنید، در پوشه‌اش git pull را اجرا و با npm start راه‌اندازی کنید.',
  'updates.alone':
    'این پنل را سرویسش راه‌اندازی نکرده است، پس نمی‌تواند خودش را به‌روز کند. در کانتینر ایمیج تازه‌تری بگیرید.',
  'updates.noList':
    'فهرست نسخه‌ای تنظیم نشده – پنل تماس خروجی ندارد. برای بررسی به‌روزرسانی، نشانی فهرست نسخه‌ها را تنظیم کنید.',
  'updates.notLooked': 'نسخهٔ {version}. هنوز به‌روزرسانی بررسی نشده است.',
  'updates.newest': 'نسخهٔ {version} به‌روز است.',
  'updates.available': 'نسخهٔ {version} در دسترس است (نصب‌شده: {current}).',
  'updates.looked': 'آخرین بررسی {when}',
  'updates.lookFailed': 'فهرست نسخه‌ها قابل استفاده نیست',
  'updates.look': 'اکنون بررسی کن',
  'updates.reload': 'بارگذاری دوبارهٔ صفحه',
  'updates.notStarted': 'به‌روزرسانی آغاز نشد',
  'updates.start': 'به‌روزرسانی به {version}',
  'updates.going': 'به‌روزرسانی به {to}:',
  'updates.stepDownload': 'در حال دریافت',
  'updates.stepUnpack': 'بررسی و باز کردن',
  'updates.stepBackup': 'ساختن پشتیبان',
  'updates.stepHandOver': 'تعویض نسخه – این صفحه برای لحظه‌ای در دسترس نیست',
  'updates.stepTrial': 'نسخهٔ تازه در حال اجراست و یک دقیقه زیر نظر است',
  'updates.done': 'از {from} به {to} به‌روز شد.',
  'updates.failed': 'به‌روزرسانی به {to} ناموفق بود – {from} تغییری نکرد',
  'updates.rolledBack': 'نسخهٔ {to} ناموفق بود – به {from} بازگردانده شد',
  'updates.planDownload': 'دریافت: {size}',
  'updates.planBackup': 'نخست پشتیبان ساخته می‌شود',
  'updates.planTables': 'پایگاه داده مهاجرت می‌کند؛ اگر نسخهٔ تازه ناموفق باشد بازگردانی می‌شود',
  'updates.planNoTables': 'پایگاه داده تغییر نمی‌کند',
  'updates.planCore': 'هسته به کار ادامه می‌دهد – کسی قطع نمی‌شود',
  'updates.planCoreRestarts': 'هسته دوباره راه‌اندازی می‌شود – همهٔ کاربران دوباره وصل می‌شوند',
  'updates.planTrial': 'بازگشت خودکار اگر نسخهٔ تازه در یک دقیقه ناموفق باشد',
}
