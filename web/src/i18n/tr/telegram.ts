import type { telegram as english } from '../en/telegram.ts'
import type { Words } from '../files.ts'

export const telegram: Words<typeof english> = {
  'telegram.text':
    'Bir sohbette komutlar, raporlar ve bildirimler. Paneli yalnızca aşağıdaki yöneticiler yönetebilir; diğerleri yalnızca kendi Telegram kimliğini taşıyan istemcileri görür.',
  'telegram.running': '@{name} olarak çalışıyor',
  'telegram.off': 'Kapalı',
  'telegram.starting': 'Başlatılıyor…',
  'telegram.failed': 'Çalışmıyor',
  'telegram.enable': 'Botu çalıştır',
  'telegram.token': 'Bot belirteci',
  'telegram.tokenHint': "@BotFather'dan alınır. Saklanır ve hiç gösterilmez.",
  'telegram.tokenKept': 'Bir belirteç kayıtlı. Değiştirmek için yenisini girin.',
  'telegram.admins': 'Yöneticiler',
  'telegram.adminsHint':
    'Virgülle ayrılmış Telegram kimlikleri. Bir grup rapor ve bildirim alır ama üyeleri yönetici değildir.',
  'telegram.language': 'Bot dili',
  'telegram.report': 'Rapor zamanı',
  'telegram.reportHint': '@daily, @every 6h ya da bir cron ifadesi.',
  'telegram.backup': 'Raporla birlikte yedek gönder',
  'telegram.backupHint': 'Her yönetici bütün gizli bilgileriyle veritabanını alır.',
  'telegram.proxy': 'Vekil sunucu',
  'telegram.proxyHint': 'socks5, http veya https. Doğrudan bağlanmak için boş bırakın.',
  'telegram.server': 'Bot API sunucusu',
  'telegram.serverHint': 'api.telegram.org kullanmak için boş bırakın.',
  'telegram.test': 'Test gönder',
  'telegram.tested': 'Test iletisi gönderildi.',
  'telegram.testFailed': 'Deneme başarısız oldu',
}
