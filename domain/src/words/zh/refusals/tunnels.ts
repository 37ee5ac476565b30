import type { tunnels as english } from '#domain/refusals/tunnels.ts'
import type { Refused } from '../../files.ts'

export const tunnels: Refused<typeof english> = {
  'tunnel.no-account': '还没有 {service} 账户：请先注册。',
  'tunnel.refused': '{service} 拒绝了：{reason}。',
  'tunnel.bad-answer': '{service} 的回复本面板无法识别。',
  'tunnel.key-invalid': '这不是 WireGuard 密钥。请粘贴以“=”结尾的 44 个字符。',
  'tunnel.country-invalid': '请选择国家：countryId 是它的编号。',
  'tunnel.token-missing': '请输入 {service} 账户的访问令牌。',
  'tunnel.license-missing': '请输入许可证密钥。',
  'tunnel.server-invalid': '请选择服务器：hostname、station 和 publicKey 须来自列表中的同一台。',
}
