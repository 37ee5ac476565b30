import type { panel as english } from '#domain/refusals/panel.ts'
import type { Refused } from '../../files.ts'

export const panel: Refused<typeof english> = {
  'other.said': '{reason}',
  'panel.failed': '面板出错了。详情见面板日志。',
  'panel.stopped': '面板已停止。',
  'panel.busy-with-strangers': '面板正忙于处理未登录的请求。请稍后再试。',
  'storage.disk-full': '磁盘已满。请释放空间后重试：未保存任何内容。',
  'storage.read-only': '数据库为只读。请检查数据文件夹的权限：未保存任何内容。',
  'storage.too-slow': '数据库响应过慢。请稍后再试：未保存任何内容。',
  'storage.unreachable': '数据库没有响应。请稍后再试：未保存任何内容。',
  'not-built.provider': '此面板未内置 {name}。请手动添加其 WireGuard 出站。',
  'certificate.pair-unusable':
    '无法使用证书 {cert} 和密钥 {key} ({reason})。请提供匹配的 PEM 证书和密钥，或将两者清除：sluice cert -reset。',
  'certificate.file-unreadable':
    '无法读取证书 {file}：{reason}。请更正路径，或将其清除：sluice cert -reset。',
  'certificate.key-unreadable': '无法读取私钥 {file}：{reason}。请更正路径，或将其清除：sluice cert -reset。',
  'certificate.no-such-file': '没有此文件。',
  'certificate.not-a-file': '这不是证书文件。',
  'certificate.missing': '服务器的此路径下没有证书。',
  'certificate.not-readable': '面板没有读取此文件的权限。',
  'certificate.not-given': '请提供证书，或在 certFile 中给出其路径。',
  'certificate.invalid': '这不是 PEM 或 DER 格式的证书。',
  'target.missing': '请填写主机或 host:port。',
  'target.invalid': '“{target}”不是主机或 host:port。',
  'target.too-many': '一次最多填写 {max} 个目标。',
  'target.is-range': '请填写名称而不是范围：无法检查 {target}。',
  'target.lacks': '缺少：{missing}。',
  'target.lacks-certificate': '没有此名称的受信任证书。',
  'target.lacks-certificate-too': '缺少：{missing}，以及此名称的受信任证书。',
  'target.no-certificate': '{host} 没有出示证书。',
  'listener.address-invalid': '“{address}”不是可监听的 IP 地址。请使用 127.0.0.1、0.0.0.0 或本机的地址。',
  'listener.port-taken':
    '{address} 上的端口 {port} 已被占用。请停止占用它的程序，或换一个端口 (SLUICE_PORT、SLUICE_SUB_PORT)。',
  'listener.port-needs-rights': '端口 {port} 需要当前用户没有的权限。请选择大于 1023 的端口。',
  'listener.address-not-here': '本机没有地址 {address}。请将监听地址设为本机的地址或 0.0.0.0。',
  'listener.failed': '无法监听 {where} ({reason})。',
  'demo.read-only': '从其他地址访问时，此演示为只读。如需修改，请用 --demo 运行自己的演示。',
  'demo.no-core': '演示中不运行核心。如需此功能，请不带 --demo 启动面板。',
  'demo.no-network': '演示不会连接其他服务器。如需此功能，请不带 --demo 启动面板。',
}
