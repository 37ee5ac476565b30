import type { coreUpdate as english } from '../en/core-update.ts'
import type { Words } from '../files.ts'

export const coreUpdate: Words<typeof english> = {
  'preflight.try': '先试用',
  'preflight.tryConfirmed': '已核对：试用',
  'preflight.hint': '试用不会断开任何人：入站在空闲端口上打开，与正在运行的核心并存。',
  'preflight.going': '正在试用每个入站和出站…',
  'preflight.fine': '目前正常的内容都不会失效。',
  'preflight.blocks': '以下内容会失效',
  'preflight.notes': '值得了解',
  'preflight.parts': '试用了哪些内容',
  'preflight.connects': '客户端已连接',
  'preflight.opens': '已打开',
  'preflight.reads': '已接受',
  'preflight.fails': '失效',
  'preflight.failsNow': '当前版本也失效',
  'preflight.untried': '未试用',
  'preflight.whole': '整个配置',
  'preflight.apps': '最近 30 天获取订阅的应用',
  'preflight.anyway': '仍然安装',
  'preflight.anywayText': '试用发现的内容将会失效。',
}
