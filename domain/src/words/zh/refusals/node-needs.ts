import type { nodeNeeds as english } from '#domain/refusals/node-needs.ts'
import type { Refused } from '../../files.ts'

export const nodeNeeds: Refused<typeof english> = {
  'node-need.same-panel': '节点 {name} 就是这里已有的一个面板。',
  'node-need.certificate': '节点 {name} 的证书不受信任。',
  'node-need.token': '节点 {name} 不接受它的 API 令牌。',
  'node-need.above': '节点 {name} 管理着本面板，而本面板也管理着它。',
  'node-need.offline': '节点 {name} 已离线。',
  'node-need.core-down': '节点 {name} 的核心没有运行，无人能通过它连接。',
  'node-need.refused': '节点 {name} 拒绝了更改（{count}）。',
  'node-need.behind': '节点 {name} 在线，但更改无法送达（{count}）。',
  'node-need.odd': '节点 {name} 出现异常。',
}
