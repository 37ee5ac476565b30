import type { health as english } from '#domain/refusals/health.ts'
import type { Refused } from '../../files.ts'

export const health: Refused<typeof english> = {
  'owner.panel': 'پنل',
  'owner.subscriptions': 'اشتراک‌ها',
  'owner.core': 'هسته',
  'owner.inbound': 'ورودی {name}',
  'health.port-taken':
    '{owner}: پورت {port}/{layer} در دست {holder} است. آن را متوقف کنید یا پورت دیگری برگزینید.',
  'health.port-closed': '{owner}: چیزی روی پورت {port}/{layer} گوش نمی‌دهد.',
  'health.ports-open': 'پورت‌هایی که درست باز هستند: {count}.',
  'health.ports-free': 'پورت‌هایی که برای راه‌اندازی بعدی آزادند: {count}.',
  'health.address-public': 'این سرور نشانی عمومی {address} را دارد.',
  'health.address-behind-nat':
    'این سرور فقط نشانی خصوصی دارد. لینک‌ها {host} را به کار می‌برند: مسیریاب جلوی سرور باید پورت‌ها را هدایت کند.',
  'health.address-unknown':
    'این سرور فقط نشانی خصوصی دارد و نشانی عمومی‌اش تنظیم نشده است. میزبان عمومی را تنظیم کنید و پورت‌ها را هدایت کنید.',
  'health.panel-inner':
    'پنل روی {where} گوش می‌دهد، پس فقط از همین سرور در دسترس است. از تونل SSH یا پراکسی معکوس استفاده کنید یا نشانی را تغییر دهید.',
  'health.subscriptions-inner':
    'اشتراک‌ها روی {where} گوش می‌دهند، پس برنامه‌ها نمی‌توانند آن‌ها را بگیرند. نشانی را تغییر دهید یا نشانی عمومی اشتراک پراکسی خود را تنظیم کنید.',
  'health.firewall-none': 'دیوار آتش فعالی روی این سرور پیدا نشد. شاید ارائه‌دهندهٔ شما یکی داشته باشد.',
  'health.firewall-no-ports': 'دیوار آتش {name} فعال است و لازم نیست پورتی از بیرون در دسترس باشد.',
  'health.firewall-on': 'دیوار آتش {name} فعال است. باید این پورت‌ها را اجازه دهد: {ports}.',
  'health.name-lost': 'دامنهٔ {name} پیدا نمی‌شود: {reason}. دامنه یا رکورد DNS آن را درست کنید.',
  'health.name-here': 'دامنهٔ {name} به این سرور اشاره می‌کند.',
  'health.name-elsewhere':
    'دامنهٔ {name} به {addresses} اشاره می‌کند که نشانی این سرور نیست. پشت NAT، پراکسی یا CDN طبیعی است.',
  'health.cert-none': '{owner}: از TLS استفاده می‌کند و گواهی ندارد، پس کسی نمی‌تواند وصل شود.',
  'health.cert-unreadable': '{owner}: گواهی قابل استفاده نیست: {reason}.',
  'health.cert-other-key': '{owner}: کلید از آنِ این گواهی نیست.',
  'health.cert-expired': '{owner}: گواهی منقضی شده است.',
  'health.cert-early': '{owner}: گواهی هنوز معتبر نشده است. ساعت را بررسی کنید.',
  'health.cert-soon': '{owner}: گواهی تا {days} روز دیگر منقضی می‌شود و تمدید نشده است.',
  'health.cert-other-name': '{owner}: گواهی برای {name} معتبر نیست.',
  'health.cert-self-signed':
    '{owner}: گواهی خودامضاست، پس برنامه‌ها و مرورگرها هشدار می‌دهند. {days} روز اعتبار دارد.',
  'health.cert-incomplete':
    '{owner}: گواهی به مرجع شناخته‌شده‌ای نمی‌رسد. پرونده‌ای با زنجیرهٔ کامل (fullchain.pem) به کار ببرید.',
  'health.cert-good': '{owner}: گواهی تا {days} روز دیگر معتبر است.',
  'health.clock-jumped':
    'ساعت جهش کرد. تا زمان تازه را نپذیرید یا ساعت را درست نکنید، هیچ کاربری بر پایهٔ تاریخ غیرفعال یا تمدید نمی‌شود.',
  'health.clock-off':
    'ساعت {seconds} ثانیه با {against} فرق دارد. VMess از ۹۰ ثانیه به بعد کاربران را رد می‌کند.',
  'health.clock-right': 'ساعت با {against} یکی است.',
  'health.clock-set-by': 'ساعت با {service} همگام می‌شود.',
  'health.clock-unknown': 'چون سرویس زمانی پیدا نشد، ساعت بررسی نشد. VMess به ساعت دقیق نیاز دارد.',
  'health.disk-full':
    'دیسک {folder} پر است: {free} گیگابایت آزاد است ({percent} ٪). به‌زودی نوشتن شکست می‌خورد.',
  'health.disk-low': 'دیسک {folder} دارد پر می‌شود: {free} گیگابایت آزاد است ({percent} ٪).',
  'health.disk-good': 'دیسک {folder} {free} گیگابایت فضای آزاد دارد ({percent} ٪).',
  'health.disk-unknown': 'نمی‌توان خواند که دیسک {folder} چقدر پر است.',
  'health.memory-out': 'حافظه تقریباً تمام شده است: {free} مگابایت آزاد است ({percent} ٪).',
  'health.memory-low': 'حافظه کم است: {free} مگابایت آزاد است ({percent} ٪).',
  'health.memory-good': 'حافظه: {free} مگابایت آزاد است ({percent} ٪).',
  'health.memory-unknown': 'نمی‌توان خواند که چقدر حافظه آزاد است.',
  'health.files-out': '{owner}: {open} پرونده از {limit} پرونده باز است. به‌زودی اتصال‌های تازه شکست می‌خورند.',
  'health.files-few': '{owner}: فقط {limit} پرونده می‌تواند باز باشد. برای اتصال‌های زیاد حد را بالا ببرید.',
  'health.files-good': '{owner}: {open} پرونده از {limit} پرونده باز است.',
  'health.bbr-on': 'BBR روشن است.',
  'health.bbr-off': 'کرنل برای کنترل ازدحام از {used} استفاده می‌کند. BBR روی شبکه‌های پراتلاف سریع‌تر است.',
  'health.update-none': 'Sluice {version} تازه‌ترین نسخه است.',
  'health.update-there': 'Sluice {version} در دسترس است.',
  'health.core-unwanted': 'این پنل بدون هسته کار می‌کند (SLUICE_CORE_BIN=none).',
  'health.core-fails': 'هسته کار نمی‌کند: {reason}.',
  'health.core-stopped': 'هسته متوقف است. کسی نمی‌تواند متصل شود.',
  'health.core-waits': 'Xray {version} کار می‌کند. تغییرهایی که منتظر راه‌اندازی دوبارهٔ هسته‌اند: {count}.',
  'health.core-runs': 'Xray {version} کار می‌کند و فایل اجرایی آن تأیید شده است.',
  'health.core-runs-unverified':
    'Xray {version} کار می‌کند. فایل اجرایی را خودتان انتخاب کرده‌اید، پس تأیید نشده است.',
  'health.core-unasked': 'پنل اجرا نمی‌شود، پس هسته بررسی نشد.',
  'health.inbound-closed': 'هسته نتوانست ورودی {name} را باز کند: {reason}.',
  'health.geo-missing': 'پیکربندی از {name} استفاده می‌کند که وجود ندارد. پرونده‌های جغرافیایی را دریافت کنید.',
  'health.geo-old':
    'پروندهٔ جغرافیایی {name} {days} روز عمر دارد. آن را به‌روز کنید یا به‌روزرسانی خودکار را روشن کنید.',
  'health.geo-good': 'همهٔ پرونده‌های جغرافیایی لازم موجودند. قدیمی‌ترین آن‌ها {days} روزه است.',
  'health.geo-unused': 'پیکربندی پروندهٔ جغرافیایی به کار نمی‌برد.',
  'health.cut-good': 'می‌توان یک کاربر را بدون اثر بر دیگران قطع کرد.',
  'health.cut-not':
    'اتصال‌های باز کاربر غیرفعال تا بسته شدن خودشان ادامه دارند. pidfd_getfd را در کانتینر اجازه دهید یا CAP_NET_ADMIN را به سرویس بدهید.',
  'health.db-unreadable': '{name} خوانده نمی‌شود: {reason}.',
  'health.db-none': 'هنوز پایگاه داده‌ای نیست. در نخستین راه‌اندازی ساخته می‌شود.',
  'health.db-damaged': 'پایگاه داده آسیب دیده است: {reason}. آخرین پشتیبان سالم را بازگردانی کنید.',
  'health.db-old': 'پایگاه داده از نسخهٔ قدیمی‌تری است. در راه‌اندازی بعدی به‌روز می‌شود.',
  'health.db-being-checked': 'پایگاه داده ({size} مگابایت) هنوز در حال بررسی است. یک دقیقهٔ دیگر نگاه کنید.',
  'health.db-good': '{name} سالم است: {size} مگابایت.',
  'health.db-wal':
    'گزارش پیش‌نویس پایگاه داده به {size} مگابایت رسیده است. شاید یک دریافت یا پشتیبان‌گیری طولانی آن را نگه داشته است.',
  'health.db-slow': '{name} برای یک پرس‌وجوی کوتاه {ms} میلی‌ثانیه زمان برد. دیسک یا شبکهٔ آن کند است.',
  'health.db-long-transaction':
    'یک تراکنش در PostgreSQL {seconds} ثانیه است که باز مانده. شاید نوشتن را معطل کند.',
  'health.db-pooled': 'PostgreSQL از راه یک pooler در حالت تراکنش در دسترس است که پشتیبانی می‌شود.',
  'health.permissions-good': 'پوشهٔ داده و کلیدها را فقط مالکشان می‌تواند بخواند.',
  'health.permissions-open': 'کاربران دیگر این سرور می‌توانند {path} را بخوانند (مجوز {mode}).',
  'health.permissions-foreign': 'مالک {path} کاربر دیگری است.',
  'health.layout-old':
    '{folder} از آنِ سرویس است: هر کس سرویس را در دست بگیرد، با اجرای بعدی نصب‌کننده می‌تواند root شود. install.sh تازه را یک بار با کاربر root اجرا کنید.',
  'health.backup-failed': 'آخرین پشتیبان‌گیری شکست خورد: {reason}.',
  'health.backup-first-waits': 'نخستین پشتیبان زمان‌بندی‌شده هنوز ساخته نشده است.',
  'health.backup-none': 'پشتیبانی وجود ندارد و زمان‌بندی هم نشده است.',
  'health.backup-overdue': 'پشتیبان‌گیری عقب افتاده است: از آخرین پشتیبان موفق {hours} ساعت گذشته است.',
  'health.backup-by-hand': 'از آخرین پشتیبان {days} روز گذشته و زمان‌بندی نشده است.',
  'health.backup-fresh': 'از آخرین پشتیبان موفق کمتر از دو ساعت گذشته است.',
  'health.backup-good': 'از آخرین پشتیبان موفق {hours} ساعت گذشته است.',
  'health.check-failed': 'یک بررسی انجام نشد: {reason}.',
}
