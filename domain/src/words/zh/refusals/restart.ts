import type { restart as english } from '#domain/refusals/restart.ts'
import type { Refused } from '../../files.ts'

export const restart: Refused<typeof english> = {
  'restart.log': '日志设置已更改：核心在启动时打开日志。',
  'restart.api': 'API 设置已更改：核心在启动时打开 API。',
  'restart.stats': '统计设置已更改：核心在启动时建立计数器。',
  'restart.metrics': '指标设置已更改：核心在启动时打开指标页面。',
  'restart.policy': '策略已更改：核心在启动时读取超时和缓冲区。',
  'restart.dns': 'DNS 设置已更改：核心在启动时建立解析器。',
  'restart.fakedns': '虚拟 DNS 地址池已更改：核心在启动时填充它们。',
  'restart.observatory': '观测器已更改：核心在启动时开始探测。',
  'restart.burst-observatory': '突发观测器已更改：核心在启动时开始探测。',
  'restart.transport': '全局传输设置已更改：核心在启动时读取。',
  'restart.reverse': '反向设置已更改：核心在启动时建立网桥和门户。',
  'restart.geodata': '地理数据设置已更改：核心在启动时安排下载。',
  'restart.section': '{section} 部分已更改：核心在启动时读取它。',
  'restart.domain-strategy': '域名策略已更改：核心在启动时读取它。',
  'restart.balancer': '负载均衡 {tag} 已更改：核心只建立一次负载均衡。',
  'restart.no-observatory': '有负载均衡需要观测器，而运行中的核心还没有。',
  'restart.reverse-clients': '入站 {tag} 已更改且有反向客户端：它们的连接将无处可去。',
  'restart.inbound-untagged': '模板中有入站没有自己的标签：请为其设置标签，或重启核心。',
  'restart.outbound-untagged': '没有自己标签的出站已更改：请为每个出站设置标签，或重启核心。',
  'restart.refused': '核心拒绝了一项更改：{reason}。',
}
