import type { directory as english } from '#domain/refusals/directory.ts'
import type { Refused } from '../../files.ts'

export const directory: Refused<typeof english> = {
  'directory.no-host': '请输入目录服务器的地址。',
  'directory.no-base': '请输入 Base DN：要搜索的目录部分。',
  'directory.bind-refused': '目录拒绝了 Bind DN 或其密码。',
  'directory.unreachable': '无法连接 {host} 上的目录：{reason}。',
  'directory.certificate': '{host} 的证书不受信任：{reason}。请填写 CA 文件，或修正服务器。',
  'directory.ca-unreadable': '无法读取 CA 文件 {file}：{reason}。',
  'directory.too-slow': '目录在 {seconds} 秒内没有应答。没有改动任何人。',
  'directory.too-much':
    '目录发送的数据超过了人员列表应有的大小，因此没有改动任何客户端。请缩小过滤器或 Base DN。',
  'directory.too-large': '目录找到超过 {max} 人。请缩小过滤器或 Base DN。',
  'directory.search-failed': '目录拒绝了搜索：{reason}。',
  'directory.empty': '目录没有找到任何人，因此没有改动任何人。请检查过滤器、Base DN 和属性。',
  'directory.no-inbounds': '新客户端需要入站。请输入其入站的标签。',
  'directory.tags-unknown': '没有标签为 {tags} 的入站。',
  'directory.held-shrunk': '目录找到 {people} 人，之前是 {before} 人。如果无误，请确认。',
  'directory.held-many': '这会一次改动 {count} 个客户端，超过 {most}。如果无误，请确认。',
  'directory.held-share': '这会一次改动 {all} 个客户端中的 {count} 个，超过 {percent}%。如果无误，请确认。',
  'directory.nothing-held': '没有等待确认的更改。',
  'directory.plan-changed': '列出这些更改后目录又有变化。请查看新的列表并确认。',
}
