import type { updates as english } from '../en/updates.ts'
import type { Words } from '../files.ts'

export const updates: Words<typeof english> = {
  'updates.fromSource':
    '此面板从源代码运行，不会自行更新。请停止它，在其文件夹中运行 git pull，再用 npm start 启动。',
  'updates.alone': '此面板不是由其服务启动的，因此无法替换自己。在容器中请使用更新的镜像。',
  'updates.noList': '没有配置发布列表：面板不会查找，也不会联系任何地方。在下面填写一个列表即可获知新版本。',
  'updates.notLooked': '这是版本 {version}。面板还没有查找过更新的版本。',
  'updates.newest': '这是版本 {version}，已是最新。',
  'updates.available': '版本 {version} 可用；当前是 {current}。',
  'updates.looked': '上次查看：{when}',
  'updates.lookFailed': '发布列表无法使用',
  'updates.look': '立即查看',
  'updates.reload': '重新加载页面',
  'updates.notStarted': '更新没有开始',
  'updates.start': '更新到 {version}',
  'updates.going': '正在更新到 {to}：',
  'updates.stepDownload': '正在下载新版本',
  'updates.stepUnpack': '正在检查并解压',
  'updates.stepBackup': '正在备份',
  'updates.stepHandOver': '新版本正在接管；此页面会暂时离开',
  'updates.stepTrial': '新版本正在运行，将观察一分钟',
  'updates.done': '已从 {from} 更新到 {to}。',
  'updates.failed': '更新到 {to} 失败；{from} 未受影响',
  'updates.rolledBack': '版本 {to} 无法工作；已恢复 {from}',
  'updates.planDownload': '下载：{size}',
  'updates.planBackup': '会先进行备份',
  'updates.planTables': '数据库会更改；如果新版本失败，会恢复原样',
  'updates.planNoTables': '数据库保持不变',
  'updates.planCore': '核心继续运行：没有人会断开',
  'updates.planCoreRestarts': '核心会重启：所有人都会重新连接',
  'updates.planTrial': '如果新版本在一分钟内失败，此版本会自动恢复',
}
