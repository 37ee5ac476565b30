import type { oddNodes as english } from '#domain/refusals/odd-nodes.ts'
import type { Refused } from '../../files.ts'

export const oddNodes: Refused<typeof english> = {
  'node.is-above':
    '本面板本身就是那个面板的节点（直接或通过其他面板）。两个面板中只能有一个管理另一个：请在其中一侧删除该节点。',
  'node.went-back':
    '此节点上 {count} 个客户端的计数器变小了：节点从备份恢复，或有人重置了计数器。这里没有扣除任何流量，节点上应有的内容会重新放回。',
  'node.sums-unreadable':
    '此节点为 {count} 个客户端报告的流量超出了可计数的范围。该报告已被忽略。请检查那个面板。',
  'node.strangers':
    '有 {count} 个客户端出现在此节点的入站上，但在这里并未关联到这些入站。它们已从这些入站移除。',
}
