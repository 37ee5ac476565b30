import type { updates as english } from '../en/updates.ts'
import type { Words } from '../files.ts'

export const updates: Words<typeof english> = {
  'updates.fromSource':
    'Bu panel kaynak kodundan çalışıyor. Güncellemek için durdurun, klasöründe git pull çalıştırın ve npm start ile başlatın.',
  'updates.alone':
    'Bu paneli hizmeti başlatmadı, bu yüzden kendini güncelleyemez. Kapsayıcıda daha yeni bir imaj çekin.',
  'updates.noList':
    "Sürüm listesi ayarlanmamış – panel dışarıya çağrı yapmaz. Güncellemeleri denetlemek için bir sürüm listesi URL'si girin.",
  'updates.notLooked': 'Sürüm {version}. Güncellemeler henüz denetlenmedi.',
  'updates.newest': '{version} sürümü güncel.',
  'updates.available': '{version} sürümü kullanılabilir (kurulu: {current}).',
  'updates.looked': 'Son denetim: {when}',
  'updates.lookFailed': 'Sürüm listesi kullanılamıyor',
  'updates.look': 'Şimdi denetle',
  'updates.reload': 'Sayfayı yenile',
  'updates.notStarted': 'Güncelleme başlatılmadı',
  'updates.start': '{version} sürümüne güncelle',
  'updates.going': '{to} sürümüne güncelleniyor:',
  'updates.stepDownload': 'İndiriliyor',
  'updates.stepUnpack': 'Doğrulanıyor ve açılıyor',
  'updates.stepBackup': 'Yedek oluşturuluyor',
  'updates.stepHandOver': 'Sürüm değiştiriliyor – bu sayfa kısa süre kullanılamaz',
  'updates.stepTrial': 'Yeni sürüm çalışıyor ve bir dakika izleniyor',
  'updates.done': '{from} sürümünden {to} sürümüne güncellendi.',
  'updates.failed': '{to} sürümüne güncellenemedi – {from} değişmedi',
  'updates.rolledBack': '{to} sürümü başarısız oldu – {from} sürümüne dönüldü',
  'updates.planDownload': 'İndirme: {size}',
  'updates.planBackup': 'Önce bir yedek oluşturulur',
  'updates.planTables': 'Veritabanı taşınır; yeni sürüm başarısız olursa geri yüklenir',
  'updates.planNoTables': 'Veritabanı değişmez',
  'updates.planCore': 'Çekirdek çalışmaya devam eder – kimsenin bağlantısı kesilmez',
  'updates.planCoreRestarts': 'Çekirdek yeniden başlar – tüm istemciler yeniden bağlanır',
  'updates.planTrial': 'Yeni sürüm bir dakika içinde başarısız olursa otomatik geri dönülür',
}
