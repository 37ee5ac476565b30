import type { printCard as english } from '../en/print-card.ts'
import type { Words } from '../files.ts'

export const printCard: Words<typeof english> = {
  'card.scan':
    'Bu kodu telefonunuzun kamerasıyla tarayın veya adresi bir tarayıcıda açın. Açılan sayfada cihazınıza uygun uygulamalar vardır ve bağlantı sizin için eklenir.',
  'card.app':
    'v2rayNG veya Hiddify (Android), Streisand veya Hiddify (iPhone), v2rayN veya Hiddify (bilgisayar) yükleyin. Bu kodu uygulamada tarayın ve bağlanın.',
  'card.address': 'Abonelik adresi:',
  'card.private': 'Bu kartı kimseyle paylaşmayın. Bu koda sahip olan herkes bağlantınızı kullanabilir.',
}
