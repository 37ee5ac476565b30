import type { review as english } from '../en/review.ts'
import type { Words } from '../files.ts'

export const review: Words<typeof english> = {
  'review.noChange': '提供给核心的内容没有变化。',
  'review.more': '{count, plural, other {另有 # 处差异}}',
  'review.added': '已添加',
  'review.removed': '已移除',
  'review.changed': '已更改',
  'inboundReview.title': '检查更改',
  'inboundReview.links': '{count, plural, other {# 个订阅的链接会改变，应用需要更新订阅。}}',
  'inboundReview.accepted': '核心接受此配置。',
  'inboundReview.apply': '应用',
  'settingsReview.panelAt': '重启后，面板地址为 {address}。书签和脚本需要改用新地址。',
  'settingsReview.panelMoves': '面板的访问地址将改变。重启前请确认您能通过新地址访问。',
  'settingsReview.stop': '{count, plural, other {# 个订阅的地址将失效，使用者需要新地址。}}',
  'settingsReview.address': '新的订阅地址以 {address} 开头。',
  'settingsReview.restart': '面板重启后生效：{names}。核心会继续运行。',
}
