import type { fleet as english } from '#domain/refusals/fleet.ts'
import type { Refused } from '../../files.ts'

export const fleet: Refused<typeof english> = {
  'fleet.inbound-foreign': '节点自己有一个标签为 {tag} 的入站。请修改其中一个的标签。',
  'fleet.client-foreign': '节点自己有一个名为 {email} 的客户端。请给其中一个改名。',
  'fleet.inbound-not-there': '它的入站还不在节点上。',
  'fleet.node-disabled': '节点已停用。启用后它会得到缺少的内容。',
  'fleet.not-kept': '节点接受了更改，但显示的仍是别的内容：{fields}。',
}
