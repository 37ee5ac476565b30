import type { joining as english } from '#domain/refusals/joining.ts'
import type { Refused } from '../../files.ts'

export const joining: Refused<typeof english> = {
  'join.not-one': '这不是加入字符串。它以 sluice-join: 开头，由节点上的“sluice node invite”输出。',
  'join.damaged': '加入字符串已损坏：部分内容缺失或被更改。请重新复制整行。',
  'join.other-version':
    '此加入字符串由另一版本的 Sluice（v{version}）生成。请更新本面板，或改为填写地址和令牌。',
  'adoption.node-disabled': '节点已停用。启用后才能查看其内容。',
  'adoption.already-here': '已属于本面板。',
  'adoption.being-removed': '本面板已将其删除，正在从节点上移除。',
  'adoption.inbound-stays': '它的入站都不会归入本面板。',
  'adoption.not-chosen': '未选择，保留给节点。',
  'adoption.not-there': '节点上已没有它。',
  'adoption.on-its-node': '它运行在该节点的下级节点上。',
  'adoption.protocol-stays': '本面板不在节点上放置 {protocol} 入站。',
  'adoption.protocol-unknown': '本面板不认识协议 {protocol}。',
  'adoption.tag-wanted': '本面板有一个标签为 {tag} 的入站要放到该节点上。请更改其中一个的标签。',
  'adoption.tag-taken': '本面板的入站已使用标签 {tag} 和 {other}。请更改其中一个。',
  'adoption.settings-unknown': '本面板不会接受其设置：{reason}。',
  'adoption.client-differs': '本面板已有同名但凭据不同（{fields}）的客户端。请重命名其中一个。',
  'adoption.client-inconsistent': '节点上该客户端在不同入站的凭据不一致。请先在节点上改为一致。',
  'adoption.client-refused': '本面板不会接受它：{reason}。',
  'adoption.credential-unusable': '其凭据在入站 {tag} 上无效。请先在节点上更换。',
  'leave.away':
    '节点没有响应（{reason}），无法在其上移除任何内容。请在其恢复后重试，或删除节点并将一切留在节点上。',
  'leave.unfinished': '节点上仍有本面板的 {count} 项：{reason}。请重试，或删除节点并把它们留在节点上。',
  'leave.disabled': '节点已停用。',
  'leave.no-answer': '节点未说明原因。',
  'leave.unknown': '请选择 keep 或 remove。',
}
