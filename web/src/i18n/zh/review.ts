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
}
