import type { updates as english } from '../en/updates.ts'
import type { Words } from '../files.ts'

export const updates: Words<typeof english> = {
  'updates.fromSource':
    '此面板从源代码运行。如需更新，请停止它，在其文件夹中运行 git pull，再用 npm start 启动。',
  'updates.alone': '此面板不是由其服务启动的，因此无法自行更新。在容器中请拉取更新的镜像。',
  'updates.noList': '未配置发布列表 – 面板不会对外连接。设置发布列表 URL 后即可检查更新。',
  'updates.notLooked': '版本 {version}。尚未检查更新。',
  'updates.newest': '版本 {version} 已是最新。',
  'updates.available': '版本 {version} 可用（已安装：{current}）。',
  'updates.looked': '上次检查 {when}',
  'updates.lookFailed': '发布列表无法使用',
  'updates.look': '立即检查',
  'updates.reload': '重新加载页面',
  'updates.notStarted': '更新没有开始',
  'updates.start': '更新到 {version}',
  'updates.going': '正在更新到 {to}：',
  'updates.stepDownload': '正在下载',
  'updates.stepUnpack': '正在校验并解压',
  'updates.stepBackup': '正在创建备份',
  'updates.stepHandOver': '正在切换版本 – 此页面会短暂不可用',
  'updates.stepTrial': '新版本正在运行，将观察一分钟',
  'updates.done': '已从 {from} 更新到 {to}。',
  'updates.failed': '更新到 {to} 失败 – {from} 未改变',
  'updates.rolledBack': '版本 {to} 失败 – 已回滚到 {from}',
  'updates.planDownload': '下载：{size}',
  'updates.planBackup': '会先创建备份',
  'updates.planTables': '数据库会迁移；新版本失败时会恢复',
  'updates.planNoTables': '数据库不变',
  'updates.planCore': '核心继续运行 – 不会断开任何人',
  'updates.planCoreRestarts': '核心会重启 – 所有客户端重新连接',
  'updates.planTrial': '新版本在一分钟内失败时自动回滚',
}
