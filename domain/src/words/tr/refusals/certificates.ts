import type { certificates as english } from '#domain/refusals/certificates.ts'
import type { Refused } from '../../files.ts'

export const certificates: Refused<typeof english> = {
  'certificate.names-missing': 'Bir alan adı veya IP adresi girin.',
  'certificate.name-invalid': '{name} bir alan adı veya IP adresi değil.',
  'certificate.too-many-names': 'Bir sertifika en çok {max} ad alır.',
  'certificate.wildcard-needs-dns': '{name} yalnızca DNS ile doğrulanabilir. DNS seçin.',
  'certificate.address-not-by-dns': '{name} bir adres. HTTP veya TLS-ALPN seçin.',
  'certificate.unknown': '{id} numaralı sertifika yok.',
  'certificate.is-busy': 'Bu sertifika şu anda alınıyor.',
  'certificate.not-there-yet': 'Bu sertifika henüz verilmedi.',
  'certificate.is-revoked': 'Bu sertifika iptal edilmiş. Önce yenileyin.',
  'certificate.is-used': 'Bu sertifika kullanımda: {where}. Önce orada başka birini seçin.',
  'certificate.not-tls': '{name} girişi TLS kullanmıyor, bu yüzden sertifikası yok.',
  'certificate.too-many': 'Panel en çok {max} sertifika tutar. Önce bazılarını silin.',
  'certificate.too-many-failures':
    'Son bir saatte {count} kez başarısız oldu. {minutes} dakika sonra yeniden deneyin: sertifika otoritesi daha sık başarısız olanları engeller.',
  'certificate.too-often':
    'Aynı sertifika bir haftada {count} kez verildi. Sonraki {hours} saat sonra mümkün.',
  'acme.unreachable': '{host} adresindeki sertifika otoritesine ulaşılamıyor: {reason}.',
  'acme.too-slow': 'Sertifika otoritesi {minutes} dakika içinde karar vermedi.',
  'acme.not-offered': 'Sertifika otoritesi {name} için {method} sunmuyor. Başka bir yol seçin.',
  'acme.no-short-lived':
    'Bu sertifika otoritesi kısa süreli sertifika vermiyor ve IP adresleri başka türlüsünü alamıyor.',
  'acme.http-not-reached':
    'Sertifika otoritesi 80 numaralı portta {url} adresine ulaşamadı: {detail}. 80 numaralı portu açın veya TLS-ALPN seçin.',
  'acme.http-other-answer':
    'Sertifika otoritesi {url} adresine ulaştı ama başka bir şey yanıt verdi: {detail}. Alan adının bu sunucuya gittiğini ve 80 numaralı portun başka bir programda olmadığını kontrol edin.',
  'acme.tls-not-reached':
    'Sertifika otoritesi 443 numaralı portta {name} adına ulaşamadı: {detail}. 443 numaralı portu açın veya HTTP seçin.',
  'acme.tls-other-answer':
    'Sertifika otoritesi 443 numaralı portta {name} adına ulaştı ama başka bir şey yanıt verdi: {detail}. HTTP seçin veya 443 numaralı portu boşaltın.',
  'acme.name-not-resolved':
    'Sertifika otoritesi {name} adını çözemedi: {detail}. Alan adını bu sunucuya yönlendirin.',
  'acme.record-not-found':
    'Sertifika otoritesi _acme-challenge.{name} TXT kaydını bulamadı: {detail}. DNS programının ne yaptığını kontrol edin.',
  'acme.caa':
    'Alan adının CAA kaydı bu sertifika otoritesine izin vermiyor ({name}): {detail}. Onu kayda ekleyin.',
  'acme.rate-limited':
    'Sertifika otoritesi şimdilik başka istek kabul etmiyor: {detail}. Panel daha sonra yeniden dener.',
  'acme.name-rejected': 'Sertifika otoritesi bu ad için sertifika vermiyor: {detail}.',
  'acme.account-binding-needed':
    'Bu sertifika otoritesi kendi hesabını istiyor. İstemeyen birini kullanın, örneğin Let’s Encrypt.',
  'acme.refused': 'Sertifika otoritesi reddetti: {detail}.',
  'acme.port-taken':
    '{port} numaralı port başka bir programda. O program sertifika otoritesinin isteklerini panele iletmeli.',
  'acme.hook-missing':
    'DNS için bir program gerekir. SLUICE_ACME_DNS_HOOK içine TXT kaydı yazan bir program yazın ve paneli yeniden başlatın.',
  'acme.hook-failed': 'DNS programı başarısız oldu: {reason}.',
  'acme.hook-too-slow': 'DNS programı {seconds} saniyede bitmedi.',
  'acme.ca-file-unreadable': 'SLUICE_ACME_CA_FILE içindeki {file} dosyası okunamıyor: {reason}.',
}
