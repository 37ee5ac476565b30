import type { coreBinary as english } from '#domain/refusals/core-binary.ts'
import type { Refused } from '../../files.ts'

export const coreBinary: Refused<typeof english> = {
  'core.none-configured': 'Bu panelin kendi çekirdeği yok, çünkü SLUICE_CORE_BIN değeri none.',
  'core.bin-configured':
    'Bu panelin çekirdeği SLUICE_CORE_BIN ile belirtilmiş. Değiştirin veya kaldırın, sonra kurun.',
  'core.version-invalid': '"{text}" bir Xray sürümü değil. {example} gibi yazın.',
  'core.version-too-old': 'Xray {version} bu panel için çok eski. {oldest} veya daha yenisini kullanın.',
  'core.version-differs': 'Program Xray {version} olmalıydı, ama {found} olduğunu söylüyor.',
  'core.release-unlisted': 'Xray {version} bu panelin kurabileceği sürümler arasında yok.',
  'core.install-going-on': 'Başka bir çekirdek kurulumu sürüyor. Bitmesini bekleyin.',
  'core.other-install': 'Xray {version} kuruluyor. Bekleyip yeniden deneyin.',
  'core.no-build-for-processor':
    '{arch} işlemci için çekirdek yok. SLUICE_CORE_BIN ile kendi programınızı belirtin.',
  'core.binary-not-startable': '{binary} çekirdek olarak başlatılamıyor: {reason}.',
  'core.binary-no-version-in-time': '{binary} sürümünü {seconds} sn içinde söylemedi.',
  'core.binary-not-xray': '{binary} Xray değil: sürüm söylemedi.',
  'core.build-no-module': '{folder} çekirdeğin go.mod dosyasını içermiyor.',
  'core.build-too-slow': 'Go {minutes} dakikada bitirmedi.',
  'core.build-cancelled': 'Derleme iptal edildi.',
  'core.build-failed': 'Go çekirdeği derleyemedi: {reason}.',
  'core.hash-malformed': 'Arşivin SHA-256 değerinin 64 onaltılık karakterini yazın.',
  'core.hash-unknown':
    'Panel, Xray {version} için {asset} dosyasının SHA-256 değerini kendisi bilmiyor; sürüm {hash} diyor. https://github.com/XTLS/Xray-core/releases/tag/v{version} ile karşılaştırıp onaylayın: kurulumla birlikte "sha256" olarak gönderin ya da çalıştırın: sluice core install -version {version} -sha256 {hash}.',
  'core.hash-unpinned':
    'Xray {version} bu panelin sabitlediği sürüm değil ({pinned}); sürüm, {asset} için SHA-256 olarak {hash} diyor. https://github.com/XTLS/Xray-core/releases/tag/v{version} ile karşılaştırıp onaylayın: kurulumla birlikte "sha256" olarak gönderin ya da çalıştırın: sluice core install -version {version} -sha256 {hash}.',
  'core.hash-not-confirmed': 'Xray {version} için {asset} dosyasının SHA-256 değeri {given} değil, {known}.',
  'core.hash-mismatch':
    '{version} sürümünün {asset} dosyasında SHA-256 {expected} değil {found}, bu yüzden kurulmadı.',
  'core.release-without-hash': '{version} sürümünde {asset} için SHA-256 yok, bu yüzden kurulmadı.',
  'core.archive-encrypted': 'Çekirdek arşivi şifreli.',
  'core.archive-link': 'Çekirdek arşivinde programın yerinde bir bağlantı var.',
  'core.archive-too-large': 'Arşivdeki çekirdek izin verilenden büyük.',
  'core.archive-unreadable': 'Çekirdek arşivi okunamıyor: {reason}.',
  'core.archive-broken': 'Çekirdek arşivi bozuk: {reason}.',
  'core.archive-without-xray': 'Çekirdek arşivinde xray adlı bir dosya yok.',
  'core.cache-unusable':
    'Önbellekte çekirdek tutulamıyor: {reason}. Önbelleği silin ya da XDG_CACHE_HOME ile kendi klasörünüzü verin.',
  'core.path-is-link': '{path} bir bağlantıdır.',
  'core.path-of-other-user': '{path} başka bir kullanıcıya ait.',
  'core.path-open': 'Başka kullanıcılar {path} konumuna yazabilir.',
  'core.cache-changed': '{path} kopyalanırken değişti. Yeniden deneyin.',
  'core.open-to-others':
    'Çekirdek başlatılmadı: {reason}. Oraya yalnızca sahibinin yazmasına izin verip yeniden kurun (sluice core install) ya da SLUICE_CORE_BIN ile kendinizinkini belirtin.',
  'core.replaced':
    'Çekirdek başlatılmadı: {binary} kurulan dosya değil (SHA-256 değeri {expected} değil {found}). Yeniden kurun (sluice core install) ya da SLUICE_CORE_BIN ile kendinizinkini belirtin.',
  'core-step.building': 'Xray, Go ile derleniyor: ilk seferde bir ile beş dakika sürer.',
  'core-step.fetching-modules': 'Modüller alınıyor (şimdiye dek {count}).',
  'core-step.release-failed': 'Sürüm alınamadı: {failures}.',
  'core.release-failed': 'Sürüm: {reason}.',
  'core.go-failed': 'Go ile derleme: {reason}.',
  'core-step.downloading': 'Xray {version} indiriliyor ({asset}).',
  'core-step.downloaded': 'Xray {version} indiriliyor: %{percent}.',
  'core-step.checking': 'SHA-256 denetleniyor.',
  'core-step.unpacking': 'Açılıyor.',
  'core-step.copying': '{path} konumuna kopyalanıyor.',
  'core-step.installed': 'Xray {version} kuruldu.',
  'core.not-installed':
    'Xray {version} kurulamadı. {failures}. Ağı denetleyip yeniden deneyin, bir dosyadan kurun (`sluice core install -file PATH` ya da Ana sayfa, Çekirdek sürümü) ya da SLUICE_CORE_BIN ile kendi programınızı belirtin.',
  'core.not-installed-pinned':
    'Xray {version} kurulamadı. {failures}. Bu sunucunun ağını ve DNS ayarını denetleyin ya da GOPROXY içinde bir Go modül yansısı belirtin; bir dosyadan da kurabilirsiniz (`sluice core install -file PATH` ya da Ana sayfa, Çekirdek sürümü).',
  'core.go-archive-broken': 'Go arşivi açılamıyor: {reason}.',
  'core.go-hash-mismatch':
    '{host} üzerindeki Go {go} için özet {expected} değil {found}, bu yüzden kullanılmıyor.',
  'core.go-proxy-none':
    'GOPROXY, Go bulunan bir sunucu belirtmiyor. Bir adres yazın, örneğin https://go.example.com.',
  'core.go-unknown-for-processor':
    'Panelde {arch} işlemci için sabitlenmiş bir Go {go} yok. Go 1.26 veya daha yenisini kurun.',
  'core-step.go-needed':
    'Xray {version} burada bir kez, sabitlenmiş kaynaklardan derlenir: iki ile on dakika sürer. Bunun için Go {go} ({megabytes} MB) indirilir, sonra silinir.',
  'core-step.go-downloaded': 'Go {go} indiriliyor: %{percent}.',
  'core-step.go-unpacking': 'Go {go} doğrulanıyor ve açılıyor.',
  'core-step.built': 'Xray derleniyor: %{percent} ({done}/{total} paket).',
  'core.file-unknown': 'SHA-256 değeri {hash} olan yüklenmiş bir dosya yok. Yeniden yükleyin.',
  'core.file-needs-hash': 'Karşılaştırdığınız dosyanın SHA-256 değerini "sha256" olarak gönderin.',
  'core.file-not-a-core': 'Dosya ne bir Xray sürüm arşivi (.zip) ne de bir Linux programı.',
  'core.file-unconfirmed':
    '{name} dosyasının SHA-256 değeri {hash}. Dosyanın kaynağıyla karşılaştırın, sonra komutu -sha256 {hash} ile yeniden çalıştırın.',
  'core.file-hash-differs': '{name} dosyasının SHA-256 değeri {expected} değil {found}, bu yüzden kurulmadı.',
  'core.file-unreadable': '{file} okunamıyor: {reason}.',
  'core.file-not-installed': 'Hiçbir şey kurulmadı.',
}
