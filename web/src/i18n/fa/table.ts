import type { table as en } from '../en/table.ts'

export const table: Record<keyof typeof en, string> = {
  'table.select': 'انتخاب {name}',
  'table.selectAll': '{count, plural, other {انتخاب هر # مورد منطبق}}',
  'table.selectMatching': 'انتخاب هر {count} مورد منطبق',
  'table.selected': '{count, plural, other {# مورد انتخاب شده}}',
  'table.clear': 'پاک کردن انتخاب',
  'table.bulk': 'کارها برای موارد انتخاب‌شده',
  'table.actions': 'کارها',
  'table.earlier': 'جابه‌جایی {column} به یک جای پیش‌تر',
  'table.later': 'جابه‌جایی {column} به یک جای پس‌تر',
  'table.resize': 'پهنای {column}',
  'table.menu': 'کارهای {name}',
  'keys.rows': 'سطرها',
  'keys.next': 'سطر بعدی',
  'keys.previous': 'سطر قبلی',
  'keys.select': 'انتخاب سطر',
  'keys.edit': 'ویرایش سطر',
}
