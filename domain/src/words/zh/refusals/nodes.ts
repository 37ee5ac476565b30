import type { nodes as english } from '#domain/refusals/nodes.ts'
import type { Refused } from '../../files.ts'

export const nodes: Refused<typeof english> = {
  'node.missing': '找不到节点 {id}。',
  'node.name-missing': '请给节点起个名称。',
  'node.name-taken': '已经有名为 {name} 的节点。请换一个名称。',
  'node.too-many': '已有 {max} 个节点。请先删除一个。',
  'node.address-invalid': '“{address}”不是主机名或 IP 地址。',
  'node.port-invalid': '请使用 1 到 65535 之间的端口。',
  'node.path-invalid': '节点的基础路径不能有空格、控制字符、反斜杠、? 或 #。请写成 /path/。',
  'node.token-invalid': 'API 令牌没有空格或控制字符。请重新复制。',
  'node.verify-mode-unknown': 'tlsVerifyMode 请从 {values} 中选择。',
  'node.mtls-missing': 'Sluice 的面板之间不使用客户端证书。请改为固定节点的证书（tlsVerifyMode pin）。',
  'node.pin-missing': '请给出证书的 SHA-256 指纹，或让面板读取它。',
  'node.pin-invalid': 'SHA-256 指纹有 64 位十六进制数字。',
  'node.no-tls': '使用明文 http 的节点没有证书。请选择 https。',
  'node.has-inbounds': '此节点上有 {count} 个入站。请先删除它们。',
  'node.token-missing': '节点没有 API 令牌。请在它的设置中创建一个并填在这里。',
  'node.token-refused':
    '{host} 不接受这个 API 令牌。请在那个面板的设置中创建令牌并填在这里，或重新邀请：加入字符串只对第一个使用它的面板有效。',
  'node.no-panel-there': '{host} 在这个基础路径下没有面板。请检查那个面板设置中的基础路径。',
  'node.not-a-panel': '{host} 有回应，但不是面板的回应。请检查地址、端口和基础路径。',
  'node.starting': '{host} 刚刚启动，还不知道自己的状态。请几秒后再试。',
  'node.refused': '{host} 拒绝了：{reason}。',
  'node.cannot-kick':
    '{node} 无法断开单个客户端的连接：它运行的是其他面板或旧版本。请先停用该客户端，再重新启用。',
  'node.is-this-panel': '这个地址就是本面板。面板不能做自己的节点。',
  'node.same-as-another': '这和节点 {name} 是同一个面板。每个面板只添加一次。',
  'node.unverified': '不检查此节点的证书：两个面板之间的人可能读到 API 令牌。请改为固定证书。',
  'node.no-limits': '{name} 运行的是另一种面板：速度限制、到期后降速和每日额度在那里不生效。',
  'node.no-keys': '{name} 运行的是另一种面板：客户端的所有设备在那里共用一个密钥，被吊销的设备仍可使用。',
  'node.keys-after-update': '{name} 运行的是旧版本：更新之前，客户端的所有设备在那里共用一个密钥。',
  'node.plain-http': '此节点通过明文 http 连接：途中的任何人都能读到 API 令牌。请使用 https。',
}
