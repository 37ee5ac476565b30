import type { coreBinary as english } from '#domain/refusals/core-binary.ts'
import type { Refused } from '../../files.ts'

export const coreBinary: Refused<typeof english> = {
  'core.none-configured': 'این پنل هسته‌ای از خود ندارد، چون SLUICE_CORE_BIN برابر none است.',
  'core.bin-configured':
    'هستهٔ این پنل در SLUICE_CORE_BIN آمده است. آن را تغییر دهید یا بردارید و سپس نصب کنید.',
  'core.version-invalid': '«{text}» نسخهٔ Xray نیست. آن را مانند {example} بنویسید.',
  'core.version-too-old': 'Xray {version} برای این پنل بسیار قدیمی است. {oldest} یا تازه‌تر به کار ببرید.',
  'core.version-differs': 'برنامه باید Xray {version} باشد و خود را {found} می‌نامد.',
  'core.release-unlisted': 'Xray {version} در میان نسخه‌هایی که این پنل می‌تواند نصب کند نیست.',
  'core.install-going-on': 'نصب دیگری از هسته در جریان است. تا پایان آن صبر کنید.',
  'core.other-install': 'Xray {version} در حال نصب است. صبر کنید و سپس دوباره بکوشید.',
  'core.no-build-for-processor':
    'برای پردازندهٔ {arch} هسته‌ای نیست. برنامهٔ خود را در SLUICE_CORE_BIN بنویسید.',
  'core.binary-not-startable': '{binary} را نمی‌توان به عنوان هسته راه‌اندازی کرد: {reason}.',
  'core.binary-no-version-in-time': '{binary} در {seconds} ثانیه نسخهٔ خود را نگفت.',
  'core.binary-not-xray': '{binary} Xray نیست: نسخه‌ای نگفت.',
  'core.build-no-module': '{folder} فایل go.mod هسته را ندارد.',
  'core.build-too-slow': 'Go در {minutes} دقیقه به پایان نرسید.',
  'core.build-cancelled': 'ساخت لغو شد.',
  'core.build-failed': 'Go نتوانست هسته را بسازد: {reason}.',
  'core.hash-malformed': '64 نویسهٔ شانزده‌شانزدهی SHA-256 بایگانی را بنویسید.',
  'core.hash-unknown':
    'پنل SHA-256 فایل {asset} از Xray {version} را خود نمی‌داند؛ انتشار {hash} را می‌گوید. آن را با https://github.com/XTLS/Xray-core/releases/tag/v{version} بسنجید و تأیید کنید: با نام "sha256" همراه نصب بفرستید یا اجرا کنید: sluice core install -version {version} -sha256 {hash}.',
  'core.hash-unpinned':
    'Xray {version} نسخه‌ای نیست که این پنل سنجاق کرده است ({pinned})؛ انتشار برای {asset} این SHA-256 را می‌گوید: {hash}. آن را با https://github.com/XTLS/Xray-core/releases/tag/v{version} بسنجید و تأیید کنید: با نام "sha256" همراه نصب بفرستید یا اجرا کنید: sluice core install -version {version} -sha256 {hash}.',
  'core.hash-not-confirmed': 'SHA-256 فایل {asset} از Xray {version} برابر {known} است، نه {given}.',
  'core.hash-mismatch': 'SHA-256 فایل {asset} از {version} برابر {found} است و نه {expected}، پس نصب نشد.',
  'core.release-without-hash': 'انتشار {version} برای {asset} مقدار SHA-256 ندارد، پس نصب نشد.',
  'core.archive-encrypted': 'بایگانی هسته رمزگذاری شده است.',
  'core.archive-link': 'در بایگانی هسته به جای برنامه یک پیوند است.',
  'core.archive-too-large': 'هستهٔ درون بایگانی از اندازهٔ مجاز بزرگ‌تر است.',
  'core.archive-unreadable': 'بایگانی هسته خوانده نشد: {reason}.',
  'core.archive-broken': 'بایگانی هسته خراب است: {reason}.',
  'core.archive-without-xray': 'بایگانی هسته فایلی به نام xray ندارد.',
  'core.cache-unusable':
    'هسته را نمی‌توان در نهانگاه نگه داشت: {reason}. آن را پاک کنید یا XDG_CACHE_HOME را پوشه‌ای از خود بگذارید.',
  'core.path-is-link': '{path} یک پیوند است.',
  'core.path-of-other-user': '{path} از آن کاربر دیگری است.',
  'core.path-open': 'کاربران دیگر می‌توانند در {path} بنویسند.',
  'core.cache-changed': '{path} هنگام رونوشت تغییر کرد. دوباره بکوشید.',
  'core.open-to-others':
    'هسته راه‌اندازی نشد: {reason}. تنها به مالک اجازهٔ نوشتن بدهید و دوباره نصب کنید (sluice core install)، یا هستهٔ خود را در SLUICE_CORE_BIN بنویسید.',
  'core.replaced':
    'هسته راه‌اندازی نشد: {binary} آن نیست که نصب شده بود (SHA-256 آن {found} است و نه {expected}). دوباره نصب کنید (sluice core install)، یا هستهٔ خود را در SLUICE_CORE_BIN بنویسید.',
  'core-step.building': 'ساخت Xray با Go: بار نخست یک تا پنج دقیقه.',
  'core-step.fetching-modules': 'دریافت ماژول‌ها (تاکنون {count}).',
  'core-step.release-failed': 'انتشار به دست نیامد: {failures}.',
  'core.release-failed': 'انتشار: {reason}.',
  'core.go-failed': 'برنامهٔ Go: {reason}.',
  'core-step.downloading': 'دانلود Xray {version} ({asset}).',
  'core-step.downloaded': 'دانلود Xray {version}: {percent} %.',
  'core-step.checking': 'بررسی SHA-256.',
  'core-step.unpacking': 'باز کردن بایگانی.',
  'core-step.copying': 'رونوشت در {path}.',
  'core-step.installed': 'Xray {version} نصب شد.',
  'core.not-installed':
    'Xray {version} نصب نشد. {failures}. شبکه را ببینید و دوباره بکوشید، یا آن را از یک فایل نصب کنید (`sluice core install -file PATH` یا خانه، نسخهٔ هسته)، یا برنامهٔ خود را در SLUICE_CORE_BIN بنویسید.',
  'core.not-installed-pinned':
    'Xray {version} نصب نشد. {failures}. شبکه و DNS این سرور را ببینید، یا آینه‌ای از ماژول‌های Go را در GOPROXY بنویسید؛ یا آن را از یک فایل نصب کنید (`sluice core install -file PATH` یا خانه، نسخهٔ هسته).',
  'core.go-archive-broken': 'بایگانی Go باز نمی‌شود: {reason}.',
  'core.go-hash-mismatch':
    'درهم‌سازی Go {go} از {host} برابر {found} است، نه {expected}؛ برای همین به کار نمی‌رود.',
  'core.go-proxy-none':
    'GOPROXY سروری را نام نمی‌برد که Go داشته باشد. نشانی‌ای مانند https://go.example.com در آن بنویسید.',
  'core.go-unknown-for-processor':
    'پنل برای پردازندهٔ {arch} نسخهٔ تأییدشده‌ای از Go {go} ندارد. Go 1.26 یا تازه‌تر را نصب کنید.',
  'core-step.go-needed':
    'Xray {version} یک بار همین‌جا از منابع تأییدشده ساخته می‌شود: دو تا ده دقیقه. Go {go} ({megabytes} مگابایت) برای آن دانلود و سپس پاک می‌شود.',
  'core-step.go-downloaded': 'دانلود Go {go}: {percent} %.',
  'core-step.go-unpacking': 'بررسی و باز کردن Go {go}.',
  'core-step.built': 'ساخت Xray: {percent} % ({done} از {total} بسته).',
  'core.file-unknown': 'فایلی با SHA-256 برابر {hash} بارگذاری نشده است. دوباره بارگذاری کنید.',
  'core.file-needs-hash': 'SHA-256 فایلی را که مقایسه کردید با نام "sha256" بفرستید.',
  'core.file-not-a-core': 'این فایل نه بایگانی انتشار Xray (.zip) است و نه برنامهٔ لینوکس.',
  'core.file-unconfirmed':
    'SHA-256 فایل {name} برابر {hash} است. آن را با منبع فایل مقایسه کنید، سپس دستور را دوباره با -sha256 {hash} اجرا کنید.',
  'core.file-hash-differs': 'SHA-256 فایل {name} برابر {found} است، نه {expected}؛ برای همین نصب نشد.',
  'core.file-unreadable': '{file} خوانده نمی‌شود: {reason}.',
  'core.file-not-installed': 'چیزی نصب نشد.',
}
