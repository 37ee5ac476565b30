import type { table as en } from '../en/table.ts'
import type { Words } from '../files.ts'

export const table: Words<typeof en> = {
  'table.select': '选择 {name}',
  'table.selectAll': '{count, plural, other {选择全部 # 个匹配项}}',
  'table.selectMatching': '选择全部 {count} 个匹配项',
  'table.selected': '{count, plural, other {已选 # 项}}',
  'table.clear': '清除选择',
  'table.bulk': '对所选项的操作',
  'table.actions': '操作',
  'table.earlier': '将 {column} 前移一位',
  'table.later': '将 {column} 后移一位',
  'table.resize': '{column} 的宽度',
  'table.menu': '{name} 的操作',
  'keys.rows': '行',
  'keys.next': '下一行',
  'keys.previous': '上一行',
  'keys.select': '选择此行',
  'keys.edit': '编辑此行',
}
