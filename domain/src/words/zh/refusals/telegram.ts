import type { telegram as english } from '#domain/refusals/telegram.ts'
import type { Refused } from '../../files.ts'

export const telegram: Refused<typeof english> = {
  'telegram.token-missing': 'Telegram 机器人没有令牌。请从 @BotFather 获取并保存。',
  'telegram.token-shape': '机器人令牌形如 123456789:AbCd。请从 @BotFather 复制，不要带空格。',
  'telegram.token-refused': 'Telegram 不认识这个机器人令牌。请从 @BotFather 重新复制。',
  'telegram.admins-missing': '没有指定机器人的管理员。请至少填写一个人的数字 Telegram ID。',
  'telegram.other-reader': '另一个程序正在读取这个机器人的消息。请停止它，或用 @BotFather 生成新令牌。',
  'telegram.wait': 'Telegram 要求等待 {seconds} 秒。',
  'telegram.said': 'Telegram 回答：{reason}。',
  'telegram.not-delivered': '发给 {chat} 的消息未送达：{reason}。',
  'telegram.file-too-large': '文件大小为 {size}，而机器人最多只能发送 {max}。请从面板下载。',
}
