import type { AlertTexts } from '../texts.ts'

export const fa: AlertTexts = {
  'client.expiring': {
    title: 'مهلت یک کاربر رو به پایان است',
    message: 'مهلت {email} در {expiryTime} تمام می‌شود. روزهای مانده: {days}.',
  },
  'client.running-out': {
    title: 'حجم یک کاربر رو به پایان است',
    message: 'برای {email} مقدار {leftBytes} از {totalBytes} مانده است.',
  },
  'client.expired': {
    title: 'مهلت یک کاربر تمام شد',
    message: 'مهلت {email} در {expiryTime} تمام شد و کاربر غیرفعال شد.',
  },
  'client.depleted': {
    title: 'حجم یک کاربر تمام شد',
    message: '{email} مقدار {totalBytes} را مصرف کرد و غیرفعال شد.',
  },
  'client.first-use': {
    title: 'یک کاربر برای نخستین بار وصل شد',
    message: '{email} وصل شد. مهلتش در {expiryTime} تمام می‌شود.',
  },
  'client.ip-limit': {
    title: 'یک کاربر از IPهای زیادی استفاده می‌کند',
    message: '{email} می‌تواند هم‌زمان {limit} نشانی داشته باشد. نشانی‌های اضافه: {addresses}.',
  },
  'client.device-limit': {
    title: 'یک کاربر دستگاه‌های زیادی به کار می‌برد',
    message: '{email} می‌تواند {limit} دستگاه داشته باشد. یک دستگاه دیگر رد شد.',
  },
  'group.ended': {
    title: 'زمان یا سهمیهٔ یک گروه تمام شد',
    message: 'زمان یا سهمیهٔ مشترک گروه {group} تمام شده است. تعداد کاربران: {clients}.',
  },
  'node.down': { title: 'یک گره آفلاین است', message: '{node} پاسخ نمی‌دهد: {reason}.' },
  'node.up': { title: 'یک گره دوباره آنلاین شد', message: '{node} دوباره پاسخ می‌دهد.' },
  'core.crashed': { title: 'هسته از کار افتاد', message: 'Xray روی {host} متوقف شد: {reason}.' },
  'core.hung': { title: 'هسته پاسخ نمی‌دهد', message: 'Xray روی {host} از نو راه‌اندازی می‌شود: {reason}.' },
  'core.updated': { title: 'هسته به‌روز شد', message: 'نسخهٔ Xray روی {host} اکنون {version} است.' },
  'core.rolled-back': {
    title: 'هسته به نسخهٔ پیشین برگشت',
    message: 'Xray {version} روی {host} کار نکرد، پس {previous} دوباره اجرا می‌شود: {reason}.',
  },
  'login.success': { title: 'ورود تازه', message: '{username} از {address} وارد شد.' },
  'login.failed': {
    title: 'ورود ناموفق',
    message: 'کسی از {address} سعی کرد با نام {username} وارد شود. تعداد تلاش‌ها: {count}.',
  },
  'token.created': { title: 'توکن API تازه', message: '{by} توکن {name} را ساخت.' },
  'backup.done': { title: 'پشتیبان ساخته شد', message: '{name}، {sizeBytes}.' },
  'backup.failed': { title: 'پشتیبان‌گیری ناموفق بود', message: '{reason}.' },
  'backup.overdue': {
    title: 'پشتیبان‌گیری عقب افتاده است',
    message: 'از آخرین پشتیبان موفق {hours} ساعت گذشته است.',
  },
  'certificate.expiring': {
    title: 'مهلت یک گواهی رو به پایان است',
    message: 'مهلت {name} در {expiryTime} تمام می‌شود. روزهای مانده: {days}.',
  },
  'certificate.failed': { title: 'گرفتن گواهی ممکن نشد', message: '{name}: {reason}' },
  'cpu.high': {
    title: 'مصرف بالای پردازنده',
    message: '{host}: در یک دقیقهٔ گذشته {percent} درصد. آستانه {threshold} درصد است.',
  },
  'memory.high': {
    title: 'حافظه رو به پر شدن است',
    message: '{host}: {percent} درصد پر است. آستانه {threshold} درصد است.',
  },
  'disk.high': {
    title: 'دیسک رو به پر شدن است',
    message: '{host}: {percent} درصد پر است. آستانه {threshold} درصد است.',
  },
  'outbound.down': { title: 'یک خروجی از کار افتاد', message: '{tag} به نشانی آزمایشی خود نمی‌رسد.' },
  'outbound.up': { title: 'یک خروجی دوباره کار می‌کند', message: '{tag} دوباره به نشانی آزمایشی خود می‌رسد.' },
  'panel.update-available': {
    title: 'نسخهٔ تازه‌تری هست',
    message: 'Sluice {version} در دسترس است (نسخهٔ نصب‌شده: {current}). تنظیمات › درباره را ببینید.',
  },
  'panel.updated': { title: 'پنل به‌روز شد', message: 'نسخهٔ پنل روی {host} اکنون {version} است.' },
  'panel.update-failed': {
    title: 'به‌روزرسانی پنل ناموفق بود',
    message: 'نسخهٔ {version} روی {host} نصب نشد: {reason}.',
  },
  'notice.test': { title: 'اعلان آزمایشی', message: '{by} این آزمایش را فرستاد. اعلان‌ها به اینجا می‌رسند.' },
}
