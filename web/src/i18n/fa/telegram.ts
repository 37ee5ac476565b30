import type { telegram as english } from '../en/telegram.ts'
import type { Words } from '../files.ts'

export const telegram: Words<typeof english> = {
  'telegram.text':
    'دستورها، گزارش‌ها و اعلان‌ها در یک گفتگو. تنها کسانی که اینجا نام برده شده‌اند پنل را اداره می‌کنند؛ دیگران فقط کاربرانی را می‌بینند که شناسهٔ تلگرام خودشان را دارند.',
  'telegram.running': 'در حال کار با نام @{name}',
  'telegram.off': 'خاموش',
  'telegram.starting': 'در حال آغاز…',
  'telegram.failed': 'کار نمی‌کند',
  'telegram.enable': 'ربات کار کند',
  'telegram.token': 'توکن ربات',
  'telegram.tokenHint': 'از @BotFather. ذخیره می‌شود و هرگز نشان داده نمی‌شود.',
  'telegram.tokenKept': 'توکنی ذخیره شده است. توکن تازه جای آن را می‌گیرد.',
  'telegram.admins': 'مدیران',
  'telegram.adminsHint':
    'شناسه‌های تلگرام، جداشده با ویرگول. گروه گزارش و اعلان می‌گیرد ولی اعضایش مدیر نیستند.',
  'telegram.language': 'زبان ربات',
  'telegram.report': 'زمان گزارش',
  'telegram.reportHint': '@daily، @every 6h یا عبارت cron.',
  'telegram.backup': 'فرستادن پشتیبان همراه گزارش',
  'telegram.backupHint': 'هر مدیر پایگاه داده را با همهٔ رازهایش می‌گیرد.',
  'telegram.proxy': 'پراکسی',
  'telegram.proxyHint': 'socks5، http یا https. خالی: اتصال مستقیم.',
  'telegram.server': 'سرور Bot API',
  'telegram.serverHint': 'خالی: api.telegram.org.',
  'telegram.save': 'ذخیره',
  'telegram.test': 'فرستادن آزمایشی',
  'telegram.tested': 'پیام آزمایشی فرستاده شد.',
  'telegram.testFailed': 'آزمایش ناموفق بود',
}
