import type { telegram as english } from '../en/telegram.ts'
import type { Words } from '../files.ts'

export const telegram: Words<typeof english> = {
  'telegram.text':
    'Bir sohbette komutlar, raporlar ve bildirimler. Paneli yalnızca burada yazılı kişiler yönetir; diğerleri kendi Telegram kimliğini taşıyan istemcileri görür.',
  'telegram.running': '@{name} olarak çalışıyor',
  'telegram.off': 'Kapalı',
  'telegram.starting': 'Başlatılıyor…',
  'telegram.failed': 'Çalışmıyor',
  'telegram.enable': 'Botu çalıştır',
  'telegram.token': 'Bot belirteci',
  'telegram.tokenHint': '@BotFather verir. Saklanır ve hiç gösterilmez.',
  'telegram.tokenKept': 'Bir belirteç kayıtlı. Yenisi onun yerini alır.',
  'telegram.admins': 'Yöneticiler',
  'telegram.adminsHint':
    'Virgülle ayrılmış Telegram kimlikleri. Bir grup rapor ve bildirim alır ama üyeleri yönetici değildir.',
  'telegram.language': 'Botun dili',
  'telegram.report': 'Rapor zamanı',
  'telegram.reportHint': '@daily, @every 6h ya da bir cron ifadesi.',
  'telegram.backup': 'Raporla birlikte yedek gönder',
  'telegram.backupHint': 'Her yönetici bütün gizli bilgileriyle veritabanını alır.',
  'telegram.proxy': 'Vekil sunucu',
  'telegram.proxyHint': 'socks5, http ya da https. Boş: doğrudan bağlantı.',
  'telegram.server': 'Bot API sunucusu',
  'telegram.serverHint': 'Boş: api.telegram.org.',
  'telegram.save': 'Kaydet',
  'telegram.test': 'Deneme gönder',
  'telegram.tested': 'Deneme iletisi gönderildi.',
  'telegram.testFailed': 'Deneme başarısız oldu',
}
