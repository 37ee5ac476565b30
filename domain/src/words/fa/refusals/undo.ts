import type { undo as english } from '#domain/refusals/undo.ts'
import type { Refused } from '../../files.ts'

export const undo: Refused<typeof english> = {
  'undo.missing': 'کار {id} را نمی‌توان برگرداند: خیلی قدیمی است یا شماره اشتباه است. صفحهٔ فعالیت را ببینید.',
  'undo.done': 'این کار پیش‌تر برگردانده شده است.',
  'undo.changed':
    'چیزی برگردانده نشد: {count} کاربر از آن زمان تغییر کرده‌اند ({who}). {others} کاربر دیگر را می‌توان بدون آن‌ها برگرداند.',
  'undo.all-changed': 'چیزی برگردانده نشد: کاربران از آن زمان تغییر کرده‌اند ({who}). آن‌ها را ویرایش کنید.',
  'undo.client-gone': 'کاربر از آن زمان حذف شده است.',
  'undo.client-edited': 'کاربر از آن زمان ویرایش شده است: {fields}.',
  'undo.counters-set': 'ترافیک کاربر از آن زمان دوباره صفر یا تنظیم شده است.',
  'undo.inbound-gone': 'ورودی‌ای که کاربر به آن متصل بود از آن زمان حذف شده است.',
  'undo.client-back': 'کاربری با این نام دوباره ساخته شده است.',
  'version.changed':
    'پس از آن‌که بازش کردید، شخص دیگری آن را ذخیره کرده است. دوباره بارگذاری کنید و سپس تغییرهایتان را ذخیره کنید.',
}
