import type { telegram as english } from '../en/telegram.ts'
import type { Words } from '../files.ts'

export const telegram: Words<typeof english> = {
  'telegram.text':
    'دستورها، گزارش‌ها و اعلان‌ها در یک گفتگو. فقط مدیران زیر پنل را اداره می‌کنند؛ دیگران فقط کاربران دارای شناسهٔ تلگرام خودشان را می‌بینند.',
  'telegram.running': 'در حال کار با نام @{name}',
  'telegram.off': 'خاموش',
  'telegram.starting': 'در حال آغاز…',
  'telegram.failed': 'کار نمی‌کند',
  'telegram.enable': 'ربات کار کند',
  'telegram.token': 'توکن ربات',
  'telegram.tokenHint': 'از @BotFather. ذخیره می‌شود و هرگز نشان داده نمی‌شود.',
  'telegram.tokenKept': 'توکنی ذخیره شده است. برای جایگزینی توکن تازه وارد کنید.',
  'telegram.admins': 'مدیران',
  'telegram.adminsHint':
    'شناسه‌های تلگرام، جداشده با ویرگول. گروه گزارش و اعلان می‌گیرد ولی اعضایش مدیر نیستند.',
  'telegram.language': 'زبان ربات',
  'telegram.report': 'زمان گزارش',
  'telegram.reportHint': '@daily، @every 6h یا عبارت cron.',
  'telegram.backup': 'فرستادن پشتیبان همراه گزارش',
  'telegram.backupHint': 'هر مدیر پایگاه داده را با همهٔ رازهایش می‌گیرد.',
  'telegram.proxy': 'پراکسی',
  'telegram.proxyHint': 'socks5، http یا https. برای اتصال مستقیم خالی بگذارید.',
  'telegram.server': 'سرور Bot API',
  'telegram.serverHint': 'برای استفاده از api.telegram.org خالی بگذارید.',
  'telegram.test': 'ارسال آزمایشی',
  'telegram.tested': 'پیام آزمایشی فرستاده شد.',
  'telegram.testFailed': 'آزمایش ناموفق بود',
}
