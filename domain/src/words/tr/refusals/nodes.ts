import type { nodes as english } from '#domain/refusals/nodes.ts'
import type { Refused } from '../../files.ts'

export const nodes: Refused<typeof english> = {
  'node.missing': '{id} numaralı düğüm bulunamadı.',
  'node.name-missing': 'Düğüme bir ad verin.',
  'node.name-taken': '{name} adlı bir düğüm zaten var. Başka bir ad seçin.',
  'node.too-many': 'Zaten {max} düğüm var. Önce birini silin.',
  'node.address-invalid': '"{address}" bir ana makine adı ya da IP adresi değil.',
  'node.port-invalid': '1 ile 65535 arasında bir port kullanın.',
  'node.path-invalid':
    'Düğümün temel yolunda boşluk, denetim karakteri, ters eğik çizgi, ? ve # olmaz. /path/ biçiminde yazın.',
  'node.token-invalid': 'API belirtecinde boşluk ve denetim karakteri olmaz. Yeniden kopyalayın.',
  'node.verify-mode-unknown': 'tlsVerifyMode için şunlardan birini seçin: {values}.',
  'node.mtls-missing':
    'Sluice paneller arasında istemci sertifikası kullanmaz. Bunun yerine düğümün sertifikasını sabitleyin (tlsVerifyMode pin).',
  'node.pin-missing': 'Sertifikanın SHA-256 parmak izini verin ya da panelin okumasına izin verin.',
  'node.pin-invalid': 'SHA-256 parmak izi 64 onaltılık basamaktan oluşur.',
  'node.no-tls': 'Düz http ile çalışan düğüm sertifika göstermez. https seçin.',
  'node.has-inbounds': 'Bu düğümde {count} gelen bağlantı var. Önce onları silin.',
  'node.token-missing': 'Düğümün API belirteci yok. Ayarlarında bir tane oluşturup buraya girin.',
  'node.token-refused':
    '{host} API belirtecini kabul etmiyor. O panelin ayarlarında bir belirteç oluşturup buraya girin ya da yeniden davet edin: katılım dizesi yalnızca onu kullanan ilk panel için geçerlidir.',
  'node.no-panel-there':
    '{host} üzerinde bu temel yolda panel yok. O panelin ayarlarındaki temel yolu denetleyin.',
  'node.not-a-panel':
    '{host} yanıt veriyor ama bir panel gibi değil. Adresi, portu ve temel yolu denetleyin.',
  'node.starting': '{host} az önce başladı ve durumunu henüz bilmiyor. Birkaç saniye sonra yeniden deneyin.',
  'node.refused': '{host} reddetti: {reason}.',
  'node.cannot-kick':
    '{node} tek bir kullanıcının bağlantılarını kesemez: başka bir panel veya daha eski bir sürüm çalıştırıyor. Kullanıcıyı devre dışı bırakıp yeniden etkinleştirin.',
  'node.is-this-panel': 'Bu adres bu panelin kendisine çıkıyor. Bir panel kendi düğümü olamaz.',
  'node.same-as-another': 'Bu, {name} düğümüyle aynı panel. Her panel bir kez eklenir.',
  'node.unverified':
    'Bu düğümün sertifikası denetlenmiyor: iki panel arasındaki biri API belirtecini okuyabilir. Bunun yerine sertifikayı sabitleyin.',
  'node.no-limits':
    '{name} başka bir panel çalıştırıyor. Hızlar, kesmek yerine yavaşlatma ve günlük hak orada geçerli değildir.',
  'node.no-keys':
    '{name} başka bir panel çalıştırıyor. Orada bir istemcinin bütün cihazları tek anahtarı paylaşır; iptal edilen bir cihaz onu kullanmayı sürdürebilir.',
  'node.keys-after-update':
    '{name} eski bir sürüm çalıştırıyor. Güncellenene kadar orada bir istemcinin bütün cihazları tek anahtarı paylaşır.',
  'node.plain-http':
    'Bu düğüme düz http ile ulaşılıyor: yoldaki herkes API belirtecini okuyabilir. https kullanın.',
}
