import type { databases as english } from '#domain/refusals/databases.ts'
import type { Refused } from '../../files.ts'

export const databases: Refused<typeof english> = {
  'database.not-ours':
    '{where} پایگاه دادهٔ Sluice نیست؛ چیزی تغییر نکرد. داده\u200cهای پنل دیگر با درون\u200cریزی می\u200cآیند.',
  'database.value-unfit':
    'در {column} مقدار «{value}» هست که آنجا جا نمی\u200cگیرد. این سطر را در مبدأ درست کنید و دوباره بکوشید: چیزی تغییر نکرد.',
  'database.disk-full':
    'جایی که {where} نوشته می\u200cشود پر است. جا باز کنید و دوباره بکوشید: چیزی تغییر نکرد.',
  'database.copy-failed': 'پایگاه داده در {where} کپی نشد ({reason})؛ چیزی تغییر نکرد.',
  'database.copy-differs':
    'کپی جدول {table} در {where} با اصل برابر نیست ({written} سطر به\u200cجای {read})؛ چیزی تغییر نکرد. دوباره بکوشید و اگر تکرار شد دیسک را بررسی کنید.',
  'database.source-changed':
    'هنگام کپی، برنامهٔ دیگری در {where} نوشت؛ چیزی تغییر نکرد. آن برنامه را متوقف کنید و دوباره بکوشید.',
}
