import type { coreUpdate as english } from '../en/core-update.ts'
import type { Words } from '../files.ts'

export const coreUpdate: Words<typeof english> = {
  'home.coreHashKnown': 'پنل SHA-256 فایل {asset} را می‌شناسد:',
  'home.coreHashNamed': 'انتشار برای {asset} این SHA-256 را نام می‌برد:',
  'home.coreCompare': 'پنل نمی‌تواند آن را تأیید کند. پیش از تأیید، آن را با صفحهٔ انتشار مقایسه کنید:',
  'home.coreInstallTitle': 'Xray {version} نصب شود؟',
  'home.coreInstallText':
    'تنها بایگانی با SHA-256 برابر {hash} نصب می‌شود. هسته با آن دوباره راه‌اندازی می‌شود.',
  'home.coreInstalled': 'Xray {version} نصب شد.',
  'home.coreInstall': 'نصب',
  'home.coreRelease': 'انتشار',
  'home.coreChoose': 'یکی را انتخاب کنید',
  'preflight.try': 'اجرای بررسی پیش از نصب',
  'preflight.tryConfirmed': 'مقایسه کردم – اجرای بررسی پیش از نصب',
  'preflight.hint': 'کسی قطع نمی‌شود: نسخهٔ تازه روی پورت‌های آزاد، کنار هستهٔ در حال کار آزموده می‌شود.',
  'preflight.going': 'همهٔ ورودی‌ها و خروجی‌ها آزمایش می‌شوند…',
  'preflight.fine': 'هر چه امروز کار می‌کند همچنان کار خواهد کرد.',
  'preflight.blocks': 'از کار می‌افتد',
  'preflight.notes': 'دانستنش خوب است',
  'preflight.parts': 'نتیجهٔ آزمایش',
  'preflight.connects': 'یک کاربر وصل شد',
  'preflight.opens': 'باز شد',
  'preflight.reads': 'پذیرفته شد',
  'preflight.fails': 'کار نمی‌کند',
  'preflight.failsNow': 'در نسخهٔ کنونی هم کار نمی‌کند',
  'preflight.untried': 'آزمایش نشد',
  'preflight.whole': 'همهٔ پیکربندی',
  'preflight.apps': 'برنامه‌های دیده‌شده در ۳۰ روز گذشته',
  'preflight.anyway': 'با این حال نصب شود',
  'preflight.anywayText': 'هر چه زیر «از کار می‌افتد» آمده است، پس از نصب کار نخواهد کرد.',
}
