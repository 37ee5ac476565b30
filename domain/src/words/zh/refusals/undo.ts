import type { undo as english } from '#domain/refusals/undo.ts'
import type { Refused } from '../../files.ts'

export const undo: Refused<typeof english> = {
  'undo.missing': '操作 {id} 无法撤销：时间过久，或编号有误。请查看“活动”。',
  'undo.inbounds-changed': '未撤销任何内容：这些入站此后已再次重置或删除。',
  'undo.some-inbounds-changed':
    '未撤销任何内容：有入站此后已再次重置或删除（{who}）。可以只撤销其余 {others} 个。',
  'undo.inbound-reset': '该入站此后已再次重置。',
  'undo.inbound-deleted': '该入站此后已被删除。',
  'undo.done': '此操作已经撤销过了。',
  'undo.changed': '未撤销任何内容：{count} 个客户端此后已有改动（{who}）。可以只撤销其余 {others} 个。',
  'undo.deletes': '尚未撤销：此操作会删除 {count} 个客户端。请先确认。',
  'undo.deletes-others':
    '未撤销任何内容：{left} 个客户端此后已被使用或改动（{who}），将予保留。撤销会删除其余 {count} 个。',
  'undo.all-changed': '未撤销任何内容：这些客户端此后已有改动（{who}）。请直接编辑它们。',
  'undo.client-gone': '该客户端此后已被删除。',
  'undo.client-used': '该客户端此后已被使用。',
  'undo.client-edited': '该客户端此后被编辑过：{fields}。',
  'undo.counters-set': '该客户端的流量此后被重置或重新设置过。',
  'undo.inbound-gone': '该客户端所在的一个入站此后已被删除。',
  'undo.client-back': '已有人重新创建了同名客户端。',
  'version.changed': '您打开后，其他人已保存了此内容。请重新加载，再保存您的更改。',
}
