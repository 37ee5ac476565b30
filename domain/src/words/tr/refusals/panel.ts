import type { panel as english } from '#domain/refusals/panel.ts'
import type { Refused } from '../../files.ts'

export const panel: Refused<typeof english> = {
  'other.said': '{reason}',
  'panel.failed': 'Panelde bir hata oluştu. Ayrıntılar günlüğünde.',
  'panel.stopped': 'Panel durduruldu.',
  'panel.busy-with-strangers':
    'Panel, giriş yapmamış kişilerin istekleriyle meşgul. Birazdan yeniden deneyin.',
  'storage.disk-full': 'Disk dolu. Yer açıp yeniden deneyin: hiçbir şey kaydedilmedi.',
  'storage.read-only':
    'Veritabanı salt okunur. Veri klasörünün izinlerini denetleyin: hiçbir şey kaydedilmedi.',
  'storage.too-slow': 'Veritabanı çok geç yanıt verdi. Birazdan yeniden deneyin: hiçbir şey kaydedilmedi.',
  'storage.unreachable': 'Veritabanı yanıt vermiyor. Birazdan yeniden deneyin: hiçbir şey kaydedilmedi.',
  'not-built.provider': '{name} bu panelde yerleşik değil. WireGuard giden bağlantısını elle ekleyin.',
  'certificate.pair-unusable':
    '{cert} sertifikası ve {key} anahtarı kullanılamıyor ({reason}). Birbirine ait bir PEM çifti verin ya da ikisini de temizleyin: sluice cert -reset.',
  'certificate.file-unreadable':
    '{file} sertifikası okunamıyor: {reason}. Yolu düzeltin ya da temizleyin: sluice cert -reset.',
  'certificate.key-unreadable':
    '{file} özel anahtarı okunamıyor: {reason}. Yolu düzeltin ya da temizleyin: sluice cert -reset.',
  'certificate.no-such-file': 'böyle bir dosya yok.',
  'certificate.not-a-file': 'bu bir sertifika dosyası değil.',
  'certificate.missing': 'Sunucunun bu yolunda sertifika yok.',
  'certificate.not-readable': 'Panelin bu dosyayı okuma izni yok.',
  'certificate.not-given': 'Bir sertifika ya da certFile içinde yolunu verin.',
  'certificate.invalid': 'Bu, PEM veya DER biçiminde bir sertifika değil.',
  'target.missing': 'Bir ana makine ya da host:port yazın.',
  'target.invalid': '"{target}" bir ana makine ya da host:port değil.',
  'target.too-many': 'Bir kerede en çok {max} hedef verin.',
  'target.is-range': 'Aralık değil ad verin: {target} denetlenemez.',
  'target.lacks': 'Eksik: {missing}.',
  'target.lacks-certificate': 'Bu ad için güvenilir bir sertifikası yok.',
  'target.lacks-certificate-too': 'Eksik: {missing} ve bu ad için güvenilir bir sertifika.',
  'target.no-certificate': '{host} sertifika göstermiyor.',
  'listener.address-invalid':
    '"{address}" dinlenecek bir IP adresi değil. 127.0.0.1, 0.0.0.0 ya da bu makinenin bir adresini kullanın.',
  'listener.port-taken':
    '{address} üzerindeki {port} portu dolu. Orada dinleyeni durdurun veya başka bir port seçin (SLUICE_PORT, SLUICE_SUB_PORT).',
  'listener.port-needs-rights':
    "{port} portu bu kullanıcıda olmayan yetkiler ister. 1023'ten büyük bir port seçin.",
  'listener.address-not-here':
    'Bu makinede {address} adresi yok. Dinleme adresini makinenin bir adresi ya da 0.0.0.0 yapın.',
  'listener.failed': '{where} dinlenemiyor ({reason}).',
  'demo.read-only':
    'Bu demo başka adreslerden salt okunurdur. Değişiklik yapmak için kendi demonuzu --demo ile başlatın.',
  'demo.no-core': 'Demoda çekirdek çalışmaz. Bunun için paneli --demo olmadan başlatın.',
  'demo.no-network': 'Demo başka sunuculara bağlanmaz. Bunun için paneli --demo olmadan başlatın.',
}
