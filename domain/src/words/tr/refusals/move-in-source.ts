import type { moveInSource as english } from '#domain/refusals/move-in-source.ts'
import type { Refused } from '../../files.ts'

export const moveInSource: Refused<typeof english> = {
  'source.missing': '{path} dosyası yok. Yolu denetleyin.',
  'source.unreadable': '{path} dosyası okunamıyor ({reason}). Yolunu ve izinlerini denetleyin.',
  'source.too-large':
    'Dosya {size} MB. {max} MB üzerindeki bir veritabanı okunmaz: doğru dosya olduğunu denetleyin.',
  'source.no-space':
    'Veri klasörünün diskinde {free} MB kaldı, aktarım için {needed} MB gerekiyor. Yer açın: hiçbir şey değişmedi.',
  'source.not-sqlite':
    'Bu bir SQLite veritabanı değil. Diğer panelin veritabanı dosyasını seçin: 3x-ui için x-ui.db, Marzban için db.sqlite3.',
  'source.damaged':
    'Bu veritabanı bozuk ya da yarım ({reason}). Diğer panel durdurulmuşken yeniden kopyalayın.',
  'source.busy':
    'Başka bir program bu veritabanına sürekli yazıyor. Diğer paneli kısa süre durdurup yeniden deneyin.',
  'source.foreign':
    'Bu veritabanı aktarılabilen bir panele ait değil. 3x-ui, Marzban ya da PasarGuard veritabanı seçin.',
  'source.ours': 'Bu, Sluice panelinin kendi veritabanı. Yedek olarak geri yükleyin.',
  'source.too-slow': 'Bu veritabanını okumak çok uzun sürdü ve bırakıldı. Hiçbir şey değişmedi.',
  'source.computed-columns':
    '{table} tablosunda hiçbir panelin oluşturmadığı hesaplanan sütunlar var. Dosya okunmuyor.',
  'source.too-much':
    'Bu veritabanını okumak panelin kullanabileceğinden fazla bellek istiyor. Hiçbir şey değişmedi.',
  'move-in.not-staged': 'Yüklenen veritabanı artık burada değil. Yeniden yükleyin.',
  'move-in.busy': 'Başka bir aktarım sürüyor. Bitmesini bekleyin.',
  'move-in.port-held':
    '{port} portunu {holder} tutuyor ve panel orada yanıt verecek. Diğer paneli durdurun (systemctl stop x-ui) ya da ayarlar olmadan aktarın.',
  'move-in.certificate-left':
    '{cert} sertifikası ya da {key} anahtarı bu makinede kullanılamıyor: {reason} Ayarlanmadı; siz birini ayarlayana kadar HTTPS kendinden imzalı bir sertifika kullanır.',
  'move-in.setting-left': '{key} değeri burada kabul edilmiyor: {reason} Ayar kendi değerini korur.',
  'move-in.settings-clash': 'Bu ayarlar birlikte kullanılamaz: {reason} Ayarlar olmadan aktarın.',
}
