import type { nodeJoin as english } from '../en/node-join.ts'
import type { Words } from '../files.ts'

export const nodeJoin: Words<typeof english> = {
  'join.string': 'رشتهٔ پیوستن',
  'join.stringHint':
    'روی آن سرور «sluice node invite» را اجرا کنید و خطی را که چاپ می‌کند اینجا بچسبانید: نشانی، گواهی و توکن را با هم دارد. برای نوشتن دستی، خالی بگذارید.',
  'join.nameHint': 'اگر خالی بماند، نشانی نام آن می‌شود.',
  'join.adopt': 'پذیرفتن موجودی گره',
  'join.adoptOffline': 'گره آفلاین است',
  'join.adoptTitle': 'پذیرفتن از {name}',
  'join.adoptText':
    'ورودی‌ها و کاربرانی که روی این گره هستند با همان پورت، اعتبارنامه و ترافیک بخشی از این پنل می‌شوند. روی گره چیزی عوض نمی‌شود و کسی قطع نمی‌شود.',
  'join.nothing': 'چیزی برای پذیرفتن نیست: همه‌چیز این گره یا از اینجا اداره می‌شود یا برای خود گره می‌ماند.',
  'join.inbounds': 'ورودی‌هایی که پذیرفته شوند',
  'join.clientsOn': '{count, plural, =0 {بدون کاربر} other {# کاربر}}',
  'join.comeNew': '{count, plural, other {# کاربر تازه}}',
  'join.comeKnown': '{count, plural, other {# کاربر موجود وصل می‌شود}}',
  'join.changes': '{email}: تنظیمات این پنل جای تنظیمات گره را می‌گیرد ({fields}).',
  'join.stays': 'برای گره می‌ماند',
  'join.more': '{count, plural, other {و # مورد دیگر}}',
  'join.adoptVerb': 'پذیرفتن',
  'join.later': 'اکنون نه',
  'join.adopted': '{inbounds, plural, other {# ورودی}} و {clients, plural, other {# کاربر}} پذیرفته شد',
  'join.skipped': '{count, plural, other {# مورد رد شد}}: {reason}',
  'join.leaveTitle': '{name} حذف شود؟',
  'join.leaveEmpty':
    'هیچ ورودی این پنل روی این گره نیست. ورودی‌ها و کاربران خود گره همان‌جا می‌مانند و کار می‌کنند؛ اینجا فقط نشانی و توکن آن پاک می‌شود.',
  'join.leaveText':
    '{count, plural, other {# ورودی این پنل روی این گره است. از این پنل حذف می‌شوند؛ کاربرانشان با ترافیک خود اینجا می‌مانند.}}',
  'join.leaveChoice': 'روی گره',
  'join.keep': 'ادامهٔ کار',
  'join.keepHint': 'ورودی‌ها و کاربران همان‌گونه روی گره می‌مانند',
  'join.remove': 'حذف',
  'join.removeHint': 'نخست روی گره حذف می‌شوند؛ گره باید آنلاین باشد',
}
