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
  'health.ports-open': 'Beklendiği gibi açık olan portlar: {count}.',
  'health.ports-free': 'Sonraki başlatma için boş portlar: {count}.',
  'health.address-public': 'Bu sunucunun genel adresi {address}.',
  'health.address-behind-nat':
    'Bu sunucunun yalnızca özel adresleri var. Bağlantılar {host} kullanıyor: öndeki yönlendirici portları iletmelidir.',
  'health.address-unknown':
    'Bu sunucunun yalnızca özel adresleri var ve genel adresi ayarlanmamış. Genel sunucu adını ayarlayın ve portları iletin.',
  'health.panel-inner':
    'Panel {where} üzerinde dinliyor, bu yüzden yalnızca bu sunucudan erişilir. SSH tüneli veya ters vekil kullanın ya da dinleme adresini değiştirin.',
  'health.subscriptions-inner':
    'Abonelikler {where} üzerinde dinliyor, bu yüzden uygulamalar onları alamaz. Dinleme adresini değiştirin veya ters vekilinizin genel abonelik adresini ayarlayın.',
  'health.firewall-none':
    'Bu sunucuda etkin bir güvenlik duvarı bulunamadı. Sağlayıcınızın önünde bir tane olabilir.',
  'health.firewall-no-ports': '{name} güvenlik duvarı etkin ve dışarıdan erişilmesi gereken port yok.',
  'health.firewall-on': '{name} güvenlik duvarı etkin. Şu portlara izin vermelidir: {ports}.',
  'health.name-lost': '{name} alan adı çözümlenemiyor: {reason}. Alan adını veya DNS kaydını düzeltin.',
  'health.name-here': '{name} alan adı bu sunucuyu gösteriyor.',
  'health.name-elsewhere':
    '{name} alan adı, bu sunucunun adresi olmayan {addresses} adresini gösteriyor. NAT, vekil sunucu veya CDN arkasında bu beklenir.',
  'health.cert-none': '{owner}: TLS kullanıyor ama sertifikası yok, bu yüzden kimse bağlanamaz.',
  'health.cert-unreadable': '{owner}: sertifika kullanılamıyor: {reason}.',
  'health.cert-other-key': '{owner}: anahtar bu sertifikaya ait değil.',
  'health.cert-expired': '{owner}: sertifikanın süresi doldu.',
  'health.cert-early': '{owner}: sertifika henüz geçerli değil. Saati denetleyin.',
  'health.cert-soon': '{owner}: sertifika {days} gün içinde doluyor ve yenilenmedi.',
  'health.cert-other-name': '{owner}: sertifika {name} için geçerli değil.',
  'health.cert-self-signed':
    '{owner}: sertifika kendinden imzalı, bu yüzden uygulamalar ve tarayıcılar uyarır. {days} gün geçerli.',
  'health.cert-incomplete':
    '{owner}: sertifika bilinen bir yetkiliye ulaşmıyor. Tüm zinciri içeren dosyayı kullanın (fullchain.pem).',
  'health.cert-good': '{owner}: sertifika {days} gün daha geçerli.',
  'health.clock-jumped':
    'Saat atladı. Yeni saati kabul edene veya saati düzeltene kadar hiçbir istemci tarihe göre kapatılmaz ya da yenilenmez.',
  'health.clock-off':
    'Saat {against} ile {seconds} saniye farklı. VMess 90 saniyeden sonra istemcileri reddeder.',
  'health.clock-right': 'Saat {against} ile aynı.',
  'health.clock-set-by': 'Saat {service} ile eşitleniyor.',
  'health.clock-unknown': 'Zaman hizmeti bulunamadığı için saat denetlenemedi. VMess doğru bir saat ister.',
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
  'health.bbr-off':
    'Sistem çekirdeği tıkanıklık denetimi için {used} kullanıyor. Kayıplı ağlarda BBR daha hızlıdır.',
  'health.update-none': 'Sluice {version} en yeni sürüm.',
  'health.update-there': 'Sluice {version} kullanılabilir.',
  'health.core-unwanted': 'Bu panel çekirdeksiz çalışıyor (SLUICE_CORE_BIN=none).',
  'health.core-fails': 'Çekirdek çalışmıyor: {reason}.',
  'health.core-stopped': 'Çekirdek durduruldu. Kimse bağlanamaz.',
  'health.core-waits':
    'Xray {version} çalışıyor. Çekirdeğin yeniden başlatılmasını bekleyen değişiklikler: {count}.',
  'health.core-runs': 'Xray {version} çalışıyor ve ikili dosyası doğrulandı.',
  'health.core-runs-unverified':
    'Xray {version} çalışıyor. İkili dosyayı siz seçtiniz, bu yüzden doğrulanmadı.',
  'health.core-unasked': 'Panel çalışmıyor, bu yüzden çekirdek denetlenmedi.',
  'health.inbound-closed': 'Çekirdek {name} gelen bağlantısını açamadı: {reason}.',
  'health.geo-missing': 'Yapılandırma {name} dosyasını kullanıyor, ama dosya yok. Geo dosyalarını indirin.',
  'health.geo-old': '{name} coğrafi dosyası {days} günlük. Güncelleyin veya otomatik güncellemeyi açın.',
  'health.geo-good': 'Kullanılan tüm coğrafi dosyalar var. En eskisi {days} günlük.',
  'health.geo-unused': 'Yapılandırma coğrafi dosya kullanmıyor.',
  'health.cut-good': 'Tek bir istemcinin bağlantısı, başkalarını etkilemeden kesilebilir.',
  'health.cut-not':
    'Kapatılan bir istemcinin açık bağlantıları kendiliğinden kapanana kadar sürer. Kapsayıcıda pidfd_getfd çağrısına izin verin veya hizmete CAP_NET_ADMIN verin.',
  'health.db-unreadable': '{name} okunamıyor: {reason}.',
  'health.db-none': 'Henüz veritabanı yok. İlk başlatmada oluşturulur.',
  'health.db-damaged': 'Veritabanı hasarlı: {reason}. Son sağlam yedeği geri yükleyin.',
  'health.db-old': 'Veritabanı daha eski bir sürümden. Bir sonraki başlatmada güncellenir.',
  'health.db-being-checked': 'Veritabanı ({size} MB) hâlâ denetleniyor. Bir dakika sonra yeniden denetleyin.',
  'health.db-good': '{name} sağlam: {size} MB.',
  'health.db-wal':
    'Veritabanının ön yazma günlüğü {size} MB oldu. Uzun bir indirme veya yedekleme onu tutuyor olabilir.',
  'health.db-slow': '{name} kısa bir sorgu için {ms} ms harcadı. Diski veya ağı yavaş.',
  'health.db-long-transaction':
    'PostgreSQL içinde bir işlem {seconds} saniyedir açık. Yazmaları geciktirebilir.',
  'health.db-pooled': "PostgreSQL'e işlem kipindeki bir havuzlayıcı ile erişiliyor; bu desteklenir.",
  'health.permissions-good': 'Veri klasörünü ve anahtarları yalnızca sahibi okuyabilir.',
  'health.permissions-open': 'Bu sunucunun diğer kullanıcıları {path} dosyasını okuyabilir (izinler {mode}).',
  'health.permissions-foreign': '{path} başka bir kullanıcıya ait.',
  'health.layout-old':
    '{folder} hizmete ait: hizmeti ele geçiren kişi, kurulum programı bir sonraki çalıştığında root olabilir. Yeni install.sh dosyasını bir kez root olarak çalıştırın.',
  'health.backup-failed': 'Son yedekleme başarısız oldu: {reason}.',
  'health.backup-first-waits': 'Zamanlanmış ilk yedek henüz alınmadı.',
  'health.backup-none': 'Yedek yok ve zamanlanmış yedek de yok.',
  'health.backup-overdue': 'Yedek gecikti: son başarılı yedek {hours} saat önce alındı.',
  'health.backup-by-hand': 'Son yedek {days} günlük ve zamanlanmış yedek yok.',
  'health.backup-fresh': 'Son başarılı yedek iki saatten kısa süre önce alındı.',
  'health.backup-good': 'Son başarılı yedek {hours} saat önce alındı.',
  'health.check-failed': 'Bir denetim yapılamadı: {reason}.',
}
