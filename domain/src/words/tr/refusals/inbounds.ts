import type { inbounds as english } from '#domain/refusals/inbounds.ts'
import type { Refused } from '../../files.ts'

export const inbounds: Refused<typeof english> = {
  'inbound.missing': '{id} numaralı bir gelen bağlantı yok.',
  'inbound.protocol-unknown': 'Şu protokollerden birini seçin: {values}.',
  'inbound.network-unfit': '{protocol} için şunlardan birini seçin: {values}.',
  'inbound.security-unfit': '{network} üzerinden {protocol} için şunlardan birini seçin: {values}.',
  'inbound.window-below-mtu':
    'En az {mtu} bayt, yani bir paketin boyutunu (MTU), ya da olağan pencere için 0 kullanın.',
  'inbound.key-length': '{method} için anahtar olarak base64 biçiminde {bytes} bayt kullanın.',
  'inbound.listen-invalid':
    'Bir IP adresi verin, tümü için boş bırakın ya da / veya @ ile başlayan bir soket yolu verin.',
  'inbound.port-taken':
    '{port} portu ({layers}), "{remark}" gelen bağlantısı (#{id}) tarafından kullanılıyor. Başka bir port veya adres seçin.',
  'inbound.socket-taken':
    '{path}, "{remark}" gelen bağlantısı (#{id}) tarafından kullanılıyor. Başka bir adres seçin.',
  'inbound.port-of-panel': '{port} portunu panelin kendisi dinliyor. Başka bir port seçin.',
  'inbound.port-of-subscriptions': '{port} portunu abonelik sunucusu dinliyor. Başka bir port seçin.',
  'inbound.port-in-use':
    '{port} portu ({layer}) {holder} tarafından kullanılıyor. O programı durdurun veya başka bir port seçin.',
  'inbound.address-not-here':
    'Bu makinede {listen} adresi yok. Tüm adresler için boş bırakın ya da makinenin bir adresini verin.',
  'inbound.path-in-use':
    '{path}, {holder} tarafından kullanılıyor. O programı durdurun veya başka bir yol kullanın.',
  'inbound.folder-missing': 'Soket için {folder} klasörü yok. Oluşturun veya başka bir yol kullanın.',
  'inbound.path-no-socket': '{path} zaten var ve bir soket değil. Başka bir yol kullanın.',
  'inbound.core-could-not-open': 'Çekirdek onu açamadı.',
  'inbound.core-refuses': 'Çekirdek onu reddediyor: {reason}.',
  'inbound.not-open': '{inbound} gelen bağlantısı açık değil: {reason}.',
  'inbound.tag-invalid': 'Etiket için en çok 254 karakter kullanın, > veya denetim karakteri kullanmayın.',
  'inbound.tag-reserved': '{tag} etiketini panelin kendisi kullanıyor. Başka birini seçin ya da boş bırakın.',
  'inbound.no-free-tag': '{port} portu için boş etiket kalmadı. Gelen bağlantıya bir etiket verin.',
  'inbound.clients-not-list': 'İstemcileri liste olarak verin.',
  'inbound.not-on-node': 'nodeId değerini çıkarın: {protocol} bir düğümde çalışamaz.',
  'inbound.node-missing': '{id} numaralı bir düğüm yok.',
  'inbound.path-start': 'Yol / ile başlamalıdır.',
  'inbound.path-white-space': 'Yoldaki boşlukları çıkarın.',
  'inbound.path-query': 'Yoldan # işaretini ve ed= dışında ? sonrasındaki her şeyi çıkarın.',
  'inbound.short-id': 'Her kısa kimlik için çift sayıda onaltılık basamak kullanın, en çok 16.',
  'inbound.client-version': 'En çok üç bölümlü, her bölümü 0 ile 255 arasında bir sürüm kullanın.',
  'inbound.header-host': 'Host başlığını çıkarın ve ana makine alanını kullanın.',
  'inbound.more-than-zero': "0'dan büyük bir değer kullanın.",
  'inbound.cipher-single-user':
    '2022-blake3-chacha20-poly1305 tek kullanıcıya hizmet eder, bu yüzden istemci eklenemez. 2022-blake3-aes-128-gcm veya 2022-blake3-aes-256-gcm seçin.',
  'inbound.certificate-missing':
    "TLS'li bir gelen bağlantı için sertifika ve anahtarı gerekir: onlar olmadan kimse bağlanamaz. İki dosyayı da girin ya da ikisini de yapıştırın.",
  'fallback.dest-invalid': 'Bir port, host:port ya da / veya @ ile başlayan bir soket yolu verin.',
  'fallback.child-missing': 'Yedek olarak kullanılacak {id} numaralı bir gelen bağlantı yok.',
  'fallback.child-elsewhere':
    'Alt gelen bağlantı başka bir makinede. Aynı makineden birini seçin ya da bir hedef (dest) verin.',
  'fallback.child-not-tcp': 'Yedek bir TCP bağlantısıdır. TCP dinleyen bir alt gelen bağlantı seçin.',
  'fallback.no-target': 'Bir alt gelen bağlantı seçin ya da bir hedef (dest) verin.',
  'fallback.itself': 'Bir gelen bağlantı kendisinin yedeği olamaz.',
  'fallback.loop': 'Alt gelen bağlantı zaten buna dönüyor. Döngü olmaması için başka birini seçin.',
  'fallback.master-unfit':
    'Yedekler için TLS veya Reality kullanan, TCP üzerinde bir VLESS ya da Trojan gelen bağlantısı gerekir.',
  'fallback.decryption':
    'Çekirdek VLESS şifrelemesiyle birlikte yedekleri desteklemez. decryption değerini none yapın.',
  'fallback.reality-undialable':
    "Uygulamalar Reality arkasında {network} taşımasına bağlanamaz. #{child} gelen bağlantısı için RAW, gRPC veya XHTTP seçin ya da onu TLS'li bir gelen bağlantının arkasına koyun.",
  'fallback.reality-shared':
    'Reality arkasında kendi yolu olmayan (RAW, gRPC, XHTTP) yalnızca bir gelen bağlantıya ulaşılabilir; #{child} bağlantılarını başka bir satır alıyor. Onu başka bir gelen bağlantının arkasına koyun.',
  'fallback.two-h2':
    "Bu gelen bağlantı ve #{other} aynı ana gelen bağlantının altında HTTP/2 (gRPC, XHTTP) kullanıyor ve ayırt edilemiyor. Birine ayrı bir ana gelen bağlantı ya da başka SNI'lı bir satır verin.",
  'host.group-missing': '{id} numaralı bir adres grubu yok.',
  'host.port-invalid': '1 ile 65535 arasında bir port ya da gelen bağlantının kendi portu için 0 kullanın.',
  'host.name-invalid': '"{name}" bir ana makine adı veya adres değil.',
  'host.review-empty': 'İncelenecek adresleri host, silinecek grubu groupId, sırayı order olarak gönderin.',
  'link.failed': 'Bağlantı oluşturulamadı: {reason}.',
  'link.no-host': 'Bu panelin ana makine adı bilinmiyor. Ayarlardan girin.',
  'link.no-port': 'Gelen bağlantı, istemcinin bağlanabileceği bir port dinlemiyor.',
  'link.no-links': '{protocol} için istemci bağlantısı yoktur.',
  'link.no-id': 'İstemcinin id değeri yok. Oluşması için istemciyi yeniden kaydedin.',
  'link.no-password': 'İstemcinin parolası yok. Oluşması için istemciyi yeniden kaydedin.',
  'link.no-auth': 'İstemcinin auth değeri yok. Oluşması için istemciyi yeniden kaydedin.',
  'link.no-cipher': 'Gelen bağlantının şifresi yok.',
  'link.key-misfit': 'Anahtarlardan biri {method} şifresine uymuyor.',
  'link.no-reality-key': 'Reality ayarlarında açık anahtar yok. Anahtar çiftini yeniden oluşturup kaydedin.',
  'link.transport-unknown': 'İstemciler "{network}" taşımasını bilmez.',
  'link.reality-undialable':
    "Uygulamalar Reality arkasında {network} taşımasına bağlanamaz. RAW, gRPC veya XHTTP seçin ya da onu TLS'li bir gelen bağlantının arkasına koyun.",
  'link.master-shared':
    'Aynı ana gelen bağlantının başka bir alt bağlantısı bağlantılarını alıyor. Buna ayrı bir ana gelen bağlantı verin.',
}
