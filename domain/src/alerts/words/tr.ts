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
    message: '{email} bağlandı. Süresi {expiryTime} tarihinde doluyor.',
  },
  'client.ip-limit': {
    title: 'Bir istemci çok fazla IP kullanıyor',
    message: '{email} aynı anda {limit} adres kullanabilir. Sınırı aşan: {addresses}.',
  },
  'client.device-limit': {
    title: 'Bir istemci çok fazla cihaz kullanıyor',
    message: '{email} {limit} cihaz kullanabilir. Başka bir cihaz reddedildi.',
  },
  'group.ended': {
    title: 'Bir grubun süresi veya kotası bitti',
    message: '{group} grubunun süresi veya ortak kotası bitti. Etkilenen istemci sayısı: {clients}.',
  },
  'node.down': { title: 'Bir düğüm çevrimdışı', message: '{node} yanıt vermiyor: {reason}.' },
  'node.up': { title: 'Bir düğüm yeniden çevrimiçi', message: '{node} yeniden yanıt veriyor.' },
  'core.crashed': { title: 'Çekirdek çöktü', message: '{host} üzerindeki Xray durdu: {reason}.' },
  'core.hung': {
    title: 'Çekirdek yanıt vermiyor',
    message: '{host} üzerindeki Xray yeniden başlatılıyor: {reason}.',
  },
  'core.updated': { title: 'Çekirdek güncellendi', message: '{host} üzerindeki Xray artık {version}.' },
  'core.rolled-back': {
    title: 'Çekirdek önceki sürüme döndü',
    message: 'Xray {version}, {host} üzerinde çalışmadı; {previous} yeniden çalışıyor: {reason}.',
  },
  'login.success': { title: 'Yeni oturum', message: '{username}, {address} adresinden oturum açtı.' },
  'login.failed': {
    title: 'Başarısız oturum açma',
    message: 'Biri {address} adresinden {username} olarak oturum açmayı denedi. Deneme sayısı: {count}.',
  },
  'token.created': { title: 'Yeni API belirteci', message: '{by}, {name} belirtecini oluşturdu.' },
  'backup.done': { title: 'Yedek alındı', message: '{name}, {sizeBytes}.' },
  'backup.failed': { title: 'Yedekleme başarısız oldu', message: '{reason}.' },
  'backup.overdue': { title: 'Yedek gecikti', message: 'Son başarılı yedek {hours} saat önce alındı.' },
  'certificate.expiring': {
    title: 'Bir sertifikanın süresi yakında doluyor',
    message: '{name} süresi {expiryTime} tarihinde doluyor. Kalan gün: {days}.',
  },
  'certificate.failed': { title: 'Bir sertifika alınamadı', message: '{name}: {reason}' },
  'cpu.high': {
    title: 'Yüksek işlemci kullanımı',
    message: '{host}: son bir dakikada % {percent}. Eşik: % {threshold}.',
  },
  'memory.high': { title: 'Bellek dolmak üzere', message: '{host}: % {percent} dolu. Eşik: % {threshold}.' },
  'disk.high': { title: 'Disk dolmak üzere', message: '{host}: % {percent} dolu. Eşik: % {threshold}.' },
  'outbound.down': { title: 'Bir giden bağlantı çalışmıyor', message: '{tag} test adresine ulaşamıyor.' },
  'outbound.up': {
    title: 'Bir giden bağlantı yeniden çalışıyor',
    message: '{tag} test adresine yeniden ulaşıyor.',
  },
  'panel.update-available': {
    title: 'Daha yeni bir sürüm var',
    message: 'Sluice {version} kullanılabilir (kurulu sürüm: {current}). Ayarlar › Hakkında bölümüne bakın.',
  },
  'panel.updated': { title: 'Panel güncellendi', message: '{host} üzerindeki panel artık {version}.' },
  'panel.update-failed': {
    title: 'Panel güncellenemedi',
    message: '{version} sürümü {host} üzerine kurulmadı: {reason}.',
  },
  'notice.test': {
    title: 'Deneme bildirimi',
    message: '{by} bu denemeyi gönderdi. Bildirimler buraya gelir.',
  },
}
