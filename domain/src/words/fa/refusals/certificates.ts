import type { certificates as english } from '#domain/refusals/certificates.ts'
import type { Refused } from '../../files.ts'

export const certificates: Refused<typeof english> = {
  'certificate.names-missing': 'یک دامنه یا نشانی IP وارد کنید.',
  'certificate.name-invalid': '{name} نه دامنه است و نه نشانی IP.',
  'certificate.too-many-names': 'یک گواهی حداکثر {max} نام می‌پذیرد.',
  'certificate.wildcard-needs-dns': '{name} فقط با DNS تأیید می‌شود. DNS را انتخاب کنید.',
  'certificate.address-not-by-dns': '{name} یک نشانی است. HTTP یا TLS-ALPN را انتخاب کنید.',
  'certificate.unknown': 'گواهی {id} وجود ندارد.',
  'certificate.is-busy': 'این گواهی همین حالا در حال صدور است.',
  'certificate.not-there-yet': 'این گواهی هنوز صادر نشده است.',
  'certificate.is-revoked': 'این گواهی باطل شده است. اول آن را تمدید کنید.',
  'certificate.is-used': 'این گواهی در حال استفاده است: {where}. اول آنجا گواهی دیگری انتخاب کنید.',
  'certificate.not-tls': 'ورودی {name} از TLS استفاده نمی‌کند و گواهی ندارد.',
  'certificate.too-many': 'پنل حداکثر {max} گواهی نگه می‌دارد. اول چند تا را حذف کنید.',
  'certificate.too-many-failures':
    'در یک ساعت گذشته {count} بار ناموفق بود. {minutes} دقیقه دیگر دوباره تلاش کنید: مرجع صدور کسانی را که بیشتر خطا کنند مسدود می‌کند.',
  'certificate.too-often':
    'همین گواهی در یک هفته {count} بار صادر شده است. گواهی بعدی {hours} ساعت دیگر ممکن است.',
  'acme.unreachable': 'مرجع صدور گواهی در {host} در دسترس نیست: {reason}.',
  'acme.too-slow': 'مرجع صدور گواهی در {minutes} دقیقه تصمیم نگرفت.',
  'acme.not-offered': 'مرجع صدور گواهی برای {name} روش {method} را ندارد. راه دیگری انتخاب کنید.',
  'acme.no-short-lived': 'این مرجع صدور گواهی کوتاه‌مدت ندارد و نشانی‌های IP گواهی دیگری نمی‌گیرند.',
  'acme.http-not-reached':
    'مرجع صدور گواهی نتوانست {url} را روی پورت 80 باز کند: {detail}. پورت 80 را باز کنید یا TLS-ALPN را انتخاب کنید.',
  'acme.http-other-answer':
    'مرجع صدور گواهی به {url} رسید، ولی چیز دیگری پاسخ داد: {detail}. بررسی کنید که دامنه به این سرور می‌رسد و برنامهٔ دیگری پورت 80 را ندارد.',
  'acme.tls-not-reached':
    'مرجع صدور گواهی نتوانست روی پورت 443 به {name} برسد: {detail}. پورت 443 را باز کنید یا HTTP را انتخاب کنید.',
  'acme.tls-other-answer':
    'مرجع صدور گواهی روی پورت 443 به {name} رسید، ولی چیز دیگری پاسخ داد: {detail}. HTTP را انتخاب کنید یا پورت 443 را آزاد کنید.',
  'acme.name-not-resolved':
    'مرجع صدور گواهی نشانی {name} را پیدا نکرد: {detail}. دامنه را به این سرور وصل کنید.',
  'acme.record-not-found':
    'مرجع صدور گواهی رکورد TXT با نام _acme-challenge.{name} را پیدا نکرد: {detail}. بررسی کنید برنامهٔ DNS چه می‌کند.',
  'acme.caa': 'رکورد CAA دامنه این مرجع صدور را مجاز نمی‌داند ({name}): {detail}. آن را به رکورد اضافه کنید.',
  'acme.rate-limited': 'مرجع صدور گواهی فعلاً درخواست دیگری نمی‌پذیرد: {detail}. پنل بعداً دوباره تلاش می‌کند.',
  'acme.name-rejected': 'مرجع صدور برای این نام گواهی نمی‌دهد: {detail}.',
  'acme.account-binding-needed':
    'این مرجع صدور حساب جداگانه می‌خواهد. مرجعی را به کار ببرید که نمی‌خواهد، مثل Let’s Encrypt.',
  'acme.refused': 'مرجع صدور گواهی نپذیرفت: {detail}.',
  'acme.port-taken':
    'برنامهٔ دیگری پورت {port} را دارد. آن برنامه باید درخواست‌های مرجع صدور را به پنل برساند.',
  'acme.hook-missing':
    'DNS به یک برنامه نیاز دارد. در SLUICE_ACME_DNS_HOOK برنامه‌ای را نام ببرید که رکورد TXT می‌نویسد و پنل را دوباره راه بیندازید.',
  'acme.hook-failed': 'برنامهٔ DNS ناموفق بود: {reason}.',
  'acme.hook-too-slow': 'برنامهٔ DNS در {seconds} ثانیه تمام نشد.',
  'acme.ca-file-unreadable': 'پروندهٔ {file} در SLUICE_ACME_CA_FILE خوانده نمی‌شود: {reason}.',
}
