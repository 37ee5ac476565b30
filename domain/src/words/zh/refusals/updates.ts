import type { updates as english } from '#domain/refusals/updates.ts'
import type { Refused } from '../../files.ts'

export const updates: Refused<typeof english> = {
  'update.from-source':
    '此面板从源代码运行，不会自行更新。请停止它，在其文件夹中运行 "git pull"，再用 "npm start" 启动。',
  'update.without-parent':
    '此面板不是由其服务启动的，因此没有进程能启动另一个版本来代替它。在容器中请使用更新的镜像；否则请用 "sluice run" 启动。',
  'update.no-list': '没有配置发布列表，因此无处查找更新的版本。请在“设置”的“关于”中填写一个。',
  'update.busy': '正在更新。请等待它完成。',
  'update.nothing-newer': '没有适用于此机器且比 {version} 更新的版本。没有任何更改。',
  'update.not-alone': '此更新会更改数据库的表，而面板“{name}”也在使用该数据库。请先停止它，再更新两者。',
  'update.signature-unreadable': '无法读取发布列表的签名，因此不使用该列表。请稍后重试，或填写另一个列表。',
  'update.signature-unknown': '发布列表由此版本不认识的密钥签名，因此不使用。请填写安装此面板时所用的列表。',
  'update.signature-wrong':
    '发布列表的签名不正确：它在途中被更改，因此不使用。请稍后重试，或填写另一个列表。',
  'update.list-unreadable': '发布列表已签名，但无法读取。请稍后重试，或手动安装新版本。',
  'update.list-old':
    '此发布列表比之前读取的更旧，因此不使用。提供者可能在隐藏某个更新：请稍后重试，或填写另一个列表。',
  'update.no-archive': '版本 {version} 没有适用于 {arch} 处理器的归档。没有任何更改。',
  'update.hash-mismatch':
    '版本 {version} 的归档的 SHA-256 是 {found}，而不是 {expected}，因此不安装。请稍后重试。',
  'update.archive-broken': '新版本的归档已损坏，因此不安装。请重试。',
  'update.archive-escapes': '新版本的归档中有名称“{name}”，它指向其文件夹之外。不安装。',
  'update.archive-odd': '新版本的归档中有“{name}”，它既不是文件也不是文件夹。不安装。',
  'update.archive-too-large': '新版本的归档解压后会超过一个版本可能的大小。不安装。',
  'update.other-release': '归档中不是发布列表所描述的版本 {version}，因此不安装。请稍后重试。',
  'update.not-kept': '在更改表之前无法复制数据库，因此更新已取消：{reason}。请腾出空间后重试。',
  'update.interrupted': '更新在新版本启动之前中断。请重新开始。',
  'update.exited': '新版本以状态 {status} 结束。',
  'update.not-ready': '新版本在 {seconds} 秒内没有就绪。',
  'update.unhealthy': '新版本已启动，但出现问题：{reason}。',
  'update.no-answer': '它没有响应。',
  'update.core-stopped': '它的核心没有运行，而之前在运行。',
}
