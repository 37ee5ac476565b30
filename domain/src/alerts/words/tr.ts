import type { AlertTexts } from '../texts.ts'

export const tr: AlertTexts = {
  'client.expiring': {
    title: 'Bir istemcinin süresi yakında doluyor',
    message: '{email} süresi {expiryTime} tarihinde doluyor. Kalan gün: {days}.',
  },
  'client.running-out': {
    title: 'Bir istemcinin trafiği bitmek üzere',
    message: '{email} için kalan: {leftBytes} / {totalBytes}.',
  },
  'client.expired': {
    title: 'Bir istemcinin süresi doldu',
    message: '{email} süresi {expiryTime} tarihinde doldu ve istemci kapatıldı.',
  },
  'client.depleted': {
    title: 'Bir istemcinin trafiği bitti',
    message: '{email} {totalBytes} kullandı ve kapatıldı.',
  },
  'client.first-use': {
    title: 'Bir istemci ilk kez bağlandı',
    message: '{email} bağlandı. Süresi {expiryTime} tarihine kadar.',
  },
  'client.ip-limit': {
    title: 'Bir istemci çok fazla adres kullanıyor',
    message: '{email} aynı anda {limit} adres kullanabilir. Fazla olan: {addresses}.',
  },
  'client.device-limit': {
    title: 'Bir istemci çok fazla cihaz kullanıyor',
    message: '{email} {limit} cihaz kullanabilir. Başka bir cihaz reddedildi.',
  },
  'group.ended': {
    title: 'Bir grup sona erdi',
    message: '{group} grubunun ortak kotası veya süresi doldu. Onunla sona eren istemci sayısı: {clients}.',
  },
  'node.down': { title: 'Bir düğüm çalışmıyor', message: '{node} yanıt vermiyor: {reason}.' },
  'node.up': { title: 'Bir düğüm geri geldi', message: '{node} yeniden yanıt veriyor.' },
  'core.crashed': { title: 'Çekirdek çöktü', message: '{host} üzerindeki Xray sonlandı: {reason}.' },
  'core.hung': {
    title: 'Çekirdek yanıt vermiyor',
    message: '{host} üzerindeki Xray yeniden başlatılıyor: {reason}.',
  },
  'core.updated': { title: 'Çekirdek güncellendi', message: '{host} üzerindeki Xray artık {version}.' },
  'core.rolled-back': {
    title: 'Çekirdek önceki sürüme döndü',
    message: 'Xray {version}, {host} üzerinde çalışmadı; {previous} yeniden çalışıyor: {reason}.',
  },
  'login.success': { title: 'Biri oturum açtı', message: '{username}, {address} adresinden oturum açtı.' },
  'login.failed': {
    title: 'Bir oturum açma başarısız oldu',
    message: 'Biri {address} adresinden {username} olarak oturum açmayı denedi. Deneme sayısı: {count}.',
  },
  'token.created': { title: 'Yeni bir API anahtarı', message: '{by}, {name} anahtarını oluşturdu.' },
  'backup.done': { title: 'Yedek alındı', message: '{name}, {sizeBytes}.' },
  'backup.failed': { title: 'Yedekleme başarısız oldu', message: '{reason}.' },
  'backup.overdue': { title: 'Yedek gecikti', message: 'Son sağlam yedek {hours} saatlik.' },
  'certificate.expiring': {
    title: 'Bir sertifikanın süresi yakında doluyor',
    message: '{name} süresi {expiryTime} tarihinde doluyor. Kalan gün: {days}.',
  },
  'certificate.failed': { title: 'Bir sertifika alınamadı', message: '{name}: {reason}' },
  'cpu.high': {
    title: 'İşlemci yoğun',
    message: '{host}: son bir dakikada % {percent}. Eşik: % {threshold}.',
  },
  'memory.high': { title: 'Bellek dolmak üzere', message: '{host}: % {percent} dolu. Eşik: % {threshold}.' },
  'disk.high': { title: 'Disk dolmak üzere', message: '{host}: % {percent} dolu. Eşik: % {threshold}.' },
  'outbound.down': { title: 'Bir çıkış çalışmıyor', message: '{tag} test adresine ulaşamıyor.' },
  'outbound.up': { title: 'Bir çıkış geri geldi', message: '{tag} test adresine yeniden ulaşıyor.' },
  'panel.update-available': {
    title: 'Daha yeni bir sürüm var',
    message: 'Sluice {version} kurulabilir; bu panel {current}. Ayarlar, Hakkında bölümüne bakın.',
  },
  'panel.updated': { title: 'Panel güncellendi', message: '{host} üzerindeki panel artık {version}.' },
  'panel.update-failed': {
    title: 'Panelin güncellemesi başarısız oldu',
    message: '{version} sürümü {host} üzerinde kullanılmıyor: {reason}.',
  },
  'notice.test': { title: 'Deneme', message: '{by} bu denemeyi gönderdi. Bildirimler buraya gelir.' },
}
