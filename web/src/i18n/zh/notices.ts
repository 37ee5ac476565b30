import type { NoticeTexts } from '../files.ts'

export const notices: NoticeTexts = {
  'clock.jumped.title': '时钟跳变',
  'clock.jumped.message':
    '本机时钟向前跳了 {hours} 小时。在您接受新时间 (POST /panel/api/traffic/acceptClock)、校正时钟或重启面板之前，不会按时间停用或续期任何客户端。',
  'core.ended.title': '核心已退出',
  'core.ended.message': '{reason}。',
  'core.installed.title': '核心已安装',
  'core.installed.message': '正在启动 Xray {version}。',
  'core.installing.title': '正在安装核心',
  'core.installing.message': '{step}。',
  'core.no-answer.title': '核心没有响应，正在重启',
  'core.no-answer.message': '{reason}。',
  'core.not-installed.title': '核心未能安装',
  'core.not-installed.message': '{reason}。',
  'core.partly-started.title': '核心正在运行，但可能缺少部分入站',
  'core.partly-started.message': '核心未能以完整配置启动，因此入站会逐个添加。被拒绝的入站会重试。',
  'core.restarted.title': '核心已重启',
  'core.restarted.message': '所有客户端正在重新连接。',
  'core.stopped.title': '核心已停止',
  'core.stopped.message': '重新启动核心之前，任何人都无法连接。',
  'inbound.not-open.title': '入站 {inbound} 未打开',
  'inbound.not-open.message': '{reason}。',
  'ip-limit.exceeded.title': '客户端使用的地址过多',
  'ip-limit.exceeded.message': '{email} 最多同时使用 {limit} 个地址。超出的地址：{addresses}。',
  'ip-limit.exceeded-more.title': '多个客户端使用的地址过多',
  'ip-limit.exceeded-more.message':
    '{email} 最多同时使用 {limit} 个地址。超出的地址：{addresses}。另有 {more} 个客户端，详见日志。',
  'ip-limit.refused.title': '客户端的部分地址被拒绝',
  'ip-limit.refused.message': '{email} 最多同时使用 {limit} 个地址。超出的地址：{addresses}。',
  'ip-limit.refused-more.title': '多个客户端的部分地址被拒绝',
  'ip-limit.refused-more.message':
    '{email} 最多同时使用 {limit} 个地址。超出的地址：{addresses}。另有 {more} 个客户端，详见日志。',
  'outbound.left-out.title': '订阅中的一个出站导致核心出错',
  'outbound.left-out.message': '{tags}：{reason}。核心已在没有它的情况下运行。',
  'subscription.not-served.title': '订阅服务未启动',
  'subscription.not-served.message': '{reason}。',
}
