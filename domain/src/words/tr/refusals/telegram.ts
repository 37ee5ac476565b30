import type { telegram as english } from '#domain/refusals/telegram.ts'
import type { Refused } from '../../files.ts'

export const telegram: Refused<typeof english> = {
  'telegram.token-missing': 'Telegram botunun belirteci yok. @BotFather üzerinden bir tane alıp kaydedin.',
  'telegram.token-shape': 'Bot belirteci 123456789:AbCd gibidir. @BotFather üzerinden boşluksuz kopyalayın.',
  'telegram.token-refused': 'Telegram bu bot belirtecini tanımıyor. @BotFather üzerinden yeniden kopyalayın.',
  'telegram.admins-missing':
    'Botun yöneticisi belirtilmemiş. En az bir kişinin sayısal Telegram kimliğini yazın.',
  'telegram.other-reader':
    'Bu botun iletilerini başka bir program okuyor. Onu durdurun ya da @BotFather ile yeni bir belirteç alın.',
  'telegram.wait': 'Telegram {seconds} sn beklenmesini istiyor.',
  'telegram.said': 'Telegram şöyle yanıtladı: {reason}.',
  'telegram.not-delivered': '{chat} kişisine ileti ulaşmadı: {reason}.',
  'telegram.file-too-large': 'Dosya {size} ve bir bot en fazla {max} gönderebilir. Panelden indirin.',
}
