import type { notices as english } from '#domain/refusals/notices.ts'
import type { Refused } from '../../files.ts'

export const notices: Refused<typeof english> = {
  'notice.too-old': '三天内未能送达，已放弃。',
  'notice.outlet-off': '在发送之前，此渠道已关闭。',
  'notice.outlet-unknown': '没有名为 {name} 的渠道。请使用 home、email、telegram 或 webhook: 加编号。',
  'notice.outlet-not-ready': '渠道 {name} 已关闭。请先开启并保存其设置。',
  'notice.delivery-missing': '没有这条投递：旧的投递一个月后会被删除。',
  'notice.webhook-missing': '没有 webhook {id}。',
  'notice.webhook-too-many': '最多只能有 {max} 个 webhook。请先删除一个。',
  'notice.webhook-secret': '请使用 16 到 256 个可见字符的密钥，或留空。',
  'notice.mail-incomplete': '请先填写 {missing}：发送邮件需要它。',
  'notice.mail-address': '{address} 不是电子邮件地址。请填写如 me@example.com 的地址，多个用逗号分隔。',
  'notice.mail-login': '邮件服务器 {host} 不接受该用户名和密码：{answer}。',
  'notice.mail-refused': '邮件服务器 {host} 没有接收邮件：{answer}。',
  'notice.mail-no-tls': '邮件服务器 {host} 不支持 STARTTLS。请选择 TLS，或在可信网络中不加密。',
  'notice.mail-no-answer': '邮件服务器 {host} 没有及时响应，或者它不是邮件服务器。',
  'setting.time': '请使用一天中的时间，例如 22:30，或留空。',
}
