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
    message: '{email} وصل شد. مهلت او تا {expiryTime} است.',
  },
  'client.ip-limit': {
    title: 'یک کاربر نشانی‌های زیادی به کار می‌برد',
    message: '{email} می‌تواند هم‌زمان {limit} نشانی داشته باشد. نشانی‌های اضافه: {addresses}.',
  },
  'client.device-limit': {
    title: 'یک کاربر دستگاه‌های زیادی به کار می‌برد',
    message: '{email} می‌تواند {limit} دستگاه داشته باشد. یک دستگاه دیگر رد شد.',
  },
  'group.ended': {
    title: 'یک گروه به پایان رسید',
    message: 'سهمیهٔ مشترک یا مهلت گروه {group} تمام شده است. کاربرانی که با آن پایان یافتند: {clients}.',
  },
  'node.down': { title: 'یک گره از کار افتاد', message: '{node} پاسخ نمی‌دهد: {reason}.' },
  'node.up': { title: 'یک گره بازگشت', message: '{node} دوباره پاسخ می‌دهد.' },
  'core.crashed': { title: 'هسته از کار افتاد', message: 'Xray روی {host} پایان یافت: {reason}.' },
  'core.hung': { title: 'هسته پاسخ نمی‌دهد', message: 'Xray روی {host} از نو راه‌اندازی می‌شود: {reason}.' },
  'core.updated': { title: 'هسته به‌روز شد', message: 'نسخهٔ Xray روی {host} اکنون {version} است.' },
  'core.rolled-back': {
    title: 'هسته به نسخهٔ پیشین برگشت',
    message: 'Xray {version} روی {host} کار نکرد، پس {previous} دوباره اجرا می‌شود: {reason}.',
  },
  'login.success': { title: 'کسی وارد شد', message: '{username} از {address} وارد شد.' },
  'login.failed': {
    title: 'یک ورود ناموفق بود',
    message: 'کسی از {address} کوشید با نام {username} وارد شود. تعداد تلاش‌ها: {count}.',
  },
  'token.created': { title: 'یک توکن تازهٔ API', message: '{by} توکن {name} را ساخت.' },
  'backup.done': { title: 'یک پشتیبان ساخته شد', message: '{name}، {sizeBytes}.' },
  'backup.failed': { title: 'پشتیبان‌گیری ناموفق بود', message: '{reason}.' },
  'backup.overdue': {
    title: 'پشتیبان‌گیری عقب افتاده است',
    message: 'از آخرین پشتیبان سالم {hours} ساعت گذشته است.',
  },
  'certificate.expiring': {
    title: 'مهلت یک گواهی رو به پایان است',
    message: 'مهلت {name} در {expiryTime} تمام می‌شود. روزهای مانده: {days}.',
  },
  'certificate.failed': { title: 'یک گواهی ناموفق بود', message: '{name}: {reason}' },
  'cpu.high': {
    title: 'پردازنده پرکار است',
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
  'outbound.up': { title: 'یک خروجی بازگشت', message: '{tag} دوباره به نشانی آزمایشی خود می‌رسد.' },
  'panel.update-available': {
    title: 'نسخهٔ تازه‌تری هست',
    message: 'می‌توان Sluice {version} را نصب کرد؛ این پنل {current} است. به تنظیمات، درباره نگاه کنید.',
  },
  'panel.updated': { title: 'پنل به‌روز شد', message: 'نسخهٔ پنل روی {host} اکنون {version} است.' },
  'panel.update-failed': {
    title: 'به‌روزرسانی پنل ناموفق بود',
    message: 'نسخهٔ {version} روی {host} به کار نمی‌رود: {reason}.',
  },
  'notice.test': { title: 'آزمایش', message: '{by} این آزمایش را فرستاد. اعلان‌ها به اینجا می‌رسند.' },
}
