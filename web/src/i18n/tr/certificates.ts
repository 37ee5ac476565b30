import type { certificates as english } from '../en/certificates.ts'
import type { Words } from '../files.ts'

export const certificates: Words<typeof english> = {
  'certificates.noneTitle': 'Henüz sertifika yok',
  'certificates.noneText':
    'Aşağıya alan adınızı girin. Panel bir sertifika alır ve onu otomatik olarak yeniler.',
  'certificates.list': 'Sertifikalar',
  'certificates.byFiles':
    'Panelin dışında yönetilir. Panel bu dosyaları izler ve değiştiklerinde yeniden yükler.',
  'certificates.until': '{date} tarihine kadar geçerli',
  'certificates.renewed': 'Yenileme: {date}',
  'certificates.unused': 'Kullanılmıyor',
  'certificates.ofPanel': 'Panel',
  'certificates.ofSubscriptions': 'Abonelikler',
  'certificates.ofInbound': 'Giriş {name}',
  'certificates.text':
    '{authority} tarafından verilen ücretsiz, güvenilir bir sertifika. Panel süresi dolmadan yeniler; kimsenin bağlantısı kesilmez.',
  'certificates.names': 'Alan adları veya IP adresleri',
  'certificates.namesHint':
    'Birden fazlasını virgülle ayırın. IP adreslerinin sertifikaları altı gün geçerlidir.',
  'certificates.method': 'Doğrulama yöntemi',
  'certificates.byHttp': 'HTTP (80 numaralı port)',
  'certificates.byTls': 'TLS-ALPN (443 numaralı port)',
  'certificates.byDns': 'DNS programı',
  'certificates.byHttpHint':
    'Doğrulama sırasında bu sunucunun 80 numaralı portuna internetten erişilebilmelidir.',
  'certificates.byTlsHint': 'Bu sunucunun 443 numaralı portu panele ulaşmalıdır.',
  'certificates.byDnsHint':
    'SLUICE_ACME_DNS_HOOK içinde belirtilen program bir TXT kaydı oluşturur. Joker adlar için gereklidir.',
  'certificates.forPanel': 'Panel için kullan',
  'certificates.forSubscriptions': 'Abonelikler için kullan',
  'certificates.get': 'Sertifika al',
  'certificates.got': 'Sertifika alındı',
  'certificates.failed': 'Sertifika alınamadı',
  'certificates.terms': 'Devam ederek {authority} hizmet şartlarını kabul edersiniz.',
  'certificates.readTerms': 'Şartları oku',
  'certificates.stateNone': 'Verilmedi',
  'certificates.stateValid': 'Geçerli',
  'certificates.stateExpired': 'Süresi doldu',
  'certificates.stateRevoked': 'İptal edildi',
  'certificates.stateBusy': 'Veriliyor…',
  'certificates.useForPanel': 'Panel için kullan',
  'certificates.useForSubscriptions': 'Abonelikler için kullan',
  'certificates.used': 'Sertifika kullanımda',
  'certificates.restart': 'Kaydedildi. Uygulamak için paneli yeniden başlatın.',
  'certificates.renew': 'Yenile',
  'certificates.retry': 'Yeniden dene',
  'certificates.revoke': 'İptal et',
  'certificates.revokeTitle': 'Bu sertifika iptal edilsin mi?',
  'certificates.revokeText':
    'Tarayıcılar ve uygulamalar artık {name} için güven duymaz. Yenisini almak için sonra yenileyin.',
  'certificates.delete': 'Sil',
  'certificates.deleteNamed': '{name} sil',
  'certificates.deleteTitle': 'Bu sertifika silinsin mi?',
  'certificates.deleteText': '{name} ve anahtarı silinecek.',
}
