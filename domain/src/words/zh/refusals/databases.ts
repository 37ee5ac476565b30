import type { databases as english } from '#domain/refusals/databases.ts'
import type { Refused } from '../../files.ts'

export const databases: Refused<typeof english> = {
  'database.not-ours': '{where} 不是 Sluice 的数据库；未作任何更改。其他面板的数据请通过导入迁入。',
  'database.value-unfit': '{column} 中的“{value}”不适合该列。请在来源中更正这一行后重试：未作任何更改。',
  'database.disk-full': '写入 {where} 的位置已没有空间。请释放空间后重试：未作任何更改。',
  'database.copy-failed': '无法将数据库复制到 {where}（{reason}）；未作任何更改。',
  'database.copy-differs':
    '{where} 中表 {table} 的副本与原表不一致（{written} 行，应为 {read} 行）；未作任何更改。请重试，若再次发生请检查磁盘。',
  'database.source-changed': '复制期间有其他程序写入 {where}；未作任何更改。请停止该程序后重试。',
}
