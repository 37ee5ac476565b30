import type { nodeJoin as english } from '../en/node-join.ts'
import type { Words } from '../files.ts'

export const nodeJoin: Words<typeof english> = {
  'join.string': '加入字符串',
  'join.stringHint':
    '在那台服务器上运行“sluice node invite”，把输出的一行粘贴到这里：其中包含地址、证书和令牌。留空则自行填写。',
  'join.nameHint': '留空则使用地址作为名称。',
  'join.adopt': '接管',
  'join.adoptOffline': '节点离线',
  'join.adoptTitle': '从 {name} 接管',
  'join.adoptText':
    '节点上已有的入站和客户端将归本面板管理，端口、凭据和流量保持不变。节点上不做任何更改，也不会断开任何人。',
  'join.nothing': '没有可接管的内容：此节点上的一切已由本面板管理，或保留给节点自己。',
  'join.inbounds': '要接管的入站',
  'join.clientsOn': '{count, plural, =0 {没有客户端} other {# 个客户端}}',
  'join.comeNew': '{count, plural, other {# 个新客户端}}',
  'join.comeKnown': '{count, plural, other {附加 # 个已有客户端}}',
  'join.changes': '{email}：本面板的设置将取代节点上的设置（{fields}）。',
  'join.stays': '保留给节点',
  'join.more': '{count, plural, other {还有 # 项}}',
  'join.adoptVerb': '接管',
  'join.later': '暂不',
  'join.adopted': '已接管 {inbounds, plural, other {# 个入站}}和 {clients, plural, other {# 个客户端}}',
  'join.skipped': '{count, plural, other {跳过 # 项}}：{reason}',
  'join.leaveTitle': '删除 {name}？',
  'join.leaveEmpty':
    '此节点上没有本面板的入站。节点自己的入站和客户端会保留并继续运行；这里只删除其地址和令牌。',
  'join.leaveText':
    '{count, plural, other {此节点上有本面板的 # 个入站。它们将从本面板删除；其客户端及流量保留在本面板。}}',
  'join.leaveChoice': '节点上',
  'join.keep': '继续运行',
  'join.keepHint': '入站和客户端按现状留在节点上',
  'join.remove': '移除',
  'join.removeHint': '先从节点上删除；节点必须在线',
}
