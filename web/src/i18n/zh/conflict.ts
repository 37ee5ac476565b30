import type { conflict as english } from '../en/conflict.ts'
import type { Words } from '../files.ts'

export const conflict: Words<typeof english> = {
  'conflict.title': '您编辑时，其他人已保存了更改',
  'conflict.text': '每个字段的两个值都列在下面，请选择要保存的值。',
  'conflict.theirs': '已保存：{value}',
  'conflict.mine': '您的：{value}',
  'conflict.verb': '保存这些值',
  'conflict.on': '开',
  'conflict.off': '关',
}
