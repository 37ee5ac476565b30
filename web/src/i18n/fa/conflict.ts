import type { conflict as english } from '../en/conflict.ts'
import type { Words } from '../files.ts'

export const conflict: Words<typeof english> = {
  'conflict.title': 'هنگام ویرایش شما، کس دیگری این را ذخیره کرد',
  'conflict.text': 'هر دو مقدار هر فیلد نشان داده شده است. مقداری را که باید ذخیره شود انتخاب کنید.',
  'conflict.theirs': 'ذخیره‌شده: {value}',
  'conflict.mine': 'مال شما: {value}',
  'conflict.verb': 'ذخیرهٔ این مقدارها',
  'conflict.on': 'روشن',
  'conflict.off': 'خاموش',
}
