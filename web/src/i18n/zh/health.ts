import type { health as english } from '../en/health.ts'
import type { Words } from '../files.ts'

export const health: Words<typeof english> = {
  'health.checked': '检查于{when}。',
  'health.checkedNow': '刚刚检查过。',
  'health.again': '重新检查',
  'health.bad': '需要修复',
  'health.warn': '警告',
  'health.note': '提示',
  'health.ok': '正常',
  'health.goodTitle': '未发现问题',
  'health.goodText': '已检查端口、证书、时钟、核心、数据库和备份。',
  'health.open': '打开“{page}”',
  'health.openFor': '打开“{page}”处理此项：{sentence}',
  'health.command': '命令',
}
