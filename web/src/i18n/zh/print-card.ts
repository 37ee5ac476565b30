import type { printCard as english } from '../en/print-card.ts'
import type { Words } from '../files.ts'

export const printCard: Words<typeof english> = {
  'card.scan':
    '用手机相机扫描此二维码，或在浏览器中打开该地址。打开的页面列出适合您设备的应用，并可为您添加连接。',
  'card.app':
    '安装 v2rayNG 或 Hiddify（Android）、Streisand 或 Hiddify（iPhone）、v2rayN 或 Hiddify（电脑），在应用中扫描此二维码，然后连接。',
  'card.address': '订阅地址：',
  'card.private': '请妥善保管此卡片。任何持有此二维码的人都能使用您的连接。',
}
