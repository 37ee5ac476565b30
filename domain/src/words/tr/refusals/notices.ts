import type { notices as english } from '#domain/refusals/notices.ts'
import type { Refused } from '../../files.ts'

export const notices: Refused<typeof english> = {
  'notice.too-old': 'Üç gün içinde teslim edilemedi ve bırakıldı.',
  'notice.outlet-off': 'Gönderilmeden önce bu kanal kapatıldı.',
  'notice.outlet-unknown':
    '{name} adlı bir kanal yok. home, email, telegram ya da webhook: ve kimliğini kullanın.',
  'notice.outlet-not-ready': '{name} kanalı kapalı. Önce açın ve ayarlarını kaydedin.',
  'notice.delivery-missing': 'Böyle bir teslimat yok: eskileri bir ay sonra silinir.',
  'notice.webhook-missing': '{id} numaralı webhook yok.',
  'notice.webhook-too-many': 'En fazla {max} webhook olabilir. Önce birini silin.',
  'notice.webhook-secret':
    '16 ile 256 arasında görünür karakterden oluşan bir sır kullanın ya da boş bırakın.',
  'notice.mail-incomplete': 'Önce {missing} alanını doldurun: posta için gerekli.',
  'notice.mail-address':
    '{address} bir e-posta adresi değil. me@example.com gibi bir adres yazın; birden çoksa virgülle ayırın.',
  'notice.mail-login': '{host} posta sunucusu kullanıcı adını ve parolayı kabul etmedi: {answer}.',
  'notice.mail-refused': '{host} posta sunucusu postayı almadı: {answer}.',
  'notice.mail-no-tls':
    '{host} posta sunucusu STARTTLS sunmuyor. TLS seçin ya da güvendiğiniz bir ağda şifrelemesiz bağlanın.',
  'notice.mail-no-answer': '{host} posta sunucusu zamanında yanıt vermedi ya da bir posta sunucusu değil.',
  'setting.time': '22:30 gibi bir saat kullanın ya da boş bırakın.',
}
