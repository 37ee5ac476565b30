import type { AlertTexts } from '../texts.ts'

export const zh: AlertTexts = {
  'client.expiring': {
    title: '客户端即将到期',
    message: '{email} 将于 {expiryTime} 到期。剩余天数：{days}。',
  },
  'client.running-out': {
    title: '客户端流量即将用完',
    message: '{email} 还剩 {leftBytes}，总量 {totalBytes}。',
  },
  'client.expired': { title: '客户端已到期', message: '{email} 已于 {expiryTime} 到期并被停用。' },
  'client.depleted': { title: '客户端流量已用完', message: '{email} 已用完 {totalBytes} 并被停用。' },
  'client.first-use': {
    title: '客户端首次连接',
    message: '{email} 已连接。将于 {expiryTime} 到期。',
  },
  'client.ip-limit': {
    title: '客户端使用的 IP 过多',
    message: '{email} 最多可同时使用 {limit} 个。超出的地址：{addresses}。',
  },
  'client.device-limit': {
    title: '客户端使用的设备过多',
    message: '{email} 最多可使用 {limit} 台设备。另一台设备已被拒绝。',
  },
  'group.ended': {
    title: '分组已到期或用尽配额',
    message: '分组 {group} 已到期或用尽共享配额。受影响的客户端数：{clients}。',
  },
  'node.down': { title: '节点离线', message: '{node} 没有响应：{reason}。' },
  'node.up': { title: '节点已恢复', message: '{node} 已恢复响应。' },
  'core.crashed': { title: '核心崩溃', message: '{host} 上的 Xray 已退出：{reason}。' },
  'core.hung': { title: '核心没有响应', message: '{host} 上的 Xray 正在重启：{reason}。' },
  'core.updated': { title: '核心已更新', message: '{host} 上的 Xray 现在是 {version}。' },
  'core.rolled-back': {
    title: '核心已回退',
    message: 'Xray {version} 在 {host} 上无法工作，现已恢复运行 {previous}：{reason}。',
  },
  'login.success': { title: '新的登录', message: '{username} 从 {address} 登录。' },
  'login.failed': {
    title: '登录失败',
    message: '有人从 {address} 尝试以 {username} 登录。尝试次数：{count}。',
  },
  'token.created': { title: '新的 API 令牌', message: '{by} 创建了令牌 {name}。' },
  'backup.done': { title: '备份已完成', message: '{name}，{sizeBytes}。' },
  'backup.failed': { title: '备份失败', message: '{reason}。' },
  'backup.overdue': { title: '备份已逾期', message: '上一次成功的备份在 {hours} 小时前。' },
  'certificate.expiring': {
    title: '证书即将到期',
    message: '{name} 将于 {expiryTime} 到期。剩余天数：{days}。',
  },
  'certificate.failed': { title: '无法获取证书', message: '{name}：{reason}' },
  'cpu.high': {
    title: 'CPU 使用率过高',
    message: '{host}：最近一分钟 {percent} %。阈值为 {threshold} %。',
  },
  'memory.high': { title: '内存即将用尽', message: '{host}：已用 {percent} %。阈值为 {threshold} %。' },
  'disk.high': { title: '磁盘即将用尽', message: '{host}：已用 {percent} %。阈值为 {threshold} %。' },
  'outbound.down': { title: '出站不可用', message: '{tag} 无法到达其测试地址。' },
  'outbound.up': { title: '出站已恢复', message: '{tag} 已能到达其测试地址。' },
  'panel.update-available': {
    title: '有更新的版本',
    message: 'Sluice {version} 可用（已安装：{current}）。请查看“设置 › 关于”。',
  },
  'panel.updated': { title: '面板已更新', message: '{host} 上的面板现在是 {version}。' },
  'panel.update-failed': { title: '面板更新失败', message: '版本 {version} 未安装到 {host}：{reason}。' },
  'notice.test': { title: '测试通知', message: '{by} 发送了此测试。通知会到达这里。' },
}
