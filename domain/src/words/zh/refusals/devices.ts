import type { devices as english } from '#domain/refusals/devices.ts'
import type { Refused } from '../../files.ts'

export const devices: Refused<typeof english> = {
  'device.missing': '客户端 {email} 没有编号为 {id} 的设备。请重新读取列表。',
  'setting.hosts': '请使用不带端口的名称或 IP 地址，以逗号分隔，或留空。',
  'setting.routing-too-long': '路由规则会使标头超过 {max} 个字符，代理会拒绝。请缩短规则。',
  'device.no-key': '{email} 的这台设备没有自己的密钥。请开启每台设备单独的密钥，并让该设备获取一次订阅。',
}
