import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': '订阅设备',
  'device.none': '还没有设备。客户端或其分组设有设备限制，或每台设备使用单独的密钥时，才会记录设备。',
  'device.first': '首次出现：{when}',
  'device.last': '最近出现：{when}',
  'device.unknown': '未知设备',
  'device.forget': '移除',
  'device.forgetTitle': '移除 {device}？这会空出一个名额，该设备以后仍可重新登记。',
  'device.forgetAll': '全部移除',
  'device.forgetAllTitle': '移除 {email} 的所有设备？已屏蔽的设备也会解除屏蔽。',
  'device.revoke': '吊销',
  'device.revokeTitle': '吊销 {device} 的密钥？它会立即断开，下次更新订阅时会得到新的密钥。',
  'device.block': '屏蔽',
  'device.unblock': '解除屏蔽',
  'device.blocked': '已屏蔽',
}
