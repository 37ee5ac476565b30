import type { updates as english } from '../en/updates.ts'
import type { Words } from '../files.ts'

export const updates: Words<typeof english> = {
  'updates.fromSource':
    'Bu panel kaynak kodundan çalışıyor ve kendini güncellemez. Durdurun, klasöründe git pull çalıştırın ve npm start ile yeniden başlatın.',
  'updates.alone':
    'Bu paneli hizmeti başlatmadı, bu yüzden kendini değiştiremez. Kapsayıcıda daha yeni bir imaj kullanın.',
  'updates.noList':
    'Ayarlanmış bir sürüm listesi yok: panel hiçbir yere bakmaz ve kimseyi aramaz. Yeni sürümlerden haberdar olmak için aşağıda bir liste verin.',
  'updates.notLooked': 'Bu, {version} sürümü. Panel daha yenisini henüz aramadı.',
  'updates.newest': 'Bu, {version} sürümü ve en yenisi.',
  'updates.available': '{version} sürümü var; bu {current}.',
  'updates.looked': 'Son bakış: {when}',
  'updates.lookFailed': 'Sürüm listesi kullanılamıyor',
  'updates.look': 'Şimdi bak',
  'updates.reload': 'Sayfayı yenile',
  'updates.notStarted': 'Güncelleme başlatılmadı',
  'updates.start': '{version} sürümüne güncelle',
  'updates.going': '{to} sürümüne güncelleniyor:',
  'updates.stepDownload': 'Yeni sürüm indiriliyor',
  'updates.stepUnpack': 'Denetleniyor ve açılıyor',
  'updates.stepBackup': 'Yedek alınıyor',
  'updates.stepHandOver': 'Yeni sürüm yerine geçiyor; bu sayfa bir an yok olur',
  'updates.stepTrial': 'Yeni sürüm çalışıyor ve bir dakika izleniyor',
  'updates.done': '{from} sürümünden {to} sürümüne güncellendi.',
  'updates.failed': '{to} sürümüne güncelleme başarısız oldu; {from} değişmedi',
  'updates.rolledBack': '{to} sürümü çalışmadı; {from} geri geldi',
  'updates.planDownload': 'İndirme: {size}',
  'updates.planBackup': 'Önce bir yedek alınır',
  'updates.planTables': 'Veritabanı değişir; yeni sürüm çalışmazsa eski hâline getirilir',
  'updates.planNoTables': 'Veritabanı olduğu gibi kalır',
  'updates.planCore': 'Çekirdek sürer: kimsenin bağlantısı kesilmez',
  'updates.planCoreRestarts': 'Çekirdek yeniden başlar: herkes yeniden bağlanır',
  'updates.planTrial': 'Yeni sürüm bir dakika içinde başarısız olursa bu sürüm kendiliğinden geri gelir',
}
