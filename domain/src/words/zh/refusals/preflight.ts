import type { preflight as english } from '#domain/refusals/preflight.ts'
import type { Refused } from '../../files.ts'

export const preflight: Refused<typeof english> = {
  'preflight.blocks':
    '未安装 Xray {version}，因为目前正常的内容会失效：{reasons}。请先更改，或在安装时发送 force。',
  'preflight.config-fails': 'Xray {version} 拒绝此配置：{reason}。将失去连接的客户端：{count}。',
  'preflight.inbound-fails':
    '入站 {inbound} 在 Xray {version} 中会失效：{reason}。将失去它的客户端：{count}（{names}）。',
  'preflight.inbound-fails-idle': '入站 {inbound} 在 Xray {version} 中会失效：{reason}。',
  'preflight.outbound-fails': '出站 {outbound} 在 Xray {version} 中会失效：{reason}。',
  'preflight.and-more': '{emails} 等。',
  'preflight.no-answer': '客户端可以连接，但通过它得不到回应。',
  'preflight.no-answer-because': '客户端通过它得不到回应：{reason}。',
  'preflight.untried-tun': '无法在正在使用的 TUN 设备旁试用另一个。',
  'preflight.untried-no-key': '面板没有任何对端的私钥，无法作为对端连接。',
  'preflight.app-core-fails':
    '使用 {core} 核心的应用目前可以通过 {inbounds}，在 Xray {version} 中则不行。在那里使用此类应用的客户端：{count}。',
  'preflight.reality':
    '使用 {apps} 的 {count} 个客户端将无法连接 {inbounds}：请将那里的最低应用版本（minClientVer）设为 1.0.0。',
  'preflight.reality-one':
    '使用 {apps} 的 1 个客户端将无法连接 {inbounds}：请将那里的最低应用版本（minClientVer）设为 1.0.0。',
  'preflight.reality-now':
    '使用 {apps} 的客户端（{count}）目前也无法连接 {inbounds}：请将那里的最低应用版本（minClientVer）设为 1.0.0。',
  'preflight.reality-nobody':
    '使用 mihomo 或 sing-box 核心的应用无法连接 {inbounds}，最近 30 天没有客户端使用它们。如需允许，请将那里的最低应用版本（minClientVer）设为 1.0.0。',
  'preflight.post-quantum-only':
    '{inbounds} 只接受 X25519MLKEM768，较旧的应用不支持。如果其 {clients} 个客户端中有无法连接的，请在曲线偏好中加入 X25519。',
  'preflight.shadowsocks-none':
    'Xray 26.7.11 及更新版本没有不加密的 Shadowsocks：请为 {inbounds} 选择其他加密方式。其上的客户端：{clients}。',
  'preflight.xhttp-session':
    '早于 26.6.22 的 Xray 不认识 {inbounds} 的 XHTTP 会话名称：请选择更新的版本，或清除它们。其上的客户端：{clients}。',
  'preflight.private-targets':
    '从 Xray 26.5.3 起，{outbounds} 不再让客户端访问私有地址。如有需要，请为其添加 finalRules。',
  'core.switch-api-silent': '它的 API 没有回应。',
  'core.switch-inbound-lost': '入站 {inbound} 不再接受连接。',
  'core.rolled-back': 'Xray {version} 无法工作，现已恢复运行 Xray {previous}：{reason}。',
  'core.rollback-failed':
    'Xray {version} 无法工作：{reason}。Xray {previous} 已放回原处，但也无法启动：{why}。',
}
