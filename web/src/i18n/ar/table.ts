import type { table as en } from '../en/table.ts'
import type { Words } from '../files.ts'

export const table: Words<typeof en> = {
  'table.select': 'تحديد {name}',
  'table.selectAll':
    '{count, plural, zero {تحديد كل العناصر المطابقة (#)} one {تحديد العنصر المطابق} two {تحديد العنصرين المطابقين} few {تحديد كل العناصر المطابقة (#)} many {تحديد كل العناصر المطابقة (#)} other {تحديد كل العناصر المطابقة (#)}}',
  'table.selectMatching': 'تحديد كل العناصر المطابقة ({count})',
  'table.selected':
    '{count, plural, zero {# عنصر محدد} one {عنصر واحد محدد} two {عنصران محددان} few {# عناصر محددة} many {# عنصرًا محددًا} other {# عنصر محدد}}',
  'table.clear': 'إلغاء التحديد',
  'table.bulk': 'إجراءات على المحدد',
  'table.actions': 'الإجراءات',
  'table.earlier': 'نقل {column} موضعًا إلى الأمام',
  'table.later': 'نقل {column} موضعًا إلى الخلف',
  'table.resize': 'عرض العمود {column}',
  'table.menu': 'إجراءات {name}',
  'keys.rows': 'الصفوف',
  'keys.next': 'الصف التالي',
  'keys.previous': 'الصف السابق',
  'keys.select': 'تحديد الصف',
  'keys.edit': 'تعديل الصف',
}
