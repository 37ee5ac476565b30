import type { undo as english } from '../en/undo.ts'
import type { Words } from '../files.ts'

export const undo: Words<typeof english> = {
  'undo.othersTitle': '撤销其余 {count, plural, other {# 个客户端}}？',
  'undo.otherInboundsTitle': '撤销其余 {count, plural, other {# 个入站}}？',
  'undo.othersVerb': '撤销其余',
  'undo.verb': '撤销',
  'undo.done': '已撤销',
  'undo.deleteTitle': '删除 {count, plural, other {# 个客户端}}？',
  'undo.deleteText': '撤销将删除由此操作创建的客户端，其链接会失效。',
  'undo.deleteVerb': '删除 {count, plural, other {# 个客户端}}',
}
