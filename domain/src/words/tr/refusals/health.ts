import type { health as english } from '#domain/refusals/health.ts'
import type { Refused } from '../../files.ts'

export const health: Refused<typeof english> = {
  'owner.panel': 'Yönetim paneli',
  'owner.subscriptions': 'Abonelikler',
  'owner.core': 'Çekirdek',
  'owner.inbound': 'Gelen bağlantı {name}',
  'health.port-taken':
    '{owner}: {port}/{layer} portunu {holder} tutuyor. Onu durdurun veya başka bir port seçin.',
  'health.port-closed': '{owner}: {port}/{layer} portunu hiçbir şey dinlemiyor.',
  'health.ports-open': 'Olması gerektiği gibi açık portlar: {count}.',
  'health.ports-free': 'Sonraki başlatma için boş portlar: {count}.',
  'health.address-public': 'Bu sunucunun genel adresi {address}.',
  'health.address-behind-nat':
    'Bu sunucunun yalnızca özel adresleri var. Bağlantılar {host} kullanıyor: öndeki yönlendirici portları iletmelidir.',
  'health.address-unknown':
    'Bu sunucunun yalnızca özel adresleri var ve bağlantılar genel adresi bilmiyor. Genel sunucu adını ayarlayın ve portları iletin.',
  'health.panel-inner':
    'Panel {where} üzerinde dinliyor, bu yüzden yalnızca bu sunucudan erişilir. SSH tüneli veya ters vekil kullanın ya da dinleme adresini değiştirin.',
  'health.subscriptions-inner':
    'Abonelikler {where} üzerinde dinliyor, bu yüzden uygulamalar onları alamaz. Dinleme adresini değiştirin veya ters vekilinizin genel abonelik adresini ayarlayın.',
  'health.firewall-none':
    'Bu sunucuda etkin bir güvenlik duvarı bulunamadı. Sağlayıcınızın önünde bir tane olabilir.',
  'health.firewall-no-ports': '{name} güvenlik duvarı etkin ve dışarıdan erişilmesi gereken port yok.',
  'health.firewall-on': '{name} güvenlik duvarı etkin. Şu portlara izin vermelidir: {ports}.',
  'health.name-lost': '{name} adı çözülmüyor: {reason}. Adı veya DNS kaydını düzeltin.',
  'health.name-here': '{name} adı bu sunucuya gidiyor.',
  'health.name-elsewhere':
    '{name} adı {addresses} adresine gidiyor, bu sunucunun adresi değil. NAT, vekil veya CDN arkasında bu doğrudur.',
  'health.cert-unreadable': '{owner}: sertifika kullanılamıyor: {reason}.',
  'health.cert-other-key': '{owner}: anahtar bu sertifikaya ait değil.',
  'health.cert-expired': '{owner}: sertifikanın süresi doldu.',
  'health.cert-early': '{owner}: sertifika henüz geçerli değil. Saati denetleyin.',
  'health.cert-soon': '{owner}: sertifika {days} gün içinde doluyor ve yenilenmedi.',
  'health.cert-other-name': '{owner}: sertifika {name} adı için değil.',
  'health.cert-self-signed':
    '{owner}: sertifika kendinden imzalı, bu yüzden uygulamalar ve tarayıcılar uyarır. {days} gün geçerli.',
  'health.cert-incomplete':
    '{owner}: sertifika bilinen bir yetkiliye ulaşmıyor. Tüm zinciri içeren dosyayı kullanın (fullchain.pem).',
  'health.cert-good': '{owner}: sertifika {days} gün daha geçerli.',
  'health.clock-jumped':
    'Saat atladı. Siz kabul edene veya düzeltene kadar kimse süre nedeniyle kapatılmaz ya da yenilenmez.',
  'health.clock-off':
    'Saat {against} ile {seconds} saniye farklı. VMess 90 saniyeden sonra istemcileri reddeder.',
  'health.clock-right': 'Saat {against} ile aynı.',
  'health.clock-set-by': 'Saati {service} doğru tutuyor.',
  'health.clock-unknown': 'Zaman hizmeti bulunamadı ve kimseye saat sorulmadı. VMess doğru bir saat ister.',
  'health.disk-full': '{folder} diski dolu: {free} GB boş (%{percent}). Yazmalar yakında başarısız olur.',
  'health.disk-low': '{folder} diski doluyor: {free} GB boş (%{percent}).',
  'health.disk-good': '{folder} diskinde {free} GB boş (%{percent}).',
  'health.disk-unknown': '{folder} diskinin doluluğu okunamıyor.',
  'health.memory-out': 'Bellek neredeyse tükendi: {free} MB boş (%{percent}).',
  'health.memory-low': 'Bellek az: {free} MB boş (%{percent}).',
  'health.memory-good': 'Bellek: {free} MB boş (%{percent}).',
  'health.memory-unknown': 'Boş bellek miktarı okunamıyor.',
  'health.files-out':
    '{owner}: {limit} dosyadan {open} tanesi açık. Yeni bağlantılar yakında başarısız olur.',
  'health.files-few': '{owner}: en çok {limit} dosya açılabilir. Çok bağlantı için sınırı yükseltin.',
  'health.files-good': '{owner}: {limit} dosyadan {open} tanesi açık.',
  'health.bbr-on': 'BBR açık.',
  'health.bbr-off': 'Çekirdek sistemi {used} kullanıyor. Kayıplı hatlarda BBR daha hızlıdır.',
  'health.update-none': 'Sluice {version} en yeni sürüm.',
  'health.update-there': 'Sluice {version} kurulabilir.',
  'health.core-unwanted': 'Bu panel çekirdeksiz çalışıyor (SLUICE_CORE_BIN=none).',
  'health.core-fails': 'Çekirdek çalışmıyor: {reason}.',
  'health.core-stopped': 'Çekirdek durduruldu. Kimse bağlanamaz.',
  'health.core-waits':
    'Xray {version} çalışıyor. Çekirdeğin yeniden başlatılmasını bekleyen değişiklikler: {count}.',
  'health.core-runs': 'Xray {version} çalışıyor ve programı doğrulandı.',
  'health.core-runs-unverified': 'Xray {version} çalışıyor. Programını siz seçtiniz, bu yüzden doğrulanmadı.',
  'health.core-unasked': 'Panel çalışmıyor, bu yüzden çekirdeğe sorulmadı.',
  'health.inbound-closed': 'Çekirdek {name} gelen bağlantısını açamadı: {reason}.',
  'health.geo-missing': 'Yapılandırma {name} dosyasını anıyor, ama dosya yok. Coğrafi dosyaları indirin.',
  'health.geo-old': '{name} coğrafi dosyası {days} günlük. Güncelleyin veya otomatik güncellemeyi açın.',
  'health.geo-good': 'Kullanılan tüm coğrafi dosyalar var. En eskisi {days} günlük.',
  'health.geo-unused': 'Yapılandırma coğrafi dosya kullanmıyor.',
  'health.cut-good': 'Bir istemcinin bağlantıları başkalarına dokunmadan kesilebilir.',
  'health.cut-not':
    'Kapatılan bir istemcinin açık bağlantıları kendiliğinden kapanana kadar sürer. Kapsayıcıda pidfd_getfd çağrısına izin verin veya hizmete CAP_NET_ADMIN verin.',
  'health.db-unreadable': '{name} okunamıyor: {reason}.',
  'health.db-none': 'Henüz veritabanı yok. İlk başlatma onu oluşturur.',
  'health.db-damaged': 'Veritabanı hasarlı: {reason}. Son sağlam yedeği geri yükleyin.',
  'health.db-old': 'Veritabanı daha eski bir sürümden. Sonraki başlatma onu günceller.',
  'health.db-being-checked': 'Veritabanı ({size} MB) hâlâ denetleniyor. Bir dakika sonra bakın.',
  'health.db-good': '{name} sağlam: {size} MB.',
  'health.db-wal':
    'Veritabanının ön yazma günlüğü {size} MB oldu. Uzun bir indirme veya yedekleme onu tutuyor olabilir.',
  'health.db-slow': '{name} kısa bir soru için {ms} ms harcadı. Diski veya ağı yavaş.',
  'health.db-long-transaction':
    'PostgreSQL içinde bir işlem {seconds} saniyedir açık. Yazmaları geciktirebilir.',
  'health.db-pooled': "PostgreSQL'e işlem kipindeki bir havuzlayıcı ile erişiliyor; bu desteklenir.",
  'health.permissions-good': 'Veri klasörünü ve anahtarları yalnızca sahibi okuyabilir.',
  'health.permissions-open': 'Bu sunucunun diğer kullanıcıları {path} dosyasını okuyabilir (izinler {mode}).',
  'health.permissions-foreign': '{path} başka bir kullanıcıya ait.',
  'health.backup-failed': 'Son yedekleme başarısız oldu: {reason}.',
  'health.backup-first-waits': 'Zamanlanmış ilk yedek henüz alınmadı.',
  'health.backup-none': 'Yedek yok ve zamanlanmış yedek de yok.',
  'health.backup-overdue': 'Yedek gecikti: son sağlam yedek {hours} saatlik.',
  'health.backup-by-hand': 'Son yedek {days} günlük ve zamanlanmış yedek yok.',
  'health.backup-good': 'Son sağlam yedek {hours} saatlik.',
  'health.check-failed': 'Bir denetim yapılamadı: {reason}.',
}
