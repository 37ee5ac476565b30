import type { moveInSource as english } from '#domain/refusals/move-in-source.ts'
import type { Refused } from '../../files.ts'

export const moveInSource: Refused<typeof english> = {
  'source.missing': '文件 {path} 不存在。请检查路径。',
  'source.unreadable': '无法读取文件 {path}（{reason}）。请检查路径和权限。',
  'source.too-large': '文件有 {size} MB。超过 {max} MB 的数据库不会读取：请确认文件是否正确。',
  'source.no-space': '数据文件夹所在磁盘还剩 {free} MB，导入需要 {needed} MB。请释放空间：没有任何更改。',
  'source.not-sqlite':
    '这不是 SQLite 数据库。请选择另一面板的数据库文件：3x-ui 为 x-ui.db，Marzban 为 db.sqlite3。',
  'source.damaged': '此数据库已损坏或不完整（{reason}）。请在另一面板停止时重新复制。',
  'source.busy': '另一个程序一直在写入此数据库。请暂时停止另一面板后重试。',
  'source.foreign': '此数据库不属于任何可以导入的面板。请选择 3x-ui、Marzban 或 PasarGuard 的数据库。',
  'source.ours': '这是 Sluice 自己的数据库。请将其作为备份恢复。',
  'source.too-slow': '读取此数据库耗时过长，已放弃。没有任何更改。',
  'source.computed-columns': '表 {table} 含有计算列，任何面板都不会创建这样的列。不读取该文件。',
  'source.too-much': '读取此数据库所需的内存超过面板允许的上限。没有任何更改。',
  'move-in.not-staged': '上传的数据库已不在此处。请重新上传。',
  'move-in.busy': '另一个导入正在进行。请等待其结束。',
  'move-in.port-held':
    '端口 {port} 被{holder}占用，而面板要在该端口应答。请停止另一面板（systemctl stop x-ui），或不导入设置。',
  'move-in.certificate-left':
    '证书 {cert} 或其密钥 {key} 在本机无法使用：{reason} 未设置该证书；在您设置之前，HTTPS 使用自签名证书。',
  'move-in.setting-left': '此处不接受 {key} 的值：{reason} 该设置保持原值。',
  'move-in.settings-clash': '这些设置不能同时使用：{reason} 请不要导入设置。',
}
