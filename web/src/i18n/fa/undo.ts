import type { undo as english } from '../en/undo.ts'
import type { Words } from '../files.ts'

export const undo: Words<typeof english> = {
  'undo.othersTitle': 'برای {count, plural, one {# کاربر دیگر} other {# کاربر دیگر}} برگردانده شود؟',
  'undo.otherInboundsTitle': 'برای {count, plural, one {# ورودی دیگر} other {# ورودی دیگر}} برگردانده شود؟',
  'undo.othersVerb': 'برگرداندن بقیه',
  'undo.verb': 'برگرداندن',
  'undo.done': 'برگردانده شد',
  'undo.deleteTitle': '{count, plural, other {# کاربر}} حذف شوند؟',
  'undo.deleteText': 'برگرداندن این کار، کاربرانی را که ساخته بود حذف می‌کند. لینک‌های آن‌ها از کار می‌افتد.',
  'undo.deleteVerb': 'حذف {count, plural, other {# کاربر}}',
}
