import type { NoticeTexts } from '../files.ts'

export const notices: NoticeTexts = {
  'backup.failed.title': 'پشتیبان‌گیری ناموفق بود',
  'backup.failed.message': '{reason}.',
  'backup.overdue.title': 'پشتیبان‌گیری عقب افتاده است',
  'backup.overdue.message': 'از آخرین پشتیبان موفق {hours} ساعت گذشته است. تنظیمات › پشتیبان را ببینید.',
  'clock.jumped.title': 'ساعت جهش کرد',
  'clock.jumped.message':
    'ساعت این سرور {hours} ساعت جلو پرید. تا وقتی زمان تازه را نپذیرید (POST /panel/api/traffic/acceptClock)، ساعت را درست نکنید یا پنل را دوباره راه‌اندازی نکنید، هیچ کاربری بر پایهٔ زمان غیرفعال یا تمدید نمی‌شود.',
  'core.ended.title': 'هسته ناگهان متوقف شد',
  'core.ended.message': '{reason}.',
  'core.installed.title': 'هسته نصب شد',
  'core.installed.message': 'Xray {version} اکنون راه‌اندازی می‌شود.',
  'core.installing.title': 'نصب هسته',
  'core.installing.message': '{step}.',
  'core.no-answer.title': 'هسته پاسخ نمی‌دهد و دوباره راه‌اندازی می‌شود',
  'core.no-answer.message': '{reason}.',
  'core.not-installed.title': 'نصب هسته ناموفق بود',
  'core.not-installed.message': '{reason}.',
  'core.partly-started.title': 'هسته کار می‌کند، اما شاید برخی از ورودی‌ها نباشند',
  'core.partly-started.message':
    'هسته با پیکربندی کامل راه‌اندازی نشد، پس ورودی‌ها یکی‌یکی افزوده می‌شوند. آنچه رد شود دوباره آزموده می‌شود.',
  'core.restarted.title': 'هسته دوباره راه‌اندازی شد',
  'core.restarted.message': 'همهٔ کاربران دوباره متصل می‌شوند.',
  'core.rolled-back.title': 'هسته به نسخهٔ پیشین برگشت',
  'core.rolled-back.message': 'Xray {version} کار نکرد، پس Xray {previous} دوباره اجرا می‌شود: {reason}.',
  'core.stopped.title': 'هسته متوقف شد',
  'core.stopped.message': 'تا هسته دوباره راه‌اندازی نشود کسی نمی‌تواند متصل شود.',
  'directory.held.title': 'همگام‌سازی دایرکتوری منتظر تأیید شماست',
  'directory.held.message': '{reason}. تنظیمات › دایرکتوری را ببینید.',
  'inbound.not-open.title': 'ورودی {inbound} در حال شنود نیست',
  'inbound.not-open.message': '{reason}.',
  'ip-limit.exceeded.title': 'یک کاربر از IPهای زیادی استفاده می‌کند',
  'ip-limit.exceeded.message':
    '{email} هم‌زمان حداکثر {limit} نشانی می‌تواند داشته باشد. نشانی‌های اضافی: {addresses}.',
  'ip-limit.exceeded-more.title': 'چند کاربر از IPهای زیادی استفاده می‌کنند',
  'ip-limit.exceeded-more.message':
    '{email} هم‌زمان حداکثر {limit} نشانی می‌تواند داشته باشد. نشانی‌های اضافی: {addresses}. و {more} کاربر دیگر که نامشان در گزارش است.',
  'ip-limit.refused.title': 'برخی IPهای یک کاربر رد می‌شوند',
  'ip-limit.refused.message': '{email} هم‌زمان حداکثر {limit} نشانی می‌تواند داشته باشد. ردشده: {addresses}.',
  'ip-limit.refused-more.title': 'برخی IPهای چند کاربر رد می‌شوند',
  'ip-limit.refused-more.message':
    '{email} هم‌زمان حداکثر {limit} نشانی می‌تواند داشته باشد. ردشده: {addresses}، و {more} کاربر دیگر (گزارش را ببینید).',
  'limits.no-speeds.title': 'محدودیت سرعت کاربران اثری ندارد',
  'limits.no-speeds.message':
    'این سیستم به پنل اجازهٔ دسترسی به اتصال‌های هسته را نمی‌دهد، پس محدودیت سرعت اعمال نمی‌شود. در کانتینر فراخوان سیستمی pidfd_getfd را مجاز کنید (Docker: --cap-add SYS_PTRACE).',
  'outbound.left-out.title': 'یک خروجی اشتراک، هسته را از کار انداخت',
  'outbound.left-out.message': '{tags}: {reason}. هسته بدون آن کار می‌کند.',
  'subscription.not-served.title': 'سرور اشتراک کار نمی‌کند',
  'subscription.not-served.message': '{reason}.',
  'telegram.failed.title': 'ربات تلگرام کار نمی‌کند',
  'telegram.failed.message': '{reason}.',
}
