import type { telegram as english } from '../en/telegram.ts'
import type { Words } from '../files.ts'

export const telegram: Words<typeof english> = {
  'telegram.text':
    '在聊天中使用命令、接收报告和通知。只有下面的管理员可以管理面板；其他人只能看到带有自己 Telegram ID 的客户端。',
  'telegram.running': '正以 @{name} 运行',
  'telegram.off': '已关闭',
  'telegram.starting': '正在启动…',
  'telegram.failed': '未运行',
  'telegram.enable': '运行机器人',
  'telegram.token': '机器人令牌',
  'telegram.tokenHint': '从 @BotFather 获取。会保存，且从不显示。',
  'telegram.tokenKept': '已保存令牌。输入新令牌可替换。',
  'telegram.admins': '管理员',
  'telegram.adminsHint': 'Telegram ID，用逗号分隔。群组会收到报告和通知，但其成员不是管理员。',
  'telegram.language': '机器人语言',
  'telegram.report': '报告时间',
  'telegram.reportHint': '@daily、@every 6h 或 cron 表达式。',
  'telegram.backup': '随报告发送备份',
  'telegram.backupHint': '每位管理员都会收到包含所有机密的数据库。',
  'telegram.proxy': '代理',
  'telegram.proxyHint': 'socks5、http 或 https。留空则直接连接。',
  'telegram.server': 'Bot API 服务器',
  'telegram.serverHint': '留空则使用 api.telegram.org。',
  'telegram.test': '发送测试',
  'telegram.tested': '测试消息已发送。',
  'telegram.testFailed': '测试失败',
}
